"""Check that the intents and the calls of a plan agree (the fourth layer of validation)."""

from collections.abc import Iterator
from functools import partial

from workbench.domain.plan import GENERAL_UNSTRUCTURED, PlanProblem, QueryPlan
from workbench.workspace import Workspace
from workbench.workspace.plan_problems import problem

_problem = partial(problem, "policy")


def check_agreement(plan: QueryPlan, workspace: Workspace) -> Iterator[PlanProblem]:
    """Yield disagreements in a plan whose names are all known.

    Each structured intent needs a graph call that names it, any other intent a call that names
    none, such as a search; ``GENERAL_UNSTRUCTURED`` needs no call. The intent of each call must be
    in ``intents``.
    """
    if plan.scope == "off_topic":
        return
    named = {call.args.intent_id for call in plan.tool_calls}
    for at, name in enumerate(plan.intents):
        if name in workspace.query_intents:
            if name not in named:
                tool = _tool_of(name, workspace)
                yield _problem(f"$.intents[{at}]", "intent_without_call", intent=name, tool=tool)
            continue
        structured = workspace.spec.intents[name].is_structured
        if name != GENERAL_UNSTRUCTURED and (name if structured else None) not in named:
            tools = workspace.spec.tools
            tool = tools.graph if structured else tools.search
            yield _problem(f"$.intents[{at}]", "intent_without_call", intent=name, tool=tool)
    for at, call in enumerate(plan.tool_calls):
        intent = call.args.intent_id
        if intent is not None and intent not in plan.intents:
            path = f"$.tool_calls[{at}].args.{call.args.marker}"
            yield _problem(path, "undeclared_intent", intent=intent)


def _tool_of(query_intent: str, workspace: Workspace) -> str:
    """Return the name of the tool whose calls have this intent."""
    specs = workspace.tool_specs.values()
    (spec,) = [one for one in specs if one.query_intent and one.query_intent[0] == query_intent]
    return workspace.tool_name(spec.kind)
