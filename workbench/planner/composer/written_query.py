"""Write a reading as a GraphQuery: its terms as flat sets, and what is asked of the last."""

from collections.abc import Iterator, Sequence
from itertools import count
from string import ascii_lowercase

from workbench.domain.graph_query import (
    AnyAnswer,
    AnySet,
    By,
    CountAnswer,
    GraphQuery,
    ListAnswer,
    NodesSet,
    TestAnswer,
)
from workbench.planner.composer.linked_question import LinkedQuestion
from workbench.planner.composer.readings import Reading, Term

MOST_GROUPS = 8
"""Most named nodes by which results are grouped."""


def written_query(asked: LinkedQuestion, reading: Reading, unread: Sequence[str]) -> GraphQuery:
    """Return the query of a reading."""
    writer = _Writer()
    of = writer.add(reading.term) if reading.term is not None else ""
    update: dict[str, object] = {"of": of}
    if reading.other is not None:
        update["with_"] = writer.add(reading.other)
    if reading.groups is not None:
        update["group_by"] = By(set=writer.add(reading.groups))
    answer = _answer(asked, reading, writer)
    return GraphQuery(
        sets=tuple(writer.sets),
        answer=answer.model_copy(update=update),
        unread=tuple(unread),
    )


def _answer(asked: LinkedQuestion, reading: Reading, writer: "_Writer") -> AnyAnswer:
    if reading.answer is None and _is_test(asked, reading):
        return TestAnswer(of="")
    if reading.answer is None or reading.answer == CountAnswer(of=""):
        group = _grouping(reading, writer)
        counts = isinstance(reading.answer, CountAnswer)
        return CountAnswer(of="", group_by=group) if counts else ListAnswer(of="", group_by=group)
    return reading.answer


def _is_test(asked: LinkedQuestion, reading: Reading) -> bool:
    """Whether a named node is asked to be in a set: "Does Peru border Brazil?"."""
    if not asked.is_yes_no or reading.term is None:
        return False
    tested = reading.term
    return (
        tested.set.op in ("and", "where", "minus", "lacks", "has")
        and bool(tested.inputs)
        and tested.inputs[0].set.op in ("nodes", "prior")
    )


def _grouping(reading: Reading, writer: "_Writer") -> By | None:
    """Return the named nodes by which several results are grouped: "in A, in B and in C"."""
    if reading.groups is not None or reading.term is None:
        return None
    if reading.answer is None and reading.op != "follow":
        return None
    parts = list(reading.term.parts())
    if any(part.set.op == "follow_all" for part in parts) or reading.op == "nodes":
        return None
    for part in parts:
        if isinstance(part.set, NodesSet) and 1 < len(part.set.ids) <= MOST_GROUPS:
            return By(set=writer.add(part))
    return None


class _Writer:
    """Gives sets ids in the order in which they are made: a, b, c, …"""

    def __init__(self) -> None:
        self.sets: list[AnySet] = []
        self._ids: dict[Term, str] = {}
        self._fresh = _names()

    def add(self, term: Term) -> str:
        """Write a term with those inside it, each once, and return its id."""
        if term not in self._ids:
            inputs = [self.add(one) for one in term.inputs]
            update: dict[str, str] = dict(zip(("of", "with_"), inputs, strict=False))
            self._ids[term] = update["id"] = next(self._fresh)
            self.sets.append(term.set.model_copy(update=update))
        return self._ids[term]


def _names() -> Iterator[str]:
    yield from ascii_lowercase
    yield from (f"s{number}" for number in count(len(ascii_lowercase) + 1))
