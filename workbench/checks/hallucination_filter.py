"""Append a warning for each claim that the sources do not support (docs/formulas.md)."""

from collections.abc import Iterable, Sequence

from workbench.checks.model_judge import same_claim
from workbench.domain.diagnostics import Claim, Judgement


def unverified(claims: Sequence[Claim], judge: Judgement | None = None) -> tuple[str, ...]:
    """What the check doubts, then what the judge alone does, each once and on one line.

    The filter flags what the check or the judge doubts and removes nothing. It is for an analyst
    alone, since a customer's text is clean, and a claim that the check carries is not withheld for
    another model's opinion of it.
    """
    doubted = [claim.text for claim in claims if claim.is_doubtful]
    judged = judge.ungrounded_claims if judge else ()
    more = [one for one in judged if not any(same_claim(claim, one) for claim in doubted)]
    return tuple(dict.fromkeys(" ".join(one.split()) for one in (*doubted, *more)))


def filter_hallucinations(text: str, ungrounded: Iterable[str]) -> str:
    """The text, then one line for each unverified claim; unchanged when there is none."""
    lines = [f"⚠️ Unverified claim: {claim}" for claim in ungrounded]
    return "\n".join([text, "", "---", *lines]) if lines else text
