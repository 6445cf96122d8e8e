"""Detect a plan that replaced an entity or value of the question by another of the same kind."""

from collections.abc import Iterator, Sequence
from itertools import chain

from workbench.domain.plan import ToolArgs
from workbench.domain.run import Run

_SURE = 0.9
"""Least confidence of a recognised name; a planner may correct a less certain one."""


def substituted_name(run: Run) -> str:
    """Return the name in the question that the plan replaced by another of its kind; else ``""``.

    Asked what the Premier plan covers, a plan that looks up the Basic one is carried out without
    fault, and each claim of its answer is true to the sources.
    """
    calls = [call.args for call in run.plan.tool_calls] if run.plan else []
    return next(chain(_entities(run, calls), _values(run, calls)), "")


def _entities(run: Run, calls: Sequence[ToolArgs]) -> Iterator[str]:
    planned = run.plan.entities if run.plan else ()
    subjects = {args.subject_id for args in calls}
    used = {one.id for one in planned} | subjects | {value for _, value in _filtered(calls)}
    named = {candidate.canonical_id for one in run.entities for candidate in one.candidates}
    named |= {one.canonical_id for one in run.entities}
    for one in run.entities:
        others = {other.id for other in planned if other.type == one.type} & subjects - named
        meant = {one.canonical_id, *(candidate.canonical_id for candidate in one.candidates)}
        if one.span and one.confidence >= _SURE and others and meant.isdisjoint(used):
            yield one.name


def _values(run: Run, calls: Sequence[ToolArgs]) -> Iterator[str]:
    filtered = set(_filtered(calls))
    named = {(one.slot, one.value) for one in run.slots}
    for one in run.slots:
        others = {value for slot, value in filtered - named if slot == one.slot}
        if one.confidence >= _SURE and others and (one.slot, one.value) not in filtered:
            yield one.label or one.value


def _filtered(calls: Sequence[ToolArgs]) -> Iterator[tuple[str, str]]:
    """Yield the slots and the values by which the calls are filtered."""
    for args in calls:
        for slot, value in args.applied_filters.items():
            yield from ((slot, str(one)) for one in (value if isinstance(value, list) else [value]))
