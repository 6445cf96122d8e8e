"""What is flagged below a text."""

from workbench.checks.grounding.hallucination_filter import filter_hallucinations, unverified_claims
from workbench.domain.diagnostics import Claim, Judgement, Verdict


def claim(text: str, verdict: Verdict) -> Claim:
    return Claim(text=text, start=0, end=len(text), verdict=verdict, probability=0.5)


CLAIMS = (
    claim("The excess is $100.", "supported"),
    claim("It also pays\nfor dentures.", "not_in_sources"),
    claim("Tyres are covered.", "contradicted"),
    claim("Ask us.", "not_checkable"),
)


def test_each_doubtful_claim_has_a_line_of_its_own() -> None:
    flagged = filter_hallucinations("An answer.", unverified_claims(CLAIMS))

    assert flagged.splitlines() == [
        "An answer.",
        "",
        "---",
        "⚠️ Unverified claim: It also pays for dentures.",
        "⚠️ Unverified claim: Tyres are covered.",
    ]


def test_a_text_without_doubtful_claims_stays_as_it_is() -> None:
    assert filter_hallucinations("Fine.", unverified_claims(CLAIMS[:1])) == "Fine."


def test_the_judge_adds_what_it_alone_doubts() -> None:
    judge = Judgement(
        model="m",
        grounded=False,
        ungrounded_claims=("Tyres are covered", "The excess is $100."),
        confidence=0.9,
    )

    assert unverified_claims(CLAIMS, judge) == (
        "It also pays for dentures.",
        "Tyres are covered.",
        "The excess is $100.",
    )
