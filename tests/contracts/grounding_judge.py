"""Contract tests for judges of claims; a subclass provides the judge and what it says."""

from abc import ABC, abstractmethod

from tests.support.insurance_workspace import fact
from workbench.checks.grounding.model_judge import Judge, agreement, judgement_or_error
from workbench.domain.diagnostics import Claim, Verdict

SOURCES = (fact("The excess for glass is 100 dollars."), fact("Baggage is covered at sea."))
TRUE, FALSE = "Baggage is covered at sea", "Dentures are covered at home"


def claim(text: str, verdict: Verdict) -> Claim:
    probability = None if verdict == "not_checkable" else 0.9
    return Claim(text=text, start=0, end=len(text), verdict=verdict, probability=probability)


CLAIMS = (claim(TRUE, "supported"), claim(FALSE, "supported"), claim("Hello", "not_checkable"))


class GroundingJudgeContract(ABC):
    """The tests: the judge finds ``TRUE`` in the second source, and ``FALSE`` in none."""

    @abstractmethod
    def a_judge(self) -> Judge:
        """Return a judge that works."""

    @abstractmethod
    def a_broken_judge(self) -> Judge:
        """Return a judge that fails."""

    async def test_it_judges_the_checkable_claims(self) -> None:
        found, error = await judgement_or_error(TRUE, CLAIMS, SOURCES, self.a_judge(), 5.0)

        assert error is None and found is not None
        assert found.model
        assert [(one.claim, one.supported, one.source) for one in found.claims] == [
            (TRUE, True, "Source 2"),
            (FALSE, False, None),
        ]
        assert found.ungrounded_claims == (FALSE,)
        assert not found.grounded
        assert 0.0 <= found.confidence <= 1.0

    async def test_its_agreement_with_the_check_is_shown(self) -> None:
        found, _ = await judgement_or_error(TRUE, CLAIMS, SOURCES, self.a_judge(), 5.0)

        assert found is not None
        assert found.agreement == agreement(CLAIMS, found.ungrounded_claims) == 0.5

    async def test_its_failure_is_recorded(self) -> None:
        found, error = await judgement_or_error(TRUE, CLAIMS, SOURCES, self.a_broken_judge(), 5.0)

        assert found is None
        assert error is not None and error.code
