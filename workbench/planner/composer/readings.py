"""Readings of a question: typed queries made of its mentions, with their scores."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from workbench.domain.graph_query import (
    AnyAnswer,
    AnySet,
    FollowSet,
    LinkedSet,
    NodesSet,
)
from workbench.retrieval.graph_query.evaluate import Nodes
from workbench.retrieval.graph_query.graph_schema import Step


class Term(NamedTuple):
    """A set with the terms that it is made of; its ids are given when the query is written."""

    set: AnySet
    inputs: tuple["Term", ...] = ()

    def parts(self) -> Iterator["Term"]:
        """Yield the term and those inside it, the outermost first."""
        yield self
        for one in self.inputs:
            yield from one.parts()


@dataclass(frozen=True, slots=True)
class Reading:
    """A query over some of a question's mentions, executed so far."""

    term: Term | None
    type: str
    nodes: Nodes
    mask: int = 0
    """The mentions that it reads, one bit each."""
    score: float = 0.0
    edges: frozenset[str] = frozenset()
    types: frozenset[str] = frozenset()
    answer: AnyAnswer | None = None
    """What is asked of the set; None for the set itself."""
    other: Term | None = None
    """The second set of an answer about two: the far end of edges or of a path."""
    groups: Term | None = None
    """The set by whose nodes the answer is grouped."""
    undecided: frozenset[int] = frozenset()
    """Mentions of relations whose direction neither the words nor the types determine."""

    @property
    def op(self) -> str:
        """The operation of the outermost set."""
        return self.term.set.op if self.term is not None else ""

    @property
    def named(self) -> tuple[str, ...]:
        """The ids of the nodes that it names; empty for a set found in any other way."""
        return self.term.set.ids if self.term and self.term.set.op == "nodes" else ()

    def reads(self, mention: int) -> bool:
        """Whether it reads a mention."""
        return bool(self.mask >> mention & 1)


WRONG_END_LOSS = 1.5
"""Loss for following a relation against its wording: "who taught X"."""
EMPTY = Reading(None, "", frozenset())


@dataclass(frozen=True)
class Earlier:
    """A set of the earlier turn's query, which a follow-up may be about."""

    id: str
    type: str
    nodes: Nodes
    led_by: FollowSet | None = None
    """The relation that led to it, if one did."""
    is_answer: bool = True
    """False for a name in a question that was not answered: "it" may be about it, "them" not."""


def linked_term(term: Term, step: Step, *, has: bool) -> Term:
    """Return the term of the nodes with, or without, an edge."""
    linked = LinkedSet(
        op="has" if has else "lacks", of="", edge=step.edge, direction=step.direction
    )
    return Term(linked, (term,))


def replaced(term: Term, old: Term, new: Term) -> Term:
    """Return a term with another one in place of a part of it."""
    if term == old:
        return new
    return Term(term.set, tuple(replaced(one, old, new) for one in term.inputs))


def nodes_term(ids: Sequence[str]) -> Term:
    """Return the term of named nodes."""
    return Term(NodesSet(ids=tuple(ids)))


def last_edge(reading: Reading) -> str:
    """Return the relation that led to a reading's nodes, if one did."""
    led_by = reading.term.set if reading.term else None
    return led_by.edge if isinstance(led_by, FollowSet) else ""
