"""The whole diagnosis of an answer."""

import pytest

from tests.support.insurance_workspace import fact, payload, plan, question, windscreen, workspace
from workbench.answer.abstain import abstain
from workbench.answer.resolve_citations import cite
from workbench.checks.diagnostics.diagnose import diagnose, with_scores
from workbench.domain.answer import Answer, Outcome
from workbench.domain.evidence import Gap, empty_facts
from workbench.rendering import render
from workbench.text import parse

FACTS = payload(windscreen())
ASKED = question("What is the windscreen excess?")
RENDERED = render(plan("SHORT"), FACTS, workspace(), "en", question=ASKED.text)


def answered(marked: str, **values: object) -> Answer:
    cited = cite(parse(marked), RENDERED, FACTS)
    fields = {"text": cited.text, "marked": cited.marked, "citations": cited.citations, **values}
    return Answer.model_validate(fields)


def test_the_rendered_facts_are_grounded_in_themselves() -> None:
    diagnostics = diagnose(ASKED, FACTS, RENDERED, answered(RENDERED.marked))

    assert [claim.verdict for claim in diagnostics.claims] == ["supported"]
    assert diagnostics.grounding.score == 1.0
    assert diagnostics.grounding.overlap_baseline == 1.0
    assert (diagnostics.citations.precision, diagnostics.citations.recall) == (1.0, 1.0)
    assert diagnostics.sufficiency.ladder == "answer"


def test_offsets_of_claims_are_into_the_clean_text() -> None:
    answer = answered("The windscreen excess is $100 [Source 1]. It covers dentures [Source 1].")

    for claim in diagnose(ASKED, FACTS, RENDERED, answer).claims:
        assert answer.text[claim.start : claim.end] == claim.text


@pytest.mark.parametrize(
    "opening",
    [
        "“Notes 2021” and “Notes 2023” give different values:",
        "Документы «Заметки 2021» и «Заметки 2023» расходятся:",
    ],
)
def test_the_opening_of_an_answer_is_no_claim(opening: str) -> None:
    answer = answered(f"{opening}\n\n{RENDERED.marked}", opening=opening)

    claims = diagnose(ASKED, FACTS, RENDERED, answer).claims

    assert [one.text in opening for one in claims if one.verdict != "not_checkable"] == [False]


def test_a_partial_answer_is_never_called_grounded() -> None:
    answer = answered(RENDERED.marked, partial=True)

    diagnostics = diagnose(ASKED, FACTS, RENDERED, answer)

    assert diagnostics.claims
    assert diagnostics.grounding.score is None


@pytest.mark.parametrize("outcome", ["no_answer", "not_understood", "off_topic", "empty_question"])
def test_no_answer_is_never_confident(outcome: Outcome) -> None:
    answer = Answer(outcome=outcome, text="The documents do not say.")

    diagnostics = diagnose(ASKED, empty_facts(), RENDERED, answer)

    assert diagnostics.confidence.score == 0.0
    assert diagnostics.grounding.score is None
    assert diagnostics.claims == ()
    assert diagnostics.sufficiency.ladder == "unanswerable"
    assert diagnostics.sufficiency.reasons


def test_gaps_are_named_by_the_workspace() -> None:
    gap = Gap(call=0, entity_id="product:car", relation="COVER", reason="absent", message="")
    said = abstain(ASKED, plan(), empty_facts(gaps=(gap,)), workspace())
    assert said is not None

    reasons = diagnose(ASKED, empty_facts(gaps=(gap,)), RENDERED, said, workspace())

    assert "Car Insurance" in " ".join(reasons.sufficiency.reasons)
    assert "What is covered" in " ".join(reasons.sufficiency.reasons)


def test_the_scores_stand_in_the_answer() -> None:
    answer = answered(RENDERED.marked)
    diagnostics = diagnose(ASKED, FACTS, RENDERED, answer)

    scored = with_scores(answer, diagnostics)

    assert scored.grounding_score == 1.0
    assert scored.confidence == diagnostics.confidence.score
    assert scored.has_sufficient_context


def test_facts_without_a_score_give_no_confidence() -> None:
    unscored = payload(fact("Glass").model_copy(update={"score": None}))
    rendered = render(plan(), unscored, workspace(), "en")

    assert diagnose(ASKED, unscored, rendered, answered("Glass.")).confidence.score == 0.0
