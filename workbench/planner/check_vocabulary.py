"""Check every name in a plan against the workspace (the second layer of validation)."""

from collections.abc import Iterator, Mapping
from typing import Any

from workbench.domain.plan import Fallback, PlanProblem, QueryPlan, ToolCall
from workbench.workspace import Workspace
from workbench.workspace.plan_names import PlanNames, vocabulary_error


def check_vocabulary(plan: QueryPlan, workspace: Workspace) -> Iterator[PlanProblem]:
    """Yield unknown or mismatched intents, tools, entities, filters and styles."""
    names = PlanNames(workspace)
    spec = workspace.spec
    for at, intent in enumerate(plan.intents):
        yield from names.check_known(f"$.intents[{at}]", "intent", intent, workspace.all_intents)
    for at, entity in enumerate(plan.entities):
        yield from names.entity(f"$.entities[{at}]", entity.id, entity.type)
    for at, call in enumerate(plan.tool_calls):
        yield from _call(f"$.tool_calls[{at}]", call, workspace)
    yield from _fallback(plan.fallback, workspace)
    styles = spec.all_answer_styles
    if plan.answer_style:
        yield from names.check_known("$.answer_style", "answer_style", plan.answer_style, styles)


def check_names(data: Mapping[str, Any], workspace: Workspace) -> Iterator[PlanProblem]:
    """Yield the unknown intents and tools of a plan that cannot be parsed."""
    names, known = PlanNames(workspace), {"tool": workspace.tool_names}
    for path, what, name in _names(data):
        if isinstance(name, str):
            allowed = known.get(what, workspace.all_intents)
            yield from names.check_known(path, what, name, allowed)


def _names(data: Mapping[str, Any]) -> Iterator[tuple[str, str, Any]]:
    """Yield the path, kind and value of each intent and tool."""
    for at, intent in enumerate(_list(data, "intents")):
        yield f"$.intents[{at}]", "intent", intent
    for at, call in enumerate(_list(data, "tool_calls")):
        if not isinstance(call, Mapping):
            continue
        yield f"$.tool_calls[{at}].tool", "tool", call.get("tool")
        if isinstance(args := call.get("args"), Mapping):
            yield f"$.tool_calls[{at}].args.intent", "intent", args.get("intent")


def _list(data: Mapping[str, Any], field: str) -> list[Any]:
    value = data.get(field)
    return value if isinstance(value, list) else []


def _fallback(fallback: Fallback, workspace: Workspace) -> Iterator[PlanProblem]:
    names, tools = PlanNames(workspace), workspace.tool_names
    search = workspace.spec.tools.search
    if fallback.tool is not None:
        yield from names.check_known("$.fallback.tool", "tool", fallback.tool, tools)
        if fallback.tool in tools and fallback.tool != search:
            yield vocabulary_error("$.fallback.tool", "wrong_tool", other=search)
    yield from names.search_filters("$.fallback.filters", fallback.filters)


def _call(path: str, call: ToolCall, workspace: Workspace) -> Iterator[PlanProblem]:
    names, tools = PlanNames(workspace), workspace.tool_names
    kind = tools.get(call.tool)
    if kind is None:
        yield from names.check_known(f"{path}.tool", "tool", call.tool, tools)
    elif kind != call.kind:
        other = workspace.tool_name(call.kind)
        words = {"tool": call.tool, "kind": kind, "given": call.kind, "other": other}
        yield vocabulary_error(f"{path}.args", "wrong_arguments", **words)
    yield from workspace.tool_specs[call.kind].check(f"{path}.args", call.args, names)
