"""``require_grounding``: claims that the sources do not carry are rewritten once, then flagged."""

import json
import re
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any, Literal, TypeAlias

from workbench.checks.clean_up import has_statement
from workbench.checks.cut_claims import cut_out
from workbench.checks.evidence_index import EvidenceIndex, index_evidence, provided
from workbench.checks.grounding import DEFAULT_CALIBRATION, Calibration, judge_claims
from workbench.checks.json_labels import assertions
from workbench.checks.messages import localized_text
from workbench.checks.time_budget import TimeBudget, off_loop
from workbench.domain.answer import Answer, Audience, Rendered
from workbench.domain.diagnostics import Claim, Finding
from workbench.domain.evidence import FactsPayload
from workbench.domain.local_text import Language
from workbench.domain.question import Question
from workbench.errors import ProviderError
from workbench.nlp.terms import contains, content_terms
from workbench.text.citation_marks import without_markers
from workbench.text.content import has_content
from workbench.text.json_text import ANSWER, in_strings, strings, structured

_CHARACTER = re.compile(r"\w")

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
    instead: Callable[[Answer], Answer] | None = None,
    fits: Callable[[str], bool] = lambda _: True,
    calibration: Calibration = DEFAULT_CALIBRATION,
) -> tuple[Answer, tuple[Finding, ...]]:
    """Ask once more for an answer without ungrounded claims; what is left is flagged or removed.

    An analyst sees what is not supported, flagged. A customer does not see it; where nothing else
    is said, something stands in for the answer. The second draft is taken only if it has fewer
    ungrounded claims.

    Args:
        answer: as the post-check left it.
        facts: what was found.
        rendered: what the answer was written from.
        question: gives the language.
        audience: who reads.
        redraft: None where there is no model to ask, or it was asked again already.
        instead: what stands in for an answer of which nothing is left; None: the rendered facts.
        fits: whether a structured answer may read so; a value that the shape allows no other words
            for stays, flagged.
        calibration: the one that ``diagnose`` has, so that both judge alike.
    """
    stand_in = instead or (lambda lost: _with_text(lost, rendered.marked))
    bench = _ClaimFilter(
        index_evidence(provided(facts, rendered)), question.language, calibration, fits
    )
    doubtful = await off_loop(partial(bench.doubtful, answer.marked))
    if answer.outcome != "answered" or not doubtful:
        return answer, ()
    if redraft is not None:
        second, corrected = await _again(redraft, _findings(doubtful, question, "none"))
        if second is not None:
            budget = TimeBudget()
            left = await off_loop(partial(bench.doubtful, second.marked, budget))
            if len(left) < len(doubtful) and not budget.is_spent:
                rewritten = [one for one in doubtful if one not in left]
                done = _findings(rewritten, question, "rewritten")
                settle = partial(_settled, second, left, bench, question, audience, stand_in)
                kept, more = await off_loop(settle)
                return kept, (*done, *corrected, *more)
    return await off_loop(partial(_settled, answer, doubtful, bench, question, audience, stand_in))


@dataclass(frozen=True)
class _ClaimFilter:
    """What claims are held against."""

    pool: EvidenceIndex
    language: Language
    calibration: Calibration
    fits: Callable[[str], bool]

    def doubtful(self, marked: str, budget: TimeBudget | None = None) -> list[Claim]:
        """The claims of a text that the evidence does not carry, as far as the budget lasts."""
        text = without_markers(marked).text
        claims = judge_claims(text, self.pool, self.language, self.calibration, budget=budget)
        return [claim for claim in claims if claim.is_doubtful]

    def without(self, marked: str) -> str:
        """The text without these claims and their markers; empty if nothing is said then."""
        data = structured(marked)
        if data is not None:
            return self._cut_out_of_strings(data)
        cut = self._cut_out(marked)
        return cut if has_statement(cut) else ""

    def _cut_out_of_strings(self, data: Any) -> str:
        """Each string that states something without its claims; labels and typed values stay."""
        free = {text for text in assertions(data) if self._is_free(data, text)}
        cut = in_strings(data, lambda text: self._cut_out(text) if text in free else text)
        shorter = json.dumps(_without_emptied(data, json.loads(cut)), ensure_ascii=False, indent=2)
        fitting = (one for one in (shorter, cut) if self.fits(without_markers(one).text))
        left = next(fitting, "")
        return left if left and self._says(json.loads(left)) else ""

    def _is_free(self, data: Any, text: str) -> bool:
        """Whether other words could stand there too: no enum, no date, no pattern."""
        other = _CHARACTER.sub("x", text)
        changed = in_strings(data, lambda one: other if one == text else one)
        return self.fits(without_markers(changed).text)

    def _says(self, data: Any) -> bool:
        """True when a statement is left, or a label that the sources know; and any answer said."""
        answer = data.get(ANSWER) if isinstance(data, dict) else None
        if isinstance(answer, str) and not has_content(answer):
            return False
        if any(has_statement(text) for text in assertions(data)):
            return True
        return any(
            contains(term, self.pool.words)
            for text in strings(data)
            for term in content_terms(text)
        )

    def _cut_out(self, marked: str) -> str:
        return cut_out(marked, self.doubtful(marked))


def _without_emptied(before: Any, after: Any) -> Any:
    """JSON without the members of lists that lost all they said."""
    if isinstance(before, dict):
        return {name: _without_emptied(before[name], value) for name, value in after.items()}
    if not isinstance(before, list):
        return after
    pairs = zip(before, after, strict=True)
    return [_without_emptied(one, other) for one, other in pairs if not _is_emptied(one, other)]


def _is_emptied(before: Any, after: Any) -> bool:
    return isinstance(before, str) and has_content(before) and not has_content(after)


def fallback_finding(shown: Answer, language: Language) -> Finding:
    """What is said of an answer that another one stands in for."""
    told = "replaced" if shown.outcome == "answered" else "withheld"
    return Finding(code="replaced", message=localized_text(told, language), action="replaced")


def _settled(
    answer: Answer,
    doubtful: Sequence[Claim],
    bench: _ClaimFilter,
    question: Question,
    audience: Audience,
    instead: Callable[[Answer], Answer],
) -> tuple[Answer, tuple[Finding, ...]]:
    if audience is Audience.ANALYST:
        return answer, _findings(doubtful, question, "none")
    marked = bench.without(answer.marked)
    if not marked:
        shown = instead(answer)
        done = fallback_finding(shown, question.language)
        findings = _findings(doubtful, question, "replaced")
        return shown, (*findings, done)
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
            message=localized_text(
                "ungrounded", question.language, claim=" ".join(claim.text.split())
            ),
            excerpt=claim.text,
            action=action,
        )
        for claim in claims
    )
