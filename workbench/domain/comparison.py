"""Compare runs: plans, entities, calls, facts, claims and scores, and the effect of an edit.

A fact counts as shown when the renderer put it among the answer's sources; the facts beyond the
plan's limits were found but not shown, and no reader saw them.
"""

import json
from collections.abc import Iterator, Sequence
from typing import Any, Literal, TypeAlias

from workbench.domain.base import Value
from workbench.domain.diagnostics import Claim, Verdict
from workbench.domain.evidence import Evidence
from workbench.domain.plan import QueryPlan
from workbench.domain.run import Run

Pair: TypeAlias = tuple[float | None, float | None]
"""A score before and after."""

_NOTHING = frozenset((None, "{}", "[]"))
"""A value that a plan lacks, or an empty one in its place: neither is an edit by itself."""

EditKind: TypeAlias = Literal["question", "option", "model", "entity", "plan", "fact", "answer"]


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


class Effect(Value):
    """How a run differs from the one it is compared with, whose value comes first in each pair."""

    edits: tuple[Edit, ...] = ()
    gained: tuple[Evidence, ...] = ()
    """Facts shown by this run alone."""
    lost: tuple[Evidence, ...] = ()
    claims_gained: tuple[Claim, ...] = ()
    claims_lost: tuple[Claim, ...] = ()
    grounding: Pair = (None, None)
    probability: Pair = (None, None)
    confidence: Pair = (None, None)


class RunScores(Value):
    """The figures of one run; None where the run has no such figure."""

    label: str | None = None
    probability: float | None = None
    grounding: float | None = None
    confidence: float | None = None
    claims: int = 0
    """Claims that could be checked."""
    supported: int = 0
    facts_found: int = 0
    facts_shown: int = 0
    calls: int = 0
    input_tokens: int = 0
    output_tokens: int = 0
    price_usd: float | None = None
    ms: float = 0.0
    """Time of the run's own stages; those reused from a parent are not counted."""


class ComparedField(Value):
    """A field of the plan with its value in each run; None where a plan lacks it."""

    path: str
    values: tuple[str | None, ...]


class ComparedEntity(Value):
    """An entity, and which runs recognised it."""

    id: str
    type: str
    name: str
    in_runs: tuple[bool, ...]


class ComparedCall(Value):
    """A tool call, and how many facts it brought in each run; None where it was not made."""

    tool: str
    args: str
    """The arguments as JSON text."""
    items: tuple[int | None, ...]
    ms: tuple[float | None, ...]
    places: tuple[int | None, ...]
    """Its place among the calls of each run."""


class ComparedFact(Value):
    """A fact, which runs found it and which showed it."""

    evidence: Evidence
    found: tuple[bool, ...]
    shown: tuple[bool, ...]


class ComparedClaim(Value):
    """A statement of the answers, and its verdict in each run; None where it is not stated."""

    text: str
    verdicts: tuple[Verdict | None, ...]


class RunComparison(Value):
    """Two or more runs side by side; every tuple of values is in the order of ``runs``."""

    runs: tuple[str, ...]
    scores: tuple[RunScores, ...]
    effects: tuple[Effect, ...]
    """Each further run compared with the first one."""
    plan: tuple[ComparedField, ...]
    """The fields that are not the same in all plans."""
    entities: tuple[ComparedEntity, ...]
    calls: tuple[ComparedCall, ...]
    facts: tuple[ComparedFact, ...]
    claims: tuple[ComparedClaim, ...]


def compare_runs(runs: Sequence[Run]) -> RunComparison:
    """Compare runs with one another, and each with the first.

    Args:
        runs: the one to compare with first, such as the parent of a fork.
    """
    return RunComparison(
        runs=tuple(run.id for run in runs),
        scores=tuple(map(scores, runs)),
        effects=tuple(effect(runs[0], run) for run in runs[1:]),
        plan=_plans(runs),
        entities=_entities(runs),
        calls=_calls(runs),
        facts=_facts(runs),
        claims=_claims(runs),
    )


def scores(run: Run) -> RunScores:
    """Return the figures of a run."""
    found = run.diagnostics
    checked = checked_claims(run)
    verdict = found.verdict if found else None
    return RunScores(
        label=verdict.label if verdict else None,
        probability=verdict.probability if verdict else None,
        grounding=found.grounding.score if found else None,
        confidence=found.confidence.score if found else None,
        claims=len(checked),
        supported=sum(claim.verdict == "supported" for claim in checked),
        facts_found=len(run.facts.items) if run.facts else 0,
        facts_shown=len(shown_facts(run)),
        calls=len(run.tool_calls),
        input_tokens=run.usage.input_tokens,
        output_tokens=run.usage.output_tokens,
        price_usd=run.usage.price_usd,
        ms=sum(stage.ms for stage in run.stages if not stage.reused),
    )


def shown_facts(run: Run) -> tuple[Evidence, ...]:
    """Return the facts that the answer was written from, in the order of its sources."""
    if run.facts is None or run.rendered is None:
        return ()
    found = run.facts.evidence_by_id()
    return tuple(found[one] for one in dict.fromkeys(run.rendered.sources) if one in found)


def effect(base: Run, other: Run) -> Effect:
    """Compare what a run shows, claims and scores with another run, such as its parent."""
    before, after = ({item.id: item for item in shown_facts(run)} for run in (base, other))
    said, says = (
        {same_words(claim): claim for claim in checked_claims(run)} for run in (base, other)
    )
    pair = scores(base), scores(other)
    return Effect(
        edits=edits(base, other),
        gained=tuple(item for key, item in after.items() if key not in before),
        lost=tuple(item for key, item in before.items() if key not in after),
        claims_gained=tuple(claim for key, claim in says.items() if key not in said),
        claims_lost=tuple(claim for key, claim in said.items() if key not in says),
        grounding=(pair[0].grounding, pair[1].grounding),
        probability=(pair[0].probability, pair[1].probability),
        confidence=(pair[0].confidence, pair[1].confidence),
    )


def edits(base: Run, other: Run) -> tuple[Edit, ...]:
    """Return what differs at the earliest stage where the runs differ, and a plan edited by hand.

    Later differences follow from these.
    """
    found = [*_options(base, other), *_models(base, other)]
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
    ]


def _models(base: Run, other: Run) -> list[Edit]:
    return [
        Edit(kind="model", path=role, before=base.models[role], after=other.models[role])
        for role in base.models
        if role in other.models and base.models[role] != other.models[role]
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
    slots = [{f"{s.slot}={s.value}": s for s in run.slots} for run in (base, other)]
    lost = [Edit(kind="entity", path=key, before=key) for key in slots[0] if key not in slots[1]]
    new = [Edit(kind="entity", path=key, after=key) for key in slots[1] if key not in slots[0]]
    return [*found, *added, *lost, *new]


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
    """A plan as JSON data; the planner's certainty and the record's version are no part of it."""
    return plan.model_dump(mode="json", exclude={"schema_version", "confidence"}) if plan else {}


def _plans(runs: Sequence[Run]) -> tuple[ComparedField, ...]:
    leaves = [plan_fields(run.plan) for run in runs]
    rows = (
        ComparedField(path=path, values=tuple(one.get(path) for one in leaves))
        for path in dict.fromkeys(path for one in leaves for path in one)
    )
    return tuple(row for row in rows if len(set(row.values)) > 1)


def _entities(runs: Sequence[Run]) -> tuple[ComparedEntity, ...]:
    found = {entity.canonical_id: entity for run in runs for entity in run.entities}
    present = [{entity.canonical_id for entity in run.entities} for run in runs]
    return tuple(
        ComparedEntity(
            id=key, type=one.type, name=one.name, in_runs=tuple(key in ids for ids in present)
        )
        for key, one in found.items()
    )


def _calls(runs: Sequence[Run]) -> tuple[ComparedCall, ...]:
    tables = [
        {(c.tool, _json(c.args.model_dump(mode="json"))): place for place, c in enumerate(calls)}
        for calls in (run.tool_calls for run in runs)
    ]
    keys = dict.fromkeys(key for table in tables for key in table)
    compared = []
    for tool, args in keys:
        places = tuple(table.get((tool, args)) for table in tables)
        made = [
            run.tool_calls[place] if place is not None else None
            for run, place in zip(runs, places, strict=True)
        ]
        compared.append(
            ComparedCall(
                tool=tool,
                args=args,
                items=tuple(call.items if call else None for call in made),
                ms=tuple(call.ms if call else None for call in made),
                places=places,
            )
        )
    return tuple(compared)


def _json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, sort_keys=True)


def _facts(runs: Sequence[Run]) -> tuple[ComparedFact, ...]:
    """Every fact, those that some run shows first."""
    found = [run.facts.evidence_by_id() if run.facts else {} for run in runs]
    shown = [{item.id for item in shown_facts(run)} for run in runs]
    every = {key: item for items in found for key, item in items.items()}
    rows = [
        ComparedFact(
            evidence=item,
            found=tuple(key in items for items in found),
            shown=tuple(key in ids for ids in shown),
        )
        for key, item in every.items()
    ]
    return tuple(sorted(rows, key=lambda row: not any(row.shown)))


def _claims(runs: Sequence[Run]) -> tuple[ComparedClaim, ...]:
    said = [{same_words(claim): claim for claim in checked_claims(run)} for run in runs]
    worded = {key: claim.text for claims in reversed(said) for key, claim in claims.items()}
    return tuple(
        ComparedClaim(
            text=worded[key],
            verdicts=tuple(claims[key].verdict if key in claims else None for claims in said),
        )
        for key in dict.fromkeys(key for claims in said for key in claims)
    )


def checked_claims(run: Run) -> tuple[Claim, ...]:
    """Return the claims that could be checked; a heading or "8 more" is no such claim."""
    claims = run.diagnostics.claims if run.diagnostics else ()
    return tuple(claim for claim in claims if claim.probability is not None)


def same_words(claim: Claim) -> str:
    """Return the claim apart from its layout, by which it is found again in another answer."""
    return " ".join(claim.text.split()).strip(" .;:*-").casefold()
