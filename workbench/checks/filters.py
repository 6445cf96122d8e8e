"""Claims that the sources do not carry, flagged below the answer (seed 002's filter)."""

from collections.abc import Sequence

from workbench.domain.diagnostics import Claim


def with_warnings(text: str, claims: Sequence[Claim]) -> str:
    """The text, then one line for each unverified claim; unchanged when there is none."""
    doubtful = dict.fromkeys(" ".join(claim.text.split()) for claim in claims if claim.is_doubtful)
    if not doubtful:
        return text
    lines = [f"⚠️ Unverified claim: {claim}" for claim in doubtful]
    return "\n".join([text, "", "---", *lines])
