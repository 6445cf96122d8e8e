"""Compare runs: plans, entities, calls, facts, claims and scores, and the effect of an edit.

A fact counts as shown when the renderer put it among the answer's sources; the facts beyond the
plan's limits were found but not shown, and no reader saw them.
"""

import json
from collections.abc import Sequence
from typing import Any, TypeAlias

from workbench.domain.base import Value
from workbench.domain.diagnostics import Claim, Verdict
from workbench.domain.edits import Edit, edits, plan_fields
from workbench.domain.evidence import Evidence
from workbench.domain.run import Run

Pair: TypeAlias = tuple[float | None, float | None]
"""A score before and after."""


class Effect(Value):
    """How a run differs from the one it is compared with, whose value comes first in each pair."""

    edits: tuple[Edit, ...] = ()
    gained: tuple[Evidence, ...] = ()
    """Facts shown by this run alone."""
    lost: tuple[Evidence, ...] = ()
    claims_gained: tuple[Claim, ...] = ()
    claims_lost: tuple[Claim, ...] = ()
    label: tuple[str | None, str | None] = (None, None)
    """The names of the verdicts."""
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
        label=(pair[0].label, pair[1].label),
        grounding=(pair[0].grounding, pair[1].grounding),
        probability=(pair[0].probability, pair[1].probability),
        confidence=(pair[0].confidence, pair[1].confidence),
    )


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
    worded = {key: claim.statement for claims in reversed(said) for key, claim in claims.items()}
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
    return " ".join(claim.statement.split()).strip(" .;:*-").casefold()
