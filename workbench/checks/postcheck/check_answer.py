"""Check a draft: correct it, require grounding, and replace it if no content is left."""

from collections.abc import Callable

from workbench.checks.grounding.verdicts import Calibration
from workbench.checks.postcheck.clean_up import has_no_text
from workbench.checks.postcheck.correction import correct
from workbench.checks.postcheck.enforce_grounding import fallback_finding, require_grounding
from workbench.checks.postcheck.inspection import Inspection
from workbench.checks.postcheck.refusals import as_refusal
from workbench.checks.postcheck.rewriting import OneRewrite, Rewrite
from workbench.domain.diagnostics import Finding
from workbench.text.draft import Draft


async def check_answer(
    draft: Draft,
    inspection: Inspection,
    *,
    rewrite: Rewrite | None,
    fallback: Callable[[Draft], Draft],
    fits: Callable[[str], bool],
    calibration: Calibration,
) -> tuple[Draft, tuple[Finding, ...]]:
    """Return the answer to show and the findings on its draft.

    Args:
        draft: the writer's draft, or an abstention.
        inspection: what the draft is checked against.
        rewrite: requests another draft, at most once; None for a draft that no model wrote. Only
            a model's draft must be grounded where the options require it.
        fallback: replaces an answer without remaining content.
        fits: whether a text satisfies the answer's schema.
        calibration: the same as for the diagnostics.
    """
    once = OneRewrite(rewrite) if rewrite is not None else None
    checked, findings = await correct(draft, inspection, once)
    if once is not None and inspection.options.require_grounding:
        checked, more = await _grounded(checked, inspection, once, fallback, fits, calibration)
        findings = (*findings, *more)
    if once is not None and checked.answer.outcome == "answered":
        checked = as_refusal(checked, inspection)
    if checked.answer.outcome == "answered" and has_no_text(checked.text):
        checked = fallback(checked)
        findings = (*findings, fallback_finding(checked.answer, inspection.language))
    return checked, findings


async def _grounded(
    draft: Draft,
    inspection: Inspection,
    rewrite: OneRewrite,
    fallback: Callable[[Draft], Draft],
    fits: Callable[[str], bool],
    calibration: Calibration,
) -> tuple[Draft, tuple[Finding, ...]]:
    """Require grounding; a redraft and a replacement pass the post-check as well."""

    async def redraft(findings: tuple[Finding, ...]) -> tuple[Draft, tuple[Finding, ...]]:
        return await correct(await rewrite(findings), inspection)

    draft, findings = await require_grounding(
        draft,
        facts=inspection.facts,
        rendered=inspection.rendered,
        question=inspection.question,
        audience=inspection.options.audience,
        redraft=None if rewrite.is_used else redraft,
        fallback=fallback,
        fits=fits,
        calibration=calibration,
        subjects=inspection.workspace.subject_names,
    )
    if not any(finding.action == "replaced" for finding in findings):
        return draft, findings
    draft, more = await correct(draft, inspection)
    return draft, (*findings, *more)
