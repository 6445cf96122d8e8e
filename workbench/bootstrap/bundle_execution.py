"""Repeat the calls of a run to the graph, and compare what they find with its facts."""

from collections.abc import Container, Mapping, Sequence
from typing import Literal

from workbench.bootstrap.bundle_steps import BundleStep, data_of, first_difference, step_of
from workbench.bootstrap.bundled_tables import bundled_tables
from workbench.domain.evidence import Evidence, ExecutedCall, FactsPayload, empty_facts
from workbench.domain.given_facts import NOTE
from workbench.domain.run import Run, Stage
from workbench.errors import WorkbenchError
from workbench.executor.execute import call_context
from workbench.export.bundle import Content
from workbench.pipeline.stages import execution_context, plan_of
from workbench.pipeline.state import Services
from workbench.retrieval.graph_store import graph_store
from workbench.tools.graph import GraphTool
from workbench.tools.protocol import Tool, ToolOutcome
from workbench.tools.table import TableTool
from workbench.workspace import Workspace

_MERGED = frozenset({"call", "found_by", "more_paths"})
"""Fields of a fact that merging the calls fills in."""


async def execute_step(content: Content, workspace: Workspace, services: Services) -> BundleStep:
    """Repeat the calls to the graph, and to tables whose rows the bundle holds.

    Other calls need indexes, and their evidence was checked.

    Of facts that were edited by hand, those that the calls found are compared, and the step is
    never more than ``skipped``: some of the facts rest on a person's word.
    """
    graph: Tool = GraphTool(workspace, graph_store(workspace))
    tools = {workspace.spec.tools.graph: graph}
    with bundled_tables(content) as tables:
        if tables is not None:
            tools[workspace.tool_name(TableTool.kind)] = tables
        return await _repeated_calls(content.run, tools, services)


async def _repeated_calls(run: Run, tools: Mapping[str, Tool], services: Services) -> BundleStep:
    context = execution_context(run, services)
    facts, edited = run.facts or empty_facts(), _has_edited_facts(run)
    found = tuple(one for one in facts.items if not (edited and one.type == NOTE))
    left_out: dict[str, None] = {}
    repeated = set[int]()
    for number, call in enumerate(run.tool_calls):
        tool = tools.get(call.tool)
        if tool is None or call.status == "failed":
            left_out[call.tool] = None
            continue
        repeated.add(number)
        try:
            outcome = await tool.run(call.args, call_context(plan_of(run), context, number))
        except (WorkbenchError, LookupError):  # its arguments name what the workspace has not
            return step_of("execute", f"tool_calls[{number}].args")
        wrong = _other_outcome(number, call, outcome, facts)
        wrong = wrong or _never_found(number, outcome, found)
        wrong = wrong or ("" if edited else _lost(outcome, facts))
        if wrong:
            return step_of("execute", f"tool_calls[{number}]: {wrong}")
    if edited:
        return BundleStep(name="execute", state="skipped", detail="facts edited by hand")
    if wrong := _unfounded(run.tool_calls, found, repeated):
        return step_of("execute", wrong)
    state: Literal["same", "skipped"] = "same" if repeated else "skipped"
    return BundleStep(name="execute", state=state, detail=", ".join(left_out))


def _has_edited_facts(run: Run) -> bool:
    """Return True for a fork whose facts were given to it, and for the forks of such a fork."""
    record = run.stage(Stage.EXECUTE)
    return run.parent_id is not None and record is not None and not record.output_hash


def _other_outcome(
    number: int, call: ExecutedCall, outcome: ToolOutcome, facts: FactsPayload
) -> str:
    """Return what a repeated call found otherwise than the recorded one; empty if nothing."""
    if call.items != len(outcome.items):
        return "items"
    if difference := first_difference(data_of(call.subgraph), data_of(outcome.subgraph)):
        return f"subgraph{difference}"
    known = facts.evidence_by_id()
    for item in outcome.items:
        recorded = known.get(item.id)
        if recorded is not None and recorded.call == number:
            wrong = first_difference(data_of(recorded, _MERGED), data_of(item, _MERGED))
            if wrong:
                return f"{item.id}{wrong}"
    return ""


def _never_found(number: int, outcome: ToolOutcome, facts: Sequence[Evidence]) -> str:
    """Return the id of a call's fact that the repeated call did not find; empty if none."""
    again = {item.id for item in outcome.items}
    return next((one.id for one in facts if one.call == number and one.id not in again), "")


def _lost(outcome: ToolOutcome, facts: FactsPayload) -> str:
    """Return the id of a fact that a repeated call found and the run has not; empty if none."""
    known = facts.evidence_by_id()
    texts = {item.content for item in known.values()}
    lost = (one.id for one in outcome.items if one.id not in known and one.content not in texts)
    return next(lost, "")


def _unfounded(
    calls: Sequence[ExecutedCall], facts: Sequence[Evidence], repeated: Container[int]
) -> str:
    """Return the id of a fact that nothing in the bundle speaks for; empty if there is none.

    A call that was not repeated found it, and it has no place in a document, or the call failed.
    """
    for one in facts:
        if one.call in repeated:
            continue
        failed = one.call >= len(calls) or calls[one.call].status == "failed"
        if failed or not (one.span or one.quote or one.rows):
            return one.id
    return ""
