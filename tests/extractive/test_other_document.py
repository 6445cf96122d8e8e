"""A name of the question that the documents of an answer never have."""

import pytest

from workbench.extractive.answerability import assess_answer
from workbench.extractive.other_document import name_of_other_document
from workbench.extractive.sources import Source, SourceSet

HERON = Source("A breach is cured within 30 days of a notice.", ("Heron licence",), 1.0, "heron.md")
OTTER = Source("A notice is sent by post.", ("Otter licence",), 1.0, "otter.md")


def test_a_statement_of_a_document_without_the_name_is_no_answer() -> None:
    question = "Within how many days is a breach of the Otter licence cured?"

    assert name_of_other_document(question, SourceSet([HERON, OTTER]), [HERON.text]) == "Otter"
    found = assess_answer(question, [HERON, OTTER], [HERON.text], "Heron licence")
    assert not found.is_outright


@pytest.mark.parametrize(
    ("question", "shown"),
    [
        ("Within how many days is a breach of the Heron licence cured?", HERON.text),
        ("Which notice is sent sooner, that of the Heron or of the Otter?", HERON.text),
        ("Within how many days is a breach of the Puffin licence cured?", HERON.text),
        ("Within how many days is a breach cured?", HERON.text),
        ("За сколько дней устраняют нарушение Otter?", HERON.text),
    ],
)
def test_a_name_of_the_document_or_of_none_is_no_other_one(question: str, shown: str) -> None:
    assert name_of_other_document(question, SourceSet([HERON, OTTER]), [shown]) == ""


def test_a_name_in_other_letters_is_the_same_name() -> None:
    own = Source("ClickHouse обновляют ночью.", ("База",), 1.0, "base.md")
    other = Source("Кликхаус стоит в подвале.", ("Серверы",), 1.0, "servers.md")

    found = name_of_other_document("Когда обновляют Кликхаус?", SourceSet([own, other]), [own.text])

    assert found == ""
