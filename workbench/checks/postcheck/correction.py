"""The post-check: a stricter rewrite, then deterministic mending, then the rendered facts."""

from collections.abc import Awaitable, Callable, Sequence
from functools import partial
from typing import Any, Literal, TypeAlias

from workbench.checks.messages import localized_text
from workbench.checks.postcheck.clean_up import clean_up, has_statement
from workbench.checks.postcheck.completeness import incomplete
from workbench.checks.postcheck.inspection import Inspection, Violation
from workbench.checks.postcheck.violations import find_violations
from workbench.checks.postcheck.wrong_language import wrong_language
from workbench.checks.time_budget import off_loop
from workbench.domain.answer import Answer, AskOptions, Rendered
from workbench.domain.diagnostics import Finding
from workbench.domain.evidence import FactsPayload
from workbench.domain.plan import QueryPlan
from workbench.domain.question import Question
from workbench.errors import ProviderError
from workbench.text.citation_marks import without_markers
from workbench.text.json_text import in_strings, structured
from workbench.workspace.load import Workspace

Rewrite: TypeAlias = Callable[[tuple[Finding, ...]], Awaitable[Answer]]
"""Asks the writer once more, with the findings as constraints."""

_Action: TypeAlias = Literal["none", "rewritten", "cleaned", "replaced"]


async def check(
    draft: Answer,
    *,
    facts: FactsPayload,
    rendered: Rendered,
    workspace: Workspace,
    question: Question,
    plan: QueryPlan | None = None,
    options: AskOptions | None = None,
    rewrite: Rewrite | None = None,
) -> tuple[Answer, tuple[Finding, ...]]:
    """A text fit to be shown, and what had to be corrected on the way.

    Args:
        draft: what the writer wrote; answers that abstain are the workspace's own words.
        facts: what was found; what a source says itself is no artefact.
        rendered: the known source numbers, and the text shown when nothing else helps.
        workspace: forbidden phrases, names of tools, intents and nodes.
        question: an answer may speak of absence where the question asks for it.
        plan: says whether every fact belongs into the answer; None checks no completeness.
        options: the same.
        rewrite: None when there is no model to ask again.
    """
    if draft.outcome != "answered":
        return draft, ()
    inspection = Inspection(facts, rendered, workspace, question, plan, options or AskOptions())
    data = structured(draft.marked)
    if data is not None:
        return await off_loop(partial(_checked_leaves, draft, data, inspection))
    found = await off_loop(partial(_found, draft, inspection))
    wrong = [one for one in found if one.fix != "flag"]
    if not wrong:
        return draft, _findings(found, inspection, "none")
    if rewrite is not None:
        second = await _rewritten(rewrite, _findings(wrong, inspection, "none"))
        if second is not None:
            again = await off_loop(partial(_found, second, inspection))
            if all(one.fix == "flag" for one in again):
                findings = _findings(wrong, inspection, "rewritten")
                return second, (*findings, *_findings(again, inspection, "none"))
            draft, found = second, again
    return await off_loop(partial(_mended, draft, found, inspection))


def _found(draft: Answer, inspection: Inspection) -> list[Violation]:
    foreign = wrong_language(draft, inspection)
    left_out = incomplete(draft, inspection)
    found = [one for one in (foreign, left_out) if one]
    return [*found, *find_violations(draft.marked, inspection)]


def _checked_leaves(
    draft: Answer, data: Any, inspection: Inspection
) -> tuple[Answer, tuple[Finding, ...]]:
    """A structured answer keeps its structure: only what its strings say is mended."""
    findings: list[Finding] = []

    def mended(text: str) -> str:
        found = find_violations(text, inspection)
        findings.extend(_each(found, inspection, "cleaned"))
        return clean_up(text, found) if any(one.is_cut for one in found) else text

    marked = in_strings(data, mended)
    return _with_text(draft, marked), tuple(findings)


async def _rewritten(rewrite: Rewrite, findings: tuple[Finding, ...]) -> Answer | None:
    """The second draft; None when the model fails or breaks off: the first one is then mended."""
    try:
        second = await rewrite(findings)
    except ProviderError:
        return None
    return second if second.marked.strip() and not second.partial else None


def _mended(
    draft: Answer, found: Sequence[Violation], inspection: Inspection
) -> tuple[Answer, tuple[Finding, ...]]:
    if not any(one.is_cut or one.fix == "replace" for one in found):
        return draft, _findings(found, inspection, "none")
    if any(one.fix == "replace" for one in found):
        return _replaced(draft, found, inspection)
    text = clean_up(draft.marked, found)
    left = find_violations(text, inspection)
    if has_statement(text) and not any(one.is_cut for one in left):
        return _with_text(draft, text), _each(found, inspection, "cleaned")
    return _replaced(draft, found, inspection)


def _replaced(
    draft: Answer, found: Sequence[Violation], inspection: Inspection
) -> tuple[Answer, tuple[Finding, ...]]:
    """The rendered facts in place of the draft."""
    shown = inspection.rendered.marked
    shown = clean_up(shown, find_violations(shown, inspection))
    replaced = Finding(
        code="replaced", message=localized_text("replaced", inspection.language), action="replaced"
    )
    return _with_text(draft, shown), (*_each(found, inspection, "replaced"), replaced)


def _with_text(draft: Answer, marked: str) -> Answer:
    return draft.model_copy(update={"marked": marked, "text": without_markers(marked).text})


def _each(
    found: Sequence[Violation], inspection: Inspection, action: _Action
) -> tuple[Finding, ...]:
    """Findings of all artefacts; those that no cut mends were left as they are."""
    return tuple(
        one.finding(inspection.language, action if one.is_cut or one.fix == "replace" else "none")
        for one in found
    )


def _findings(
    found: Sequence[Violation], inspection: Inspection, action: _Action
) -> tuple[Finding, ...]:
    return tuple(one.finding(inspection.language, action) for one in found)
