"""Where nothing can be said, one honest line is said, and no model is asked."""

import pytest

from tests.support.insurance_workspace import fact, payload, plan, question, workspace
from workbench.answer.abstain import abstain
from workbench.domain.evidence import empty_facts
from workbench.domain.local_text import Language


@pytest.mark.parametrize(
    ("language", "line"), [("ru", "В документах этого нет."), ("en", "The documents do not say.")]
)
def test_nothing_found(language: Language, line: str) -> None:
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
