"""Edits of a plan as values: its entities, calls, filters and limits."""

from collections.abc import Iterable, Sequence
from typing import TypeAlias

from workbench.domain.plan import Filters, FilterValue, PlanEntity, QueryPlan, ToolArgs

Pair: TypeAlias = tuple[str, str | float | bool]
"""One value of a filter, such as ``("category", "database")``."""


def pairs_of(filters: Filters) -> list[Pair]:
    """The values of filters, one by one."""
    return [
        (slot, one)
        for slot, value in filters.items()
        for one in (value if isinstance(value, list) else [value])
    ]


def filters_of(pairs: Iterable[Pair]) -> Filters:
    """The filters that have these values; several of one slot are a list."""
    found: dict[str, list[str | float | bool]] = {}
    for slot, value in pairs:
        found.setdefault(slot, []).append(value)
    return {slot: _value(values) for slot, values in found.items()}


def _value(values: Sequence[str | float | bool]) -> FilterValue:
    return values[0] if len(values) == 1 else [str(one) for one in values]


def with_entities(plan: QueryPlan, ids: Iterable[str], known: Iterable[PlanEntity]) -> QueryPlan:
    """The plan with the entities of these ids; ``known`` has one for each."""
    by_id = {one.id: one for one in known}
    return plan.model_copy(update={"entities": tuple(by_id[one] for one in ids)})


def with_argument(plan: QueryPlan, place: int, name: str, value: object) -> QueryPlan:
    """The plan with one argument of a call changed."""
    call = plan.tool_calls[place]
    args: ToolArgs = call.args.model_copy(update={name: value})
    edited = call.model_copy(update={"args": args})
    calls = (*plan.tool_calls[:place], edited, *plan.tool_calls[place + 1 :])
    return plan.model_copy(update={"tool_calls": calls})


def without_call(plan: QueryPlan, place: int) -> QueryPlan:
    """The plan without one of its calls."""
    calls = (*plan.tool_calls[:place], *plan.tool_calls[place + 1 :])
    return plan.model_copy(update={"tool_calls": calls})


def with_limit(plan: QueryPlan, name: str, value: int) -> QueryPlan:
    """The plan with one of its limits changed."""
    return plan.model_copy(update={"limits": plan.limits.model_copy(update={name: value})})
