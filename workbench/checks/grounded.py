"""``require_grounding``: claims that the sources do not carry are rewritten once, then flagged."""

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from typing import Any, Literal, TypeAlias

from workbench.checks.cleanup import says_something
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
from workbench.language.structured import in_strings, strings, structured

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
    fits: Callable[[str], bool] = lambda _: True,
    calibration: Calibration = DEFAULT_CALIBRATION,
) -> tuple[Answer, tuple[Finding, ...]]:
    """Ask once more for an answer without ungrounded claims; what is left is flagged or removed.

    An analyst sees what is not supported, flagged. A customer does not see it; where nothing else
    is left, the rendered facts stand in. The second draft is taken only if it has fewer ungrounded
    claims.

    Args:
        answer: as the post-check left it.
        facts: what was found.
        rendered: what the answer was written from.
        question: gives the language.
        audience: who reads.
        redraft: None where there is no model to ask, or it was asked again already.
        fits: whether a structured answer may read so; what it cannot do without stays, flagged.
        calibration: the one that ``diagnose`` has, so that both judge alike.
    """
    bench = _Bench(pool_of(provided(facts, rendered)), question.language, calibration, fits)
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
                kept, more = _settled(second, left, bench, question, audience, rendered)
                return kept, (*done, *corrected, *more)
    return _settled(answer, doubtful, bench, question, audience, rendered)


@dataclass(frozen=True)
class _Bench:
    """What claims are held against."""

    pool: Pool
    language: Language
    calibration: Calibration
    fits: Callable[[str], bool]

    def doubtful(self, marked: str) -> list[Claim]:
        """The claims of a text that the evidence does not carry."""
        text = without_markers(marked).text
        claims = judge_claims(text, self.pool, self.language, self.calibration)
        return [claim for claim in claims if claim.is_doubtful]

    def without(self, marked: str) -> str:
        """The text without these claims and their markers; empty if nothing is left."""
        data = structured(marked)
        return self._cut_out(marked) if data is None else self._cut_out_of_strings(data)

    def _cut_out_of_strings(self, data: Any) -> str:
        """Each string without its claims, but for those that the whole needs as they are."""
        needed = {text for text in strings(data) if not self._does_without(data, text)}
        cut = in_strings(data, lambda text: text if text in needed else self._cut_out(text))
        return cut if self.fits(without_markers(cut).text) else in_strings(data, str)

    def _does_without(self, data: Any, text: str) -> bool:
        cut = in_strings(data, lambda one: self._cut_out(one) if one == text else one)
        return self.fits(without_markers(cut).text)

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
    rendered: Rendered,
) -> tuple[Answer, tuple[Finding, ...]]:
    if audience is Audience.ANALYST:
        return answer, _findings(doubtful, question, "none")
    marked = bench.without(answer.marked)
    if not says_something(marked):
        replaced = say("replaced", question.language)
        done = Finding(code="replaced", message=replaced, action="replaced")
        findings = _findings(doubtful, question, "replaced")
        return _with_text(answer, rendered.marked), (*findings, done)
    left = {claim.text for claim in bench.doubtful(marked)}
    stay = [claim for claim in doubtful if claim.text in left]
    go = [claim for claim in doubtful if claim.text not in left]
    findings = (*_findings(go, question, "dropped"), *_findings(stay, question, "none"))
    return _with_text(answer, marked), findings


def _with_text(answer: Answer, marked: str) -> Answer:
    return answer.model_copy(update={"marked": marked, "text": without_markers(marked).text})


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
    claims: Sequence[Claim],
    question: Question,
    action: Literal["none", "rewritten", "dropped", "replaced"],
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
