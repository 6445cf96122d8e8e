"""Rewrite ungrounded claims once, then flag them for analysts or remove them for customers."""

import json
import re
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any, Literal, TypeAlias

from workbench.checks.grounding.cut_claims import cut_out
from workbench.checks.grounding.evidence_index import (
    EvidenceIndex,
    index_evidence,
    provided_evidence,
)
from workbench.checks.grounding.json_labels import assertions
from workbench.checks.grounding.verdicts import DEFAULT_CALIBRATION, Calibration, judge_claims
from workbench.checks.messages import localized_text
from workbench.checks.postcheck.clean_up import has_statement
from workbench.checks.postcheck.rewriting import is_usable, unless_failed
from workbench.checks.time_budget import TimeBudget, off_loop
from workbench.domain.answer import Answer, Audience, Rendered
from workbench.domain.diagnostics import Claim, Finding
from workbench.domain.evidence import FactsPayload
from workbench.domain.local_text import Language
from workbench.domain.question import Question
from workbench.nlp.terms import contains, content_terms
from workbench.text import parse
from workbench.text.citation_marks import Unmarked, without_markers
from workbench.text.draft import Draft
from workbench.text.has_content import has_content
from workbench.text.json_text import ANSWER, in_strings, strings

# Letters and digits, replaced by "x" to see whether the schema takes any text: a date does not.
_CHARACTER = re.compile(r"\w")

Redraft: TypeAlias = Callable[[tuple[Finding, ...]], Awaitable[tuple[Draft, tuple[Finding, ...]]]]
"""Requests another draft with the findings as constraints; returns the draft after the post-check,
with the post-check's findings."""


async def require_grounding(
    draft: Draft,
    *,
    facts: FactsPayload,
    rendered: Rendered,
    question: Question,
    audience: Audience,
    redraft: Redraft | None,
    fallback: Callable[[Draft], Draft] | None = None,
    fits: Callable[[str], bool] = lambda _: True,
    calibration: Calibration = DEFAULT_CALIBRATION,
    subjects: Sequence[str] = (),
) -> tuple[Draft, tuple[Finding, ...]]:
    """Request one redraft without ungrounded claims, then flag or remove the remaining ones.

    Analysts see unsupported claims, flagged; for customers they are removed, and an answer without
    other content is replaced. The redraft is used only if it has fewer ungrounded claims.

    Args:
        draft: the draft after the post-check.
        facts: the evidence found.
        rendered: the facts as the answer's writer saw them.
        question: determines the language of the findings.
        audience: determines whether claims are flagged or removed.
        redraft: None if there is no model, or it has already rewritten the answer.
        fallback: replaces an answer without remaining content; by default, the rendered facts.
        fits: whether a text satisfies the answer's schema; values that may not change (an enum)
            stay, flagged.
        calibration: the same as for ``diagnose``, so that both give the same verdicts.
        subjects: names that the whole workspace is about.
    """
    fallback = fallback or (lambda lost: lost.with_text(rendered.marked))
    claim_filter = _ClaimFilter(
        index_evidence(provided_evidence(facts, rendered), subjects),
        question.language,
        calibration,
        fits,
    )
    size = len(draft.answer.marked) + len(rendered.context)
    doubtful = await off_loop(partial(claim_filter.doubtful, draft.clean), size)
    if draft.answer.outcome != "answered" or not doubtful:
        return draft, ()
    spent: tuple[Finding, ...] = ()
    if redraft is not None:
        request = redraft(_findings(doubtful, question, "none"))
        again, spent = await unless_failed(request, question.language)
        if again is not None and is_usable(again[0]):
            second, corrected = again
            budget = TimeBudget()
            longer = max(size, len(second.answer.marked) + len(rendered.context))
            left = await off_loop(partial(claim_filter.doubtful, second.clean, budget), longer)
            if len(left) < len(doubtful) and not budget.is_spent:
                rewritten = [one for one in doubtful if one not in left]
                done = _findings(rewritten, question, "rewritten")
                settle = partial(_settled, second, left, claim_filter, question, audience, fallback)
                kept, more = await off_loop(settle, longer)
                return kept, (*done, *corrected, *more)
    settle = partial(_settled, draft, doubtful, claim_filter, question, audience, fallback)
    kept, findings = await off_loop(settle, size)
    return kept, (*spent, *findings)


@dataclass(frozen=True)
class _ClaimFilter:
    """Finds and removes the claims that the evidence does not support."""

    pool: EvidenceIndex
    language: Language
    calibration: Calibration
    fits: Callable[[str], bool]

    def doubtful(self, clean: Unmarked, budget: TimeBudget | None = None) -> list[Claim]:
        """Return the unsupported claims of a text that are judged within the budget."""
        claims = judge_claims(clean, self.pool, self.language, self.calibration, budget=budget)
        return [claim for claim in claims if claim.is_doubtful]

    def without(self, draft: Draft) -> str:
        """Return the text without these claims and their markers; empty if no content is left."""
        if draft.text.data is not None:
            return self._cut_out_of_strings(draft.text.data)
        cut = self._cut_out(draft.clean)
        return cut if has_statement(parse(cut)) else ""

    def _cut_out_of_strings(self, data: Any) -> str:
        """Cut the claims out of the assertions of JSON data; labels and typed values stay."""
        free = {text for text in assertions(data) if self._is_free(data, text)}
        cut = in_strings(
            data, lambda text: self._cut_out(without_markers(text)) if text in free else text
        )
        shorter = json.dumps(_without_emptied(data, json.loads(cut)), ensure_ascii=False, indent=2)
        fitting = (one for one in (shorter, cut) if self.fits(without_markers(one).text))
        left = next(fitting, "")
        return left if left and self._has_supported_content(json.loads(left)) else ""

    def _is_free(self, data: Any, text: str) -> bool:
        """Return whether the schema allows any text here: no enum, date or pattern."""
        other = _CHARACTER.sub("x", text)
        changed = in_strings(data, lambda one: other if one == text else one)
        return self.fits(without_markers(changed).text)

    def _has_supported_content(self, data: Any) -> bool:
        """Return True if a statement or a label from the sources is left, and any answer."""
        answer = data.get(ANSWER) if isinstance(data, dict) else None
        if isinstance(answer, str) and not has_content(answer):
            return False
        if any(has_statement(parse(text)) for text in assertions(data)):
            return True
        return any(
            contains(term, self.pool.words)
            for text in strings(data)
            for term in content_terms(text)
        )

    def _cut_out(self, clean: Unmarked) -> str:
        return cut_out(clean, self.doubtful(clean))


def _without_emptied(before: Any, after: Any) -> Any:
    """Return JSON data without the list members that lost all their content."""
    if isinstance(before, dict):
        return {name: _without_emptied(before[name], value) for name, value in after.items()}
    if not isinstance(before, list):
        return after
    pairs = zip(before, after, strict=True)
    return [_without_emptied(one, other) for one, other in pairs if not _is_emptied(one, other)]


def _is_emptied(before: Any, after: Any) -> bool:
    return isinstance(before, str) and has_content(before) and not has_content(after)


def fallback_finding(shown: Answer, language: Language) -> Finding:
    """Return the finding for an answer that was replaced or withheld."""
    code = "replaced" if shown.outcome == "answered" else "withheld"
    return Finding(code="replaced", message=localized_text(code, language), action="replaced")


def _settled(
    draft: Draft,
    doubtful: Sequence[Claim],
    claim_filter: _ClaimFilter,
    question: Question,
    audience: Audience,
    fallback: Callable[[Draft], Draft],
) -> tuple[Draft, tuple[Finding, ...]]:
    if audience is Audience.ANALYST:
        return draft, _findings(doubtful, question, "none")
    marked = claim_filter.without(draft)
    if not marked:
        shown = fallback(draft)
        done = fallback_finding(shown.answer, question.language)
        findings = _findings(doubtful, question, "replaced")
        return shown, (*findings, done)
    shorter = draft.with_text(marked)
    left = {claim.statement for claim in claim_filter.doubtful(shorter.clean)}
    stay = [claim for claim in doubtful if claim.statement in left]
    go = [claim for claim in doubtful if claim.statement not in left]
    findings = (*_findings(go, question, "dropped"), *_findings(stay, question, "none"))
    return shorter, findings


def _findings(
    claims: Sequence[Claim],
    question: Question,
    action: Literal["none", "rewritten", "dropped", "replaced"],
) -> tuple[Finding, ...]:
    return tuple(
        Finding(
            code="ungrounded_claim",
            message=localized_text(
                "ungrounded", question.language, claim=" ".join(claim.statement.split())
            ),
            excerpt=claim.statement,
            action=action,
        )
        for claim in claims
    )
