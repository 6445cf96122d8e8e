"""Where nothing can be said, one honest line is said, and no model is asked."""

from dataclasses import replace
from pathlib import Path
from typing import Literal

import pytest

from tests.support.insurance_workspace import fact, payload, plan, question, workspace
from tests.support.workspaces import studio
from workbench.answer.abstain import abstain
from workbench.domain.evidence import Gap, empty_facts
from workbench.domain.local_text import Language
from workbench.domain.plan import GRAPH_QUERY


@pytest.mark.parametrize(
    ("language", "line"), [("ru", "В документах этого нет."), ("en", "The documents do not say.")]
)
def test_an_answer_without_facts_says_so_in_one_line(language: Language, line: str) -> None:
    said = abstain(question("What?", language), plan(), empty_facts(), workspace())

    assert said is not None
    assert (said.outcome, said.text, said.confidence) == ("no_answer", line, 0.0)
    assert said.grounding_score is None


def test_off_topic_gets_a_polite_line_and_examples() -> None:
    off_topic = plan().model_copy(update={"scope": "off_topic"})

    said = abstain(question("Погода?", "ru"), off_topic, payload(fact("x")), workspace())

    assert said is not None
    assert said.outcome == "off_topic"
    assert said.text.startswith("Я отвечаю о страховании.")
    assert [line for line in said.text.splitlines() if line.startswith("- ")] == [
        "- Какая франшиза?",
        "- Что покрыто?",
        "- Как заявить?",
    ]


@pytest.mark.parametrize("language", ["ru", "en"])
def test_an_empty_question_gets_one_line(language: Language) -> None:
    said = abstain(question("?!", language), None, empty_facts(), workspace())

    assert said is not None
    assert said.outcome == "empty_question"
    assert "\n" not in said.text


def test_with_facts_there_is_no_abstaining() -> None:
    assert abstain(question("What?"), plan(), payload(fact("x")), workspace()) is None


@pytest.mark.parametrize(
    ("reason", "outcome"), [("unclear", "not_understood"), ("absent", "no_answer")]
)
def test_a_question_not_understood_is_told_apart_from_data_without_an_answer(
    reason: Literal["unclear", "absent"], outcome: str
) -> None:
    gap = Gap(call=0, entity_id=None, relation=GRAPH_QUERY, reason=reason, message="Why not.")
    said = abstain(question("What?"), plan(), empty_facts(gaps=(gap,)), workspace())
    assert said is not None
    assert (said.outcome, said.text, said.confidence) == (outcome, "Why not.", 0.0)


def test_a_refusal_tells_of_the_documents_beside_a_graph(tmp_path: Path) -> None:
    off_topic = plan().model_copy(update={"scope": "off_topic"})
    (tmp_path / "documents").mkdir()
    (tmp_path / "documents" / "rules.md").write_text("Rules.", "utf-8")
    node = {"a": next(iter(studio().nodes.values()))}
    own = workspace(tmp_path)
    beside = replace(own, nodes=node, spec=own.spec.model_copy(update={"intents": {}}))

    said = abstain(question("Weather?", "en"), off_topic, empty_facts(), beside)

    assert said is not None
    assert "documents of this workspace do not seem to have" in said.text


def test_a_refusal_over_documents_names_the_gap_of_languages(tmp_path: Path) -> None:
    (tmp_path / "documents").mkdir()
    (tmp_path / "documents" / "rules.md").write_text("Rules.", "utf-8")
    alone = replace(workspace(tmp_path), nodes={})
    other: Language = "en" if alone.spec.language == "ru" else "ru"

    said = abstain(question("Погода?", other), plan(), empty_facts(), alone)
    same = abstain(question("Погода?", alone.spec.language), plan(), empty_facts(), alone)

    assert said is not None and same is not None
    assert len(said.text) > len(same.text)
    assert "язык" in said.text or "language" in said.text


@pytest.mark.parametrize(
    ("unseen", "language", "told"),
    [
        (("Зифора",), "ru", "Не встречается в документах: Зифора."),
        (("Зифора", "планер"), "ru", "Не встречается в документах: Зифора, планер."),
        (("один", "два", "три", "четыре"), "ru", ""),
        ((), "ru", ""),
        (("monthly", "Зифора"), "en", "Not in the documents: Зифора."),
        (("monthly",), "en", ""),
    ],
)
def test_a_refusal_names_the_few_words_that_no_passage_of_that_language_has(
    unseen: tuple[str, ...], language: Language, told: str
) -> None:
    facts = empty_facts()
    gap = Gap(
        call=0,
        entity_id=None,
        relation="documents",
        reason="low_relevance",
        message="",
        unseen=unseen,
    )
    meta = facts.meta.model_copy(update={"gaps": (gap,)})

    facts = facts.model_copy(update={"meta": meta})
    said = abstain(question("What?", language), plan(), facts, workspace())
    plain = abstain(question("What?", language), plan(), empty_facts(), workspace())

    assert said is not None
    assert plain is not None
    assert said.text.removeprefix(plain.text).strip() == told
