"""What becomes of an answer's claims when one of its facts is missing."""

from collections.abc import Sequence

from workbench.domain.base import Value
from workbench.domain.comparison import checked_claims, same_words
from workbench.domain.diagnostics import Claim
from workbench.domain.evidence import Evidence
from workbench.domain.run import Run


class AblatedFact(Value):
    """One fact that was left out, and the claims that rested on it, by what became of them."""

    evidence: Evidence
    lost: tuple[Claim, ...] = ()
    """Not stated any more: they came from this fact."""
    supported: tuple[Claim, ...] = ()
    """Still stated, and another fact supports them."""
    unsupported: tuple[Claim, ...] = ()
    """Still stated, though nothing supports them: the writer did not take them from the facts."""


class Ablation(Value):
    """The facts of a run left out one at a time."""

    run_id: str
    facts: tuple[AblatedFact, ...] = ()

    @property
    def from_memory(self) -> tuple[Claim, ...]:
        """The claims that outlived their fact without support, each once."""
        found = {claim.start: claim for fact in self.facts for claim in fact.unsupported}
        return tuple(found[start] for start in sorted(found))


def facts_of_claims(run: Run) -> tuple[Evidence, ...]:
    """Return the facts that claims of the answer rest on, in the order of the claims."""
    found = run.facts.evidence_by_id() if run.facts else {}
    named = dict.fromkeys(one for claim in checked_claims(run) for one in claim.evidence)
    return tuple(found[one] for one in named if one in found)


def without_fact(run: Run, item: Evidence) -> tuple[Evidence, ...]:
    """Return the facts that are left when one is missing."""
    return tuple(one for one in (run.facts.items if run.facts else ()) if one.id != item.id)


def ablated(run: Run, item: Evidence, again: Run) -> AblatedFact:
    """Sort the claims that rest on a fact by what the run without it says.

    Args:
        run: the run with the fact.
        item: the fact.
        again: the same run without the fact.
    """
    resting = [claim for claim in checked_claims(run) if item.id in claim.evidence]
    stated = {same_words(claim): claim for claim in checked_claims(again)}
    return AblatedFact(
        evidence=item,
        lost=tuple(claim for claim in resting if same_words(claim) not in stated),
        supported=_stated(resting, stated, supported=True),
        unsupported=_stated(resting, stated, supported=False),
    )


def _stated(
    claims: Sequence[Claim], stated: dict[str, Claim], *, supported: bool
) -> tuple[Claim, ...]:
    return tuple(
        claim
        for claim in claims
        if (again := stated.get(same_words(claim))) is not None
        and (again.verdict == "supported") is supported
    )
