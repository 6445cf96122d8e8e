"""Graph queries in words: a phrase for a heading, and a sentence for each step of a plan."""

from collections.abc import Mapping
from typing import Any, Protocol

from workbench.domain.graph_query import (
    AllSet,
    AnyAnswer,
    AnySet,
    By,
    FollowSet,
    GraphQuery,
    LinkedSet,
    NodesSet,
    PriorSet,
    TopSet,
    WhereSet,
)
from workbench.domain.local_text import Language
from workbench.i18n.messages import messages
from workbench.tools.query_phrases import range_text, time_text


class GraphNames(Protocol):
    """Names of a graph's elements in the reader's language."""

    @property
    def language(self) -> Language:
        """The reader's language."""
        ...

    def entity(self, node_id: str) -> str:
        """Return a node's name."""
        ...

    def node_type(self, name: str) -> str:
        """Return a node type's label."""
        ...

    def edge_type(self, name: str) -> str:
        """Return an edge type's label."""
        ...

    def property_label(self, name: str) -> str:
        """Return a property's label."""
        ...


class QueryText:
    """One query in words."""

    def __init__(self, query: GraphQuery, names: GraphNames) -> None:
        self._query = query
        self._sets = query.by_id()
        self._names = names
        self._words: Mapping[str, Any] = messages("workbench.tools")[names.language]["query"]

    def steps(self) -> list[str]:
        """Return a sentence for each set, what is asked, and the words left unread."""
        lines = [f"{one.id} — {self._step(one)}" for one in self._query.sets]
        lines.append(self.asked())
        return [*lines, *self.unread()]

    def asked(self) -> str:
        """Return what is asked, as a sentence."""
        answer = self._query.answer
        if answer is None:
            return str(self._words["no_answer"])
        return str(self._words["answers"][answer.op]).format(
            of=answer.of, **self._answer_words(answer)
        )

    def unread(self) -> list[str]:
        """Return the sentence about words that the query does not use, if there are any."""
        if not self._query.unread:
            return []
        return [str(self._words["unread"]).format(words=", ".join(self._query.unread))]

    def by(self, by: By) -> str:
        """Return what nodes are compared or grouped by."""
        if by.edge:
            return self._names.edge_type(by.edge)
        label = self._names.property_label(by.property) if by.property else by.set
        return f"{label} ({self._words['phrases']['parts'][by.part]})" if by.part else label

    def _step(self, one: AnySet) -> str:
        template = self._words["steps"]
        match one:
            case FollowSet():
                text = template[one.op][one.direction]
            case _:
                text = template[one.op]
        line = str(text).format(**self._step_words(one))
        time = (
            time_text(one, self._names.language) if isinstance(one, FollowSet | LinkedSet) else ""
        )
        return str(self._words["lasting"]).format(what=line, time=time) if time else line

    def _step_words(self, one: AnySet) -> dict[str, str]:
        found = {"of": str(getattr(one, "of", "")), "with": str(getattr(one, "with_", ""))}
        match one:
            case NodesSet():
                found["names"] = ", ".join(map(self._names.entity, one.ids))
            case AllSet():
                found["type"] = self._names.node_type(one.type)
            case PriorSet():
                found["set"] = one.set
            case FollowSet() | LinkedSet():
                found["edge"] = self._names.edge_type(one.edge)
            case WhereSet():
                found["test"] = self._condition(one)
            case TopSet():
                among = str(self._words["among"]).format(of=one.with_) if one.with_ else ""
                offset = str(self._words["offset"]).format(number=one.offset) if one.offset else ""
                found |= {"by": f"{self.by(one.by)}{among}", "limit": str(one.limit)}
                found["offset"] = offset
                found["order"] = str(self._words["orders"][one.order])
        return found

    def _condition(self, one: WhereSet) -> str:
        if one.than is not None:
            text = str(self._words["average"])
        elif one.than_node:
            text = self._names.entity(one.than_node)
        else:
            text = f"{range_text(one, self._names.language)} {one.unit}".strip()
        label = self._names.property_label(one.property)
        if one.until is not None:  # "born 1900 – 1950": both ends are included
            return f"{label} {text}"
        return f"{label} {self._words['tests'][one.test]} {text}"

    def _answer_words(self, answer: AnyAnswer) -> dict[str, str]:
        found = {"with": str(getattr(answer, "with_", ""))}
        if name := getattr(answer, "property", ""):
            found["property"] = self._names.property_label(name)
        if name := getattr(answer, "edge", ""):
            found["edge"] = self._names.edge_type(name)
        by = getattr(answer, "by", None)
        found["by"] = self.by(by) if by else ""
        group = getattr(answer, "group_by", None)
        found["groups"] = self._words["groups"].format(by=self.by(group)) if group else ""
        return found
