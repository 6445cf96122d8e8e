"""The last check of a plan: its intents and its calls name the same things."""

from collections.abc import Iterator
from functools import partial

from workbench.domain.plan import GENERAL_UNSTRUCTURED, GraphArgs, PlanProblem, QueryPlan
from workbench.planner.plan_problems import problem
from workbench.workspace import Workspace

_problem = partial(problem, "policy")


def check_agreement(plan: QueryPlan, workspace: Workspace) -> Iterator[PlanProblem]:
    """Problems of a plan whose names are all known.

    Each intent has a call: a structured one a graph call that names it, any other a call that
    names no intent, such as a search. ``GENERAL_UNSTRUCTURED`` needs none. An intent that a call
    names is among ``intents``.
    """
    if plan.scope == "off_topic":
        return
    named = {call.args.intent for call in plan.tool_calls if isinstance(call.args, GraphArgs)}
    searched = any(not isinstance(call.args, GraphArgs) for call in plan.tool_calls)
    for at, name in enumerate(plan.intents):
        structured = workspace.spec.intents[name].is_structured
        if name != GENERAL_UNSTRUCTURED and not (name in named if structured else searched):
            tools = workspace.spec.tools
            tool = tools.graph if structured else tools.search
            yield _problem(f"$.intents[{at}]", "intent_without_call", intent=name, tool=tool)
    for at, call in enumerate(plan.tool_calls):
        if isinstance(call.args, GraphArgs) and call.args.intent not in plan.intents:
            path = f"$.tool_calls[{at}].args.intent"
            yield _problem(path, "undeclared_intent", intent=call.args.intent)
