"""``require_grounding``: claims that the sources do not carry are rewritten once, then flagged."""

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from typing import Literal, TypeAlias

from workbench.checks.grounding import DEFAULT_CALIBRATION, Calibration, judge_claims
from workbench.checks.pool import Pool, pool_of, provided
from workbench.checks.wording import say
from workbench.domain.answer import Answer, Audience, Rendered, marker
from workbench.domain.diagnostics import Claim, Finding
from workbench.domain.evidence import FactsPayload
from workbench.domain.question import Question
from workbench.domain.text import Language
from workbench.errors import ProviderError
from workbench.language.markers import without_markers
from workbench.language.structured import in_strings, structured

Redraft: TypeAlias = Callable[[tuple[Finding, ...]], Awaitable[tuple[Answer, tuple[Finding, ...]]]]
"""Asks the writer once more, with the findings as constraints; the post-check has seen what it
gives, and its own findings come with it."""


async def require_grounding(
    answer: Answer,
    *,
    facts: FactsPayload,
    rendered: Rendered,
    question: Question,
    audience: Audience,
    redraft: Redraft | None,
    calibration: Calibration = DEFAULT_CALIBRATION,
) -> tuple[Answer, tuple[Finding, ...]]:
    """Ask once more for an answer without ungrounded claims; what is left is flagged or removed.

    An analyst sees what is not supported, flagged; a customer does not see it at all. The second
    draft is taken only if it has fewer ungrounded claims. Give it the ``calibration`` that
    ``diagnose`` has, so that both judge alike.
    """
    bench = _Bench(pool_of(provided(facts, rendered)), question.language, calibration)
    doubtful = bench.doubtful(answer.marked)
    if answer.outcome != "answered" or not doubtful:
        return answer, ()
    if redraft is not None:
        second, corrected = await _again(redraft, _findings(doubtful, question, "none"))
        if second is not None:
            left = bench.doubtful(second.marked)
            if len(left) < len(doubtful):
                rewritten = [one for one in doubtful if one not in left]
                done = _findings(rewritten, question, "rewritten")
                kept, more = _settled(second, left, bench, question, audience)
                return kept, (*done, *corrected, *more)
    return _settled(answer, doubtful, bench, question, audience)


@dataclass(frozen=True)
class _Bench:
    """What claims are held against."""

    pool: Pool
    language: Language
    calibration: Calibration

    def doubtful(self, marked: str) -> list[Claim]:
        """The claims of a text that the evidence does not carry."""
        text = without_markers(marked).text
        claims = judge_claims(text, self.pool, self.language, self.calibration)
        return [claim for claim in claims if claim.is_doubtful]

    def without(self, marked: str) -> str:
        """The text without these claims and their markers; empty if nothing is left."""
        data = structured(marked)
        return self._cut_out(marked) if data is None else in_strings(data, self._cut_out)

    def _cut_out(self, marked: str) -> str:
        clean, claims = without_markers(marked), self.doubtful(marked)
        changes = [(claim.start, claim.end, "") for claim in claims]
        changes += [
            (mark.at, mark.at, f" {marker(mark.number)}")
            for mark in clean.markers
            if not any(claim.start <= mark.at <= claim.end for claim in claims)
        ]
        text = clean.text
        for start, end, put in sorted(changes, reverse=True):
            text = text[:start] + put + text[end:]
        lines = [line.rstrip() for line in text.splitlines()]
        return "\n".join(line for line in lines if line.strip(" -*•|") or not line).strip()


def _settled(
    answer: Answer,
    doubtful: Sequence[Claim],
    bench: _Bench,
    question: Question,
    audience: Audience,
) -> tuple[Answer, tuple[Finding, ...]]:
    if audience is Audience.ANALYST:
        return answer, _findings(doubtful, question, "none")
    marked = bench.without(answer.marked)
    if not marked:
        return answer, _findings(doubtful, question, "none")
    text = without_markers(marked).text
    kept = answer.model_copy(update={"marked": marked, "text": text})
    return kept, _findings(doubtful, question, "dropped")


async def _again(
    redraft: Redraft, findings: tuple[Finding, ...]
) -> tuple[Answer | None, tuple[Finding, ...]]:
    """The second draft; None when the model fails, or says nothing whole."""
    try:
        second, corrected = await redraft(findings)
    except ProviderError:
        return None, ()
    is_usable = second.marked.strip() and not second.partial
    return (second, corrected) if is_usable else (None, ())


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
