"""The start page says how much there is to ask, and leaves out what there is none of."""

from typing import Any

import pytest

from workbench.bootstrap.values import WorkspaceSummary
from workbench.ui.panels.answer_follow_up import examples
from workbench.ui.panels.empty import counts, invitation, lead, unread
from workbench.ui.texts import Texts


@pytest.mark.parametrize(
    ("numbers", "english", "russian"),
    [
        (
            {"nodes": 2, "edges": 1, "documents": 5},
            "The graph has 2 nodes and 1 edge; the index holds 5 documents.",
            "В графе 2 узла и 1 связь, в индексе 5 документов.",
        ),
        ({"documents": 1}, "The index holds 1 document.", "В индексе 1 документ."),
        (
            {"documents": 30, "unread": 2},
            "The index holds 30 documents. 2 files could not be read.",
            "В индексе 30 документов. Не прочитано 2 файла.",
        ),
    ],
)
def test_the_size_of_a_workspace(numbers: dict[str, Any], english: str, russian: str) -> None:
    summary = WorkspaceSummary(id="rules", title="Rules", **numbers)
    assert counts(summary, Texts("en")) == english
    assert counts(summary, Texts("ru")) == russian


def test_files_that_are_not_read_are_named_with_the_reason() -> None:
    summary = WorkspaceSummary(id="rules", title="Rules", documents=30)
    assert unread(summary, Texts("en")) == ""
    named = summary.model_copy(update={"unread": 1, "unread_files": {"<b>.jpg": "no parser"}})
    shown = unread(named, Texts("en"))
    assert "Which files and why" in shown
    assert "&lt;b&gt;.jpg" in shown
    assert "no parser" in shown
    assert "Какие файлы и почему" in unread(named, Texts("ru"))


def test_a_workspace_without_examples_says_what_an_answer_gives() -> None:
    bare = WorkspaceSummary(id="rules", title="Rules", documents=4)
    assert "Ask in your own words" in invitation(bare, Texts("en"))
    assert "Спросите своими словами" in invitation(bare, Texts("ru"))
    assert invitation(WorkspaceSummary(id="rules", title="Rules"), Texts("en")) == ""
    asked = bare.model_copy(update={"examples": {"en": ("When is rent due?",)}})
    assert invitation(asked, Texts("en")) == ""


@pytest.mark.parametrize(
    ("description", "told"),
    [
        ("Rules of the library.", "Rules of the library."),
        ("Rules: library card, fee", "Most often in the documents: library card, fee."),
        ("Rules", ""),
    ],
)
def test_what_a_workspace_is_about(description: str, told: str) -> None:
    shown = lead(WorkspaceSummary(id="rules", title="Rules", description=description), Texts("en"))
    assert told in shown and bool(told) == bool(shown)


def test_few_examples_in_a_language_are_followed_by_those_in_the_others() -> None:
    assert examples({"en": ("A?", "B?"), "ru": ("В?",)}, "ru") == ("В?", "A?", "B?")
    assert examples({"en": ("A?",), "ru": ("Б?", "В?", "Г?")}, "ru") == ("Б?", "В?", "Г?")
    assert examples({"en": ("A?",)}, "ru") == ("A?",)
    assert examples({}, "ru") == ()
