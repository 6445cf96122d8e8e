"""The order of claims: the worst first."""

from workbench.domain.diagnostics import Claim, Verdict
from workbench.ui.claim_reasons import worst_first


def claim(text: str, verdict: Verdict, *reasons: str) -> Claim:
    return Claim(
        text=text, start=0, end=len(text), verdict=verdict, probability=0.5, reasons=reasons
    )


def test_doubtful_claims_stand_first_and_headings_last_each_with_its_place() -> None:
    claims = [
        claim("Fees:", "not_checkable"),
        claim("It costs $5.", "supported"),
        claim("It is new.", "not_in_sources"),
        claim("It is free.", "contradicted"),
        claim("It may rain.", "not_checkable", "too long to check"),
        claim("It opens at 9.", "supported"),
    ]
    assert [place for place, _ in worst_first(claims)] == [3, 2, 4, 1, 5, 0]
