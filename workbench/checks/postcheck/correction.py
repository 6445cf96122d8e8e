"""Correct violations: request a rewrite, then remove them, then show the rendered facts."""

from collections.abc import Sequence
from functools import partial
from typing import Literal, TypeAlias

from workbench.checks.messages import localized_text
from workbench.checks.postcheck.clean_up import clean_up, has_statement
from workbench.checks.postcheck.completeness import incomplete
from workbench.checks.postcheck.inspection import Inspection, Violation
from workbench.checks.postcheck.rewriting import Rewrite, is_usable, unless_failed
from workbench.checks.postcheck.violations import find_violations
from workbench.checks.postcheck.wrong_language import wrong_language
from workbench.checks.time_budget import off_loop
from workbench.domain.diagnostics import Finding
from workbench.text import parse
from workbench.text.draft import Draft
from workbench.text.json_text import in_strings

_Action: TypeAlias = Literal["none", "rewritten", "cleaned", "replaced"]


async def correct(
    draft: Draft, inspection: Inspection, rewrite: Rewrite | None = None
) -> tuple[Draft, tuple[Finding, ...]]:
    """Return a text without violations, and the findings on the draft.

    Args:
        draft: the writer's draft; an abstention is the workspace's own text and stays.
        inspection: what the draft is checked against; without a plan, not for completeness.
        rewrite: None if there is no model to ask for another draft.
    """
    if draft.answer.outcome != "answered":
        return draft, ()
    if draft.text.data is not None:
        work = partial(_with_corrected_strings, draft, inspection)
        return await off_loop(work, _size(draft, inspection))
    found = await off_loop(partial(_found, draft, inspection), _size(draft, inspection))
    wrong = [one for one in found if one.fix != "flag"]
    if not wrong:
        return draft, _findings(found, inspection, "none")
    spent: tuple[Finding, ...] = ()
    if rewrite is not None:
        request = rewrite(_findings(wrong, inspection, "none"))
        second, spent = await unless_failed(request, inspection.language)
        if second is not None and is_usable(second):
            again = await off_loop(partial(_found, second, inspection), _size(second, inspection))
            if all(one.fix == "flag" for one in again):
                findings = _findings(wrong, inspection, "rewritten")
                return second, (*findings, *_findings(again, inspection, "none"))
            draft, found = second, again
    replace = partial(_without_rewrite, draft, found, inspection)
    corrected, findings = await off_loop(replace, _size(draft, inspection))
    return corrected, (*spent, *findings)


def _size(draft: Draft, inspection: Inspection) -> int:
    return len(draft.answer.marked) + len(inspection.rendered.context)


def _found(draft: Draft, inspection: Inspection) -> list[Violation]:
    foreign = wrong_language(draft, inspection)
    left_out = incomplete(draft, inspection)
    found = [one for one in (foreign, left_out) if one]
    return [*found, *find_violations(draft.text, inspection)]


def _with_corrected_strings(
    draft: Draft, inspection: Inspection
) -> tuple[Draft, tuple[Finding, ...]]:
    """Return a structured answer with its strings corrected and its structure unchanged."""
    findings: list[Finding] = []

    def corrected(value: str) -> str:
        text = parse(value)
        found = find_violations(text, inspection)
        findings.extend(_each(found, inspection, "cleaned"))
        return clean_up(text, found) if any(one.is_cut for one in found) else value

    return draft.with_text(in_strings(draft.text.data, corrected)), tuple(findings)


def _without_rewrite(
    draft: Draft, found: Sequence[Violation], inspection: Inspection
) -> tuple[Draft, tuple[Finding, ...]]:
    """Return the draft with violations removed, or the rendered facts if that is not possible."""
    if not any(one.is_cut or one.fix == "replace" for one in found):
        return draft, _findings(found, inspection, "none")
    if any(one.fix == "replace" for one in found):
        return _replaced(draft, found, inspection)
    cleaned = draft.with_text(clean_up(draft.text, found))
    left = find_violations(cleaned.text, inspection)
    if has_statement(cleaned.text) and not any(one.is_cut for one in left):
        return cleaned, _each(found, inspection, "cleaned")
    return _replaced(draft, found, inspection)


def _replaced(
    draft: Draft, found: Sequence[Violation], inspection: Inspection
) -> tuple[Draft, tuple[Finding, ...]]:
    """Return the rendered facts instead of the draft, and the findings."""
    facts = parse(inspection.rendered.marked)
    shown = clean_up(facts, find_violations(facts, inspection))
    replaced = Finding(
        code="replaced", message=localized_text("replaced", inspection.language), action="replaced"
    )
    return draft.with_text(shown), (*_each(found, inspection, "replaced"), replaced)


def _each(
    found: Sequence[Violation], inspection: Inspection, action: _Action
) -> tuple[Finding, ...]:
    """Return a finding for each violation; one that was not removed has the action "none"."""
    return tuple(
        one.finding(inspection.language, action if one.is_cut or one.fix == "replace" else "none")
        for one in found
    )


def _findings(
    found: Sequence[Violation], inspection: Inspection, action: _Action
) -> tuple[Finding, ...]:
    return tuple(one.finding(inspection.language, action) for one in found)
