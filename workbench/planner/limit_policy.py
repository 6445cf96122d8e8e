"""Limit the facts that a plan shows to the workspace's caps."""

from collections.abc import Iterable, Mapping

from workbench.domain.plan import BULLETS, DESCRIPTIONS, Limits, QueryPlan
from workbench.workspace import Workspace
from workbench.workspace.intents import Intent, Start


def limit_kind(intent: Intent, start: Start | None) -> str:
    """Return the kind of facts that a call yields; passages count as descriptions."""
    if start is None:
        return DESCRIPTIONS
    return intent.fact_at(start).limit_kind


def limits_for(kinds: Iterable[str], caps: Mapping[str, int]) -> Limits:
    """Return the limits of a plan whose calls yield these kinds: the largest of their caps."""
    largest = [caps[kind] for kind in kinds if kind != DESCRIPTIONS]
    return Limits(max_items=max(largest)) if largest else Limits()


def exceeded_caps(plan: QueryPlan, workspace: Workspace) -> dict[str, int]:
    """Return the plan's limits that exceed the workspace's caps: field name to cap."""
    caps, limits = workspace.spec.caps, plan.limits
    largest = max((caps[kind] for kind in _kinds(plan, workspace)), default=None)
    exceeded = {}
    if largest is not None and limits.max_items > max(largest, caps[BULLETS]):
        exceeded["max_items"] = largest
    if limits.max_paragraphs > caps[DESCRIPTIONS]:
        exceeded["max_paragraphs"] = caps[DESCRIPTIONS]
    return exceeded


def cap_limits(plan: QueryPlan, workspace: Workspace) -> QueryPlan:
    """Return the plan with its limits reduced to the workspace's caps."""
    limits = plan.limits.model_copy(update=exceeded_caps(plan, workspace))
    return plan.model_copy(update={"limits": limits})


def _kinds(plan: QueryPlan, workspace: Workspace) -> list[str]:
    """Return the kinds of facts that the plan's calls yield."""
    kinds = []
    for call in plan.tool_calls:
        intent = workspace.spec.intents.get(call.args.intent_id or "")
        node = workspace.nodes.get(call.args.subject_id or "")
        start = intent.starts.get(node.type if node else intent.any_of) if intent else None
        if intent is not None and start is not None:
            kinds.append(limit_kind(intent, start))
    return kinds
