"""Append a warning for each claim that the sources do not support (docs/formulas.md)."""

from collections.abc import Iterable, Sequence

from workbench.checks.grounding.model_judge import same_claim
from workbench.domain.diagnostics import Claim, Judgement


def unverified_claims(claims: Sequence[Claim], judge: Judgement | None = None) -> tuple[str, ...]:
    """Return the claims that the check doubts, then those only the judge does, without duplicates.

    The filter flags these claims for analysts and removes nothing: a claim that the check supports
    is not withheld from customers because of another model's verdict.
    """
    doubted = [claim.statement for claim in claims if claim.is_doubtful]
    judged = judge.ungrounded_claims if judge else ()
    more = [one for one in judged if not any(same_claim(claim, one) for claim in doubted)]
    return tuple(dict.fromkeys(" ".join(one.split()) for one in (*doubted, *more)))


def filter_hallucinations(text: str, ungrounded: Iterable[str]) -> str:
    """Return the text with one line for each unverified claim; unchanged without any."""
    lines = [f"⚠️ Unverified claim: {claim}" for claim in ungrounded]
    return "\n".join([text, "", "---", *lines]) if lines else text
