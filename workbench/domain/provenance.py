"""Trace each claim of an answer to its facts, calls, plan steps and graph, and back."""

import re
from collections.abc import Iterable, Mapping
from functools import cached_property

from workbench.domain.base import Value
from workbench.domain.evidence import Evidence
from workbench.domain.run import Run

_STEP = re.compile(r"plan\[(\d+)\]")
"""The cause of a call that a step of the plan asked for."""


class Origin(Value):
    """What a claim or a fact rests on: places of calls and of plan steps, nodes and edges."""

    facts: tuple[str, ...] = ()
    calls: tuple[int, ...] = ()
    steps: tuple[int, ...] = ()
    nodes: tuple[str, ...] = ()
    edges: tuple[str, ...] = ()


class Provenance(Value):
    """The origins of a run's claims, and what no claim rests on."""

    claims: tuple[Origin, ...] = ()
    """In the order of the diagnostics' claims."""
    unused_facts: tuple[str, ...] = ()
    """Facts found that no claim rests on and no citation names."""
    idle_calls: tuple[int, ...] = ()
    """Calls that brought no fact, or none that is used."""

    def claims_of_fact(self, evidence_id: str) -> tuple[int, ...]:
        """The places of the claims that rest on a fact."""
        return tuple(at for at, one in enumerate(self.claims) if evidence_id in one.facts)

    def claims_of_call(self, place: int) -> tuple[int, ...]:
        """The places of the claims that rest on a call."""
        return tuple(at for at, one in enumerate(self.claims) if place in one.calls)

    def claims_of_edge(self, edge_id: str) -> tuple[int, ...]:
        """The places of the claims that rest on an edge of the graph."""
        return self._by_edge.get(edge_id, ())

    def claims_of_node(self, node_id: str) -> tuple[int, ...]:
        """The places of the claims that rest on a node of the graph."""
        return self._by_node.get(node_id, ())

    @cached_property
    def _by_edge(self) -> Mapping[str, tuple[int, ...]]:
        return _places(one.edges for one in self.claims)

    @cached_property
    def _by_node(self) -> Mapping[str, tuple[int, ...]]:
        return _places(one.nodes for one in self.claims)


def _places(held: Iterable[Iterable[str]]) -> Mapping[str, tuple[int, ...]]:
    """Return in which places of a row each id is held."""
    found: dict[str, tuple[int, ...]] = {}
    for at, ids in enumerate(held):
        for one in dict.fromkeys(ids):
            found[one] = (*found.get(one, ()), at)
    return found


def provenance(run: Run) -> Provenance:
    """Trace the claims of a run; one without diagnostics has none."""
    found = run.facts.evidence_by_id() if run.facts else {}
    claims = run.diagnostics.claims if run.diagnostics else ()
    origins = tuple(
        origin(run, *(found[one] for one in c.evidence if one in found)) for c in claims
    )
    used = {one for claim in origins for one in claim.facts}
    used |= set(run.answer.sources_used) if run.answer else set()
    busy = {item.call for key, item in found.items() if key in used}
    return Provenance(
        claims=origins,
        unused_facts=tuple(key for key in found if key not in used),
        idle_calls=tuple(at for at in range(len(run.tool_calls)) if at not in busy),
    )


def origin(run: Run, *facts: Evidence) -> Origin:
    """Return what facts of a run rest on."""
    calls = tuple(dict.fromkeys(item.call for item in facts if item.call < len(run.tool_calls)))
    causes = (_STEP.match(run.tool_calls[call].caused_by) for call in calls)
    paths = [path for item in facts for path in (item.path, *item.more_paths) if path]
    return Origin(
        facts=tuple(item.id for item in facts),
        calls=calls,
        steps=tuple(dict.fromkeys(int(cause[1]) for cause in causes if cause)),
        nodes=tuple(dict.fromkeys(node for path in paths for node in path.nodes)),
        edges=tuple(dict.fromkeys(edge for path in paths for edge in path.edges)),
    )
