"""GraphQuery: named sets of nodes, each made of earlier ones, and what is asked of the last.

The form is flat, so that its JSON schema is not recursive and two plans can be compared line by
line.
"""

from collections.abc import Iterator
from typing import Annotated, Literal, TypeAlias

from pydantic import ConfigDict, Field

from workbench.domain.base import Value
from workbench.domain.graph import Scalar

Direction: TypeAlias = Literal["out", "in", "both"]
Test: TypeAlias = Literal["eq", "ne", "gt", "ge", "lt", "le", "contains"]
Order: TypeAlias = Literal["desc", "asc"]
MOST_IN_ORDER = 100
"""The largest limit of TopSet, which asks for a whole set in order."""


class _Part(Value):
    """A part of a query; a field at its default is left out of its JSON."""

    model_config = ConfigDict(populate_by_name=True, serialize_by_alias=True)


class _OfTime(_Part):
    """Edges: all of a type, or with ``at`` those that lasted at a time.

    A time is a year, a month or a day, 2005, "2005-03" or "2005-03-14"; with ``until`` it is any
    from one to the other. The type of the edges then has a property ``between`` two others.
    """

    at: int | str | None = Field(default=None, exclude_if=lambda value: value is None)
    until: int | str | None = Field(default=None, exclude_if=lambda value: value is None)


class By(_OfTime):
    """What to compare, order or group by: a property, a number of edges, or the nodes of a set."""

    property: str = Field(default="", exclude_if=lambda value: not value)
    edge: str = Field(default="", exclude_if=lambda value: not value)
    direction: Direction = Field(default="out", exclude_if=lambda value: value == "out")
    to: str = Field(default="", exclude_if=lambda value: not value)
    """The type of nodes to count, for an edge that leads to several."""
    set: str = Field(default="", exclude_if=lambda value: not value)
    part: Literal["", "year", "month"] = Field(default="", exclude_if=lambda value: not value)
    """The part of a date to group by."""


class _Set(_Part):
    """A set of nodes; ``id`` is how later sets and the answer refer to it."""

    id: str = ""

    def inputs(self) -> tuple[str, ...]:
        """The ids of the sets it is made of."""
        return tuple(
            value
            for name in ("of", "with_")
            if isinstance(value := getattr(self, name, None), str) and value
        )


class NodesSet(_Set):
    """The nodes with these ids."""

    op: Literal["nodes"] = "nodes"
    ids: tuple[str, ...] = Field(min_length=1)


class AllSet(_Set):
    """All nodes of a type."""

    op: Literal["all"] = "all"
    type: str


class PriorSet(_Set):
    """A set of an earlier turn's query; turn 1 is the turn before."""

    op: Literal["prior"] = "prior"
    turn: int = Field(default=1, ge=1, le=1)
    set: str


class FollowSet(_OfTime, _Set):
    """The nodes at the other end of an edge, from any node of a set, or from every one."""

    op: Literal["follow", "follow_all"] = "follow"
    of: str
    edge: str
    direction: Direction = "out"
    to: str = Field(default="", exclude_if=lambda value: not value)
    """The type of nodes to reach, for an edge that leads to several."""


class WhereSet(_Set):
    """The nodes of a set with such a value of a property.

    The value is given, or it is that ``than`` which a node has more or less: the average of all
    nodes of its type, or the value of the node ``than_node``. If ``of`` is a followed set, the
    property may be of the edges that led to its nodes.
    """

    op: Literal["where"] = "where"
    of: str
    property: str
    test: Test = "eq"
    value: Scalar | None = Field(default=None, exclude_if=lambda value: value is None)
    until: Scalar | None = Field(default=None, exclude_if=lambda value: value is None)
    """The last value of a range whose first is ``value``; the test is then ``ge``."""
    than: Literal["average"] | None = Field(default=None, exclude_if=lambda value: value is None)
    than_node: str = Field(default="", exclude_if=lambda value: not value)
    unit: str = Field(default="", exclude_if=lambda value: not value)

    def compares_nodes(self) -> bool:
        """Whether it compares nodes with others, never the edges that led to them."""
        return self.than is not None or bool(self.than_node)


class LinkedSet(_OfTime, _Set):
    """The nodes of a set that have, or lack, an edge of a type, or that have so many of them."""

    op: Literal["has", "lacks"]
    of: str
    edge: str
    direction: Direction = "out"
    to: str = Field(default="", exclude_if=lambda value: not value)
    """The type of nodes at the other end, for an edge that leads to several."""
    test: Test = Field(default="ge", exclude_if=lambda value: value == "ge")
    number: int = Field(default=1, ge=0, exclude_if=lambda value: value == 1)
    """``has`` with the test ``gt`` and the number 2: nodes with more than two such edges."""


class CombinedSet(_Set):
    """The nodes of both sets, of either, or of the first one only."""

    op: Literal["and", "or", "minus"]
    of: str
    with_: str = Field(alias="with")


class TopSet(_Set):
    """The first nodes of a set by a property or by a number of edges; ties are all included.

    If ``of`` is a followed set, the property may be of the edges that led to its nodes.
    """

    op: Literal["top"] = "top"
    of: str
    by: By
    with_: str = Field(default="", alias="with", exclude_if=lambda value: not value)
    """The set of the nodes that are counted at the other ends of an edge; empty for any."""
    order: Order = "desc"
    limit: int = Field(default=1, ge=1, le=MOST_IN_ORDER)
    offset: int = Field(default=0, ge=0, le=MOST_IN_ORDER, exclude_if=lambda value: not value)
    """How many nodes come before them: 1 for the second largest."""


AnySet: TypeAlias = Annotated[
    NodesSet | AllSet | PriorSet | FollowSet | WhereSet | LinkedSet | CombinedSet | TopSet,
    Field(discriminator="op"),
]


class _Answer(_Part):
    """What is asked of a set."""

    of: str


class ListAnswer(_Answer):
    """The nodes of a set, in parts if grouped."""

    op: Literal["list"] = "list"
    group_by: By | None = Field(default=None, exclude_if=lambda value: value is None)


class CountAnswer(_Answer):
    """How many nodes a set has, in parts if grouped."""

    op: Literal["count"] = "count"
    group_by: By | None = Field(default=None, exclude_if=lambda value: value is None)


class ValueAnswer(_Answer):
    """The value of a property for each node."""

    op: Literal["value"] = "value"
    property: str


class AggregateAnswer(_Answer):
    """The sum, mean, least or greatest value of a property, in parts if grouped.

    If ``of`` is a followed set, the property may be of the edges that led to its nodes.
    """

    op: Literal["sum", "avg", "min", "max"]
    property: str
    group_by: By | None = Field(default=None, exclude_if=lambda value: value is None)


class EdgesAnswer(_Answer):
    """The edges at the nodes of a set (those to the nodes of ``with``), with their properties."""

    op: Literal["edges"] = "edges"
    edge: str
    direction: Direction = "out"
    property: str = Field(default="", exclude_if=lambda value: not value)
    with_: str = Field(default="", alias="with", exclude_if=lambda value: not value)


class CompareAnswer(_Answer):
    """Which node of a set comes first by a property or a number of edges.

    With ``claimed``, whether that node is the one: "Is A larger than B?"
    """

    op: Literal["compare"] = "compare"
    by: By
    order: Order = "desc"
    claimed: str = Field(default="", exclude_if=lambda value: not value)


class SameAnswer(_Answer):
    """Whether all nodes of a set agree in a property, or in the nodes that an edge leads to."""

    op: Literal["same"] = "same"
    by: By


class TestAnswer(_Answer):
    """Whether a set has any node."""

    __test__ = False
    op: Literal["test"] = "test"


class PathAnswer(_Answer):
    """The shortest paths from the nodes of a set to those of another.

    With ``edge``, along edges of this type alone: the way from one place to another.
    """

    op: Literal["path"] = "path"
    with_: str = Field(alias="with")
    edge: str = Field(default="", exclude_if=lambda value: not value)
    max: int = Field(default=4, ge=1, le=8)


AnyAnswer: TypeAlias = Annotated[
    ListAnswer
    | CountAnswer
    | ValueAnswer
    | AggregateAnswer
    | EdgesAnswer
    | CompareAnswer
    | SameAnswer
    | TestAnswer
    | PathAnswer,
    Field(discriminator="op"),
]


class GraphQuery(_Part):
    """A typed question to the graph.

    Without an ``answer`` the query says what was understood of a question that is not answered:
    ``unread`` has the words for which the graph has nothing or, if ``unclear``, those whose part
    in the question was not understood.
    """

    sets: tuple[AnySet, ...] = ()
    answer: AnyAnswer | None = None
    unread: tuple[str, ...] = ()
    unclear: bool = Field(default=False, exclude_if=lambda value: not value)

    def by_id(self) -> dict[str, AnySet]:
        """The sets by id."""
        return {one.id: one for one in self.sets}

    def named_nodes(self) -> tuple[str, ...]:
        """The ids of the nodes that it names, each once."""
        ids = (
            name
            for one in self.sets
            for name in (
                one.ids
                if isinstance(one, NodesSet)
                else (one.than_node,)
                if isinstance(one, WhereSet) and one.than_node
                else ()
            )
        )
        return tuple(dict.fromkeys(ids))

    def made_of(self, set_id: str) -> frozenset[str]:
        """The ids of a set and of all sets that are made of it."""
        found = {set_id}
        for one in self.sets:
            if found & {*one.inputs()}:
                found.add(one.id)
        return frozenset(found)

    def with_earlier(self, earlier: "GraphQuery | None") -> "GraphQuery":
        """Return the query with the sets of the earlier turn in place of references to them.

        A reference to a set that the earlier query does not have stays.
        """
        known = earlier.by_id() if earlier is not None else {}
        sets: dict[str, AnySet] = {}
        for one in self.sets:
            if isinstance(one, PriorSet) and one.set in known:
                prefix = f"{one.id}."
                for needed in _needed(one.set, known):
                    copy = _renamed(needed, prefix)
                    sets[copy.id] = copy
                last = sets.pop(f"{prefix}{one.set}")
                sets[one.id] = last.model_copy(update={"id": one.id})
            else:
                sets[one.id] = one
        return self.model_copy(update={"sets": tuple(sets.values())})


def _needed(name: str, known: dict[str, AnySet]) -> Iterator[AnySet]:
    """Yield the sets that a set is made of, and the set itself, in order."""
    for of in known[name].inputs():
        if of in known:
            yield from _needed(of, known)
    yield known[name]


def _renamed(one: AnySet, prefix: str) -> AnySet:
    update = {"id": f"{prefix}{one.id}"}
    update |= {
        name: f"{prefix}{value}"
        for name in ("of", "with_")
        if isinstance(value := getattr(one, name, None), str) and value
    }
    return one.model_copy(update=update)
