"""Say what was changed between two runs: the question, an option, an entity, the plan, a fact."""

import json
from collections.abc import Iterator
from typing import Any, Literal, TypeAlias

from workbench.domain.base import Value
from workbench.domain.plan import QueryPlan
from workbench.domain.run import Run

_NOTHING = frozenset((None, "{}", "[]"))
"""A value that is missing, or an empty one in its place: neither is an edit by itself."""

EditKind: TypeAlias = Literal[
    "question", "option", "model", "template", "entity", "plan", "fact", "answer"
]


class Change(Value):
    """One path at which two plans differ; None where a plan lacks it."""

    path: str
    before: str | None
    after: str | None


class Edit(Value):
    """One difference that explains the others: what was changed by hand, or what differs first."""

    kind: EditKind
    path: str = ""
    """A JSON path in the plan, the name of an option or of a role, the id of a node."""
    before: str | None = None
    after: str | None = None


def edits(base: Run, other: Run) -> tuple[Edit, ...]:
    """Return what differs at the earliest stage where the runs differ, and a plan edited by hand.

    Later differences follow from these.
    """
    found = [*_options(base, other), *_models(base, other), *_templates(base, other)]
    if base.normalized != other.normalized:
        return (*found, Edit(kind="question", before=base.question, after=other.question))
    found += _entity_edits(base, other)
    if not found or other.plan_origin == "edited":
        found += [
            Edit(kind="plan", **one.model_dump())
            for one in differences(_plan_data(base.plan), _plan_data(other.plan))
            if not {one.before, one.after} <= _NOTHING
        ]
    return tuple(found) or _late_edits(base, other)


def _options(base: Run, other: Run) -> list[Edit]:
    left_out = {"models", "history"}
    before, after = (run.options.model_dump(mode="json", exclude=left_out) for run in (base, other))
    found = differences(before, after)
    return [
        Edit(kind="option", path=one.path.removeprefix("$."), before=one.before, after=one.after)
        for one in found
        if not {one.before, one.after} <= _NOTHING
    ]


def _models(base: Run, other: Run) -> list[Edit]:
    """The roles that another model has, or that only one of the runs gave to a model, as judge."""
    before, after = base.models, other.models
    roles = dict.fromkeys((*before, *after)) if before and after else ()
    return [
        Edit(kind="model", path=role, before=before.get(role), after=after.get(role))
        for role in roles
        if before.get(role) != after.get(role)
    ]


def _templates(base: Run, other: Run) -> list[Edit]:
    """The roles whose model was sent other prompt templates; told by the hashes of these."""
    before, after = base.templates, other.templates
    return [
        Edit(kind="template", path=role, before=hashed, after=after[role])
        for role, hashed in before.items()
        if role in after and after[role] != hashed
    ]


def _entity_edits(base: Run, other: Run) -> list[Edit]:
    """Pair entities found at the same words; the others were added or removed."""
    before = {entity.canonical_id: entity for entity in base.entities}
    after = {entity.canonical_id: entity for entity in other.entities}
    gone = [one for key, one in before.items() if key not in after]
    came = [one for key, one in after.items() if key not in before]
    found = []
    for one in gone:
        match = next((new for new in came if one.span and new.span == one.span), None)
        if match is not None:
            came.remove(match)
        name = match.name if match else None
        found.append(Edit(kind="entity", path=one.canonical_id, before=one.name, after=name))
    added = [Edit(kind="entity", path=one.canonical_id, after=one.name) for one in came]
    return [*found, *added, *_filter_edits(base, other)]


def _filter_edits(base: Run, other: Run) -> list[Edit]:
    """Pair filters of one slot; their path and values are written ``slot=value``."""
    slots = [{f"{s.slot}={s.value}": s.slot for s in run.slots} for run in (base, other)]
    new = {key: slot for key, slot in slots[1].items() if key not in slots[0]}
    found = []
    for key, slot in slots[0].items():
        if key not in slots[1]:
            after = next((one for one, its in new.items() if its == slot), None)
            new.pop(after or "", None)
            found.append(Edit(kind="entity", path=key, before=key, after=after))
    return [*found, *(Edit(kind="entity", path=key, after=key) for key in new)]


def _late_edits(base: Run, other: Run) -> tuple[Edit, ...]:
    """The facts that differ under one plan, or else the text that differs over the same facts."""
    before, after = (
        {item.id: item for item in run.facts.items} if run.facts else {} for run in (base, other)
    )
    dropped = [
        Edit(kind="fact", path=key, before=item.content)
        for key, item in before.items()
        if key not in after
    ]
    added = [
        Edit(kind="fact", path=key, after=item.content)
        for key, item in after.items()
        if key not in before
    ]
    if dropped or added:
        return (*dropped, *added)
    if list(before) != list(after):
        return (Edit(kind="fact", before="order", after="order"),)
    texts = [run.answer.text if run.answer else None for run in (base, other)]
    if texts[0] != texts[1]:
        return (Edit(kind="answer", before=texts[0], after=texts[1]),)
    return ()


def differences(before: Any, after: Any) -> tuple[Change, ...]:
    """Return every differing leaf of two plans given as JSON data, in the order of the paths."""
    old, new = dict(_leaves(before, "$")), dict(_leaves(after, "$"))
    paths = [*old, *(path for path in new if path not in old)]
    return tuple(
        Change(path=p, before=old.get(p), after=new.get(p))
        for p in paths
        if old.get(p) != new.get(p)
    )


def _leaves(value: Any, path: str) -> Iterator[tuple[str, str]]:
    if isinstance(value, dict) and value:
        for key, inner in value.items():
            yield from _leaves(inner, f"{path}.{key}")
    elif isinstance(value, list) and value:
        for place, inner in enumerate(value):
            yield from _leaves(inner, f"{path}[{place}]")
    else:
        yield path, value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)


def plan_fields(plan: QueryPlan | None) -> dict[str, str]:
    """Return the leaves of a plan by their JSON paths; none where there is no plan."""
    return dict(_leaves(_plan_data(plan), "$")) if plan else {}


def _plan_data(plan: QueryPlan | None) -> Any:
    """A plan as JSON data; the planner's certainty and the record's version are not part of it."""
    return plan.model_dump(mode="json", exclude={"schema_version", "confidence"}) if plan else {}
