"""``require_grounding``: claims that the sources do not carry are rewritten once, then flagged."""

from collections.abc import Sequence
from typing import Literal

from workbench.checks.grounding import DEFAULT_CALIBRATION, Calibration, judge_claims
from workbench.checks.pool import Pool, pool_of, provided
from workbench.checks.postcheck import Rewrite
from workbench.checks.wording import say
from workbench.domain.answer import Answer, Audience, Rendered, marker
from workbench.domain.diagnostics import Claim, Finding
from workbench.domain.evidence import FactsPayload
from workbench.domain.question import Question
from workbench.errors import ProviderError
from workbench.language.markers import without_markers


async def require_grounding(
    answer: Answer,
    *,
    facts: FactsPayload,
    rendered: Rendered,
    question: Question,
    audience: Audience,
    rewrite: Rewrite | None,
    calibration: Calibration = DEFAULT_CALIBRATION,
) -> tuple[Answer, tuple[Finding, ...]]:
    """Ask once more for an answer without ungrounded claims; what is left is flagged or removed.

    An analyst sees what is not supported, flagged; a customer does not see it at all. The second
    draft is taken only if it has fewer ungrounded claims. Give it the ``calibration`` that
    ``diagnose`` has, so that both judge alike.
    """
    pool = pool_of(provided(facts, rendered))
    doubtful = _doubtful(answer, pool, question, calibration)
    if answer.outcome != "answered" or not doubtful:
        return answer, ()
    if rewrite is not None:
        second = await _again(rewrite, _findings(doubtful, question, "none"))
        if second is not None:
            left = _doubtful(second, pool, question, calibration)
            if len(left) < len(doubtful):
                rewritten = [one for one in doubtful if one not in left]
                done = _findings(rewritten, question, "rewritten")
                kept, more = _settled(second, left, question, audience)
                return kept, (*done, *more)
    return _settled(answer, doubtful, question, audience)


def _settled(
    answer: Answer, doubtful: Sequence[Claim], question: Question, audience: Audience
) -> tuple[Answer, tuple[Finding, ...]]:
    if audience is Audience.ANALYST:
        return answer, _findings(doubtful, question, "none")
    marked = _without(answer.marked, doubtful)
    if not marked:
        return answer, _findings(doubtful, question, "none")
    text = without_markers(marked).text
    kept = answer.model_copy(update={"marked": marked, "text": text})
    return kept, _findings(doubtful, question, "dropped")


def _doubtful(
    answer: Answer, pool: Pool, question: Question, calibration: Calibration
) -> list[Claim]:
    text = without_markers(answer.marked).text
    claims = judge_claims(text, pool, question.language, calibration)
    return [claim for claim in claims if claim.is_doubtful]


def _without(marked: str, doubtful: Sequence[Claim]) -> str:
    """The marked text without the claims and their markers; empty if nothing is left."""
    clean = without_markers(marked)
    changes = [(claim.start, claim.end, "") for claim in doubtful]
    changes += [
        (mark.at, mark.at, f" {marker(mark.number)}")
        for mark in clean.markers
        if not any(claim.start <= mark.at <= claim.end for claim in doubtful)
    ]
    text = clean.text
    for start, end, put in sorted(changes, reverse=True):
        text = text[:start] + put + text[end:]
    lines = [line.rstrip() for line in text.splitlines()]
    return "\n".join(line for line in lines if line.strip(" -*•|") or not line).strip()


async def _again(rewrite: Rewrite, findings: tuple[Finding, ...]) -> Answer | None:
    try:
        second = await rewrite(findings)
    except ProviderError:
        return None
    return second if second.marked.strip() and not second.partial else None


def _findings(
    claims: Sequence[Claim], question: Question, action: Literal["none", "rewritten", "dropped"]
) -> tuple[Finding, ...]:
    return tuple(
        Finding(
            code="ungrounded_claim",
            message=say("ungrounded", question.language, claim=" ".join(claim.text.split())),
            excerpt=claim.text,
            action=action,
        )
        for claim in claims
    )
