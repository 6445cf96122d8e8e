"""Compare two plans, and a fork with its parent run."""

import json
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from workbench.domain.evidence import Evidence
from workbench.domain.run import Run


@dataclass(frozen=True)
class Change:
    """One path at which two plans differ; None where a plan lacks it."""

    path: str
    before: str | None
    after: str | None


@dataclass(frozen=True)
class Effect:
    """Evidence and scores of a fork compared with its parent (parent's value first)."""

    gained: tuple[Evidence, ...]
    lost: tuple[Evidence, ...]
    grounding: tuple[float | None, float | None]
    confidence: tuple[float | None, float | None]


def differences(before: Any, after: Any) -> tuple[Change, ...]:
    """Return every differing leaf of two plans given as JSON data, in the order of the paths."""
    old, new = dict(_leaves(before, "$")), dict(_leaves(after, "$"))
    paths = [*old, *(path for path in new if path not in old)]
    return tuple(Change(p, old.get(p), new.get(p)) for p in paths if old.get(p) != new.get(p))


def _leaves(value: Any, path: str) -> Iterator[tuple[str, str]]:
    if isinstance(value, dict) and value:
        for key, inner in value.items():
            yield from _leaves(inner, f"{path}.{key}")
    elif isinstance(value, list) and value:
        for place, inner in enumerate(value):
            yield from _leaves(inner, f"{path}[{place}]")
    else:
        yield path, value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)


def effect(parent: Run, fork: Run) -> Effect:
    """Compare the evidence and the scores of a fork with those of its parent."""
    before = {item.id: item for item in parent.facts.items} if parent.facts else {}
    after = {item.id: item for item in fork.facts.items} if fork.facts else {}
    return Effect(
        gained=tuple(item for key, item in after.items() if key not in before),
        lost=tuple(item for key, item in before.items() if key not in after),
        grounding=(_grounding(parent), _grounding(fork)),
        confidence=(_confidence(parent), _confidence(fork)),
    )


def _grounding(run: Run) -> float | None:
    return run.diagnostics.grounding.score if run.diagnostics else None


def _confidence(run: Run) -> float | None:
    return run.diagnostics.confidence.score if run.diagnostics else None
