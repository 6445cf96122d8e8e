"""A graph query with its evaluated sets: names, values, groups and paths for its facts."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import islice
from typing import Any, NamedTuple

from workbench.domain.evidence import ChannelHit, Evidence, GraphPath, SourceRef
from workbench.domain.graph_query import By, FollowSet, GraphQuery, NodesSet, TopSet
from workbench.i18n.messages import messages
from workbench.i18n.properties import property_text
from workbench.nlp.operators import unit_named
from workbench.nlp.query_words import plain
from workbench.retrieval.graph_query.evaluate import Nodes, SetEvaluator
from workbench.retrieval.graph_query.explain import PathFinder
from workbench.retrieval.graph_query.graph_schema import PropertyOf, property_spec
from workbench.tools.protocol import CallContext
from workbench.tools.query_phrases import QueryPhrases
from workbench.tools.stated_quotes import quote_of_path
from workbench.workspace.schema import PropertySpec

_LENGTHS = {"year": len("2024"), "month": len("2024-03")}
"""Letters of a date that tell its year or month."""
MOST_PROVED = 200
"""Most paths of one fact: those of a count of 20,000 nodes would take 1.5 MB of the run."""


class Ranked(NamedTuple):
    """A node with a value of its own, or of an edge that led to it."""

    order: float
    """Sort key of the value."""
    name: str
    value: Any


@dataclass(frozen=True)
class Answered:
    """One query with its evaluated sets."""

    query: GraphQuery
    nodes: Mapping[str, Nodes]
    evaluator: SetEvaluator
    text: QueryPhrases
    context: CallContext

    @property
    def finder(self) -> PathFinder:
        """Finds the paths to nodes."""
        return PathFinder(self.evaluator, self.query.by_id(), self.nodes)

    def words(self, name: str) -> str:
        """Return a text of the tool in the reader's language."""
        return str(messages("workbench.tools")[self.context.language]["query"][name])

    def name(self, node_id: str) -> str:
        """Return a node's name."""
        return self.evaluator.content.entity_name(node_id, self.context.language)

    def ordered(self, names: Iterable[str]) -> list[str]:
        """Return nodes in the order of their names."""
        language = self.context.sort_language
        content = self.evaluator.content
        return sorted(names, key=lambda one: (content.entity_name(one, language).casefold(), one))

    def listed(self, set_id: str) -> list[str]:
        """Return the nodes of a set: in its own order, or else in that of their names."""
        one = self.query.by_id()[set_id]
        if isinstance(one, TopSet) and self.led_by(one.of, one.by.property) is not None:
            found = self.ranked(one.of, one.by.property)
            first = reversed(found) if one.order == "desc" else found
            names = dict.fromkeys(ranked.name for ranked in first)
            return [name for name in names if name in self.nodes[set_id]]
        if isinstance(one, TopSet):
            ranked = self.evaluator.ranked(self.nodes[set_id], one.by, one.order)
            if one.with_:
                return self.ordered(self.nodes[set_id])
            return [name for _, name in ranked]
        return self.ordered(self.nodes[set_id])

    def shown(self, node_id: str, property_name: str) -> str:
        """Return the value of a property with its unit; empty where there is none."""
        value = self.evaluator.value(node_id, property_name)
        if value is None or value in ("", []):
            return ""
        return self.with_unit(property_text(value, self.context.language), node_id, property_name)

    def measured(self, node_id: str, by: By) -> str:
        """Return what a node is compared by, as text: a value, a number of edges, or their ends."""
        if by.edge:
            return str(len(self.evaluator.counted(node_id, by)))
        return self.shown(node_id, by.property)

    def led_by(self, set_id: str, name: str) -> FollowSet | None:
        """Return the followed set whose edges have a property; None if nodes have it."""
        one = self.query.by_id()[set_id]
        own = isinstance(one, FollowSet) and self.evaluator.is_of_edge(name, one)
        return one if own and isinstance(one, FollowSet) else None

    def ranked(self, set_id: str, name: str) -> list[Ranked]:
        """Return the values of a set's nodes, or of the edges that led to them, ascending."""
        of, nodes = self.led_by(set_id, name), self.nodes[set_id]
        if of is None:
            return [
                Ranked(order, one, self.evaluator.value(one, name))
                for order, one in self.evaluator.ranked(nodes, By(property=name), "asc")
            ]
        found = self.evaluator.edge_values(name, of, nodes, self.nodes[of.of])
        ranked = (Ranked(v.order, one, v.value) for one, values in found.items() for v in values)
        return sorted(ranked, key=lambda one: (one.order, one.name))

    def ordered_by(self, set_id: str, node_id: str) -> str:
        """Return what a node of a ``top`` set is chosen by, as text."""
        one = self.query.by_id()[set_id]
        assert isinstance(one, TopSet)
        if one.with_:
            return str(self.evaluator.number_in_set(node_id, one.by, self.nodes[one.with_]))
        if self.led_by(one.of, one.by.property) is None:
            return self.measured(node_id, one.by)
        own = [r for r in self.ranked(one.of, one.by.property) if r.name == node_id]
        text = property_text(own[-1 if one.order == "desc" else 0].value, self.context.language)
        return self.total_with_unit(text, one.of, node_id, one.by.property)

    def total_with_unit(self, text: str, set_id: str, node_id: str, name: str) -> str:
        """Return one of a property's values, or a number made of them, with their unit."""
        of = self.led_by(set_id, name)
        if of is None:
            return self.with_unit(text, node_id, name)
        content = self.evaluator.content
        spec = content.spec.edge_types[of.edge].properties[name]
        return value_with_unit(text, spec, content.property_label(name, self.context.language))

    def linked(self, node_id: str, by: By) -> str:
        """Return the value of a property, or the names of the nodes that an edge leads to."""
        if not by.edge:
            return self.shown(node_id, by.property)
        return ", ".join(map(self.name, self.ordered(self.evaluator.counted(node_id, by))))

    def fact(self, kind: str, text: str, source: str, paths: Sequence[GraphPath]) -> Evidence:
        """Return a fact about a node, found along the paths."""
        main = paths[0] if paths else GraphPath(nodes=(source,) if source else ())
        return Evidence(
            type=kind,
            text=text,
            source=SourceRef(id=source, title=self.name(source)) if source else None,
            score=self.context.default_relevance,
            found_by=(ChannelHit(channel="graph"),),
            path=main,
            more_paths=tuple(paths[1:]),
            quote=quote_of_path(self.evaluator.store, main) if len(paths) == 1 else None,
            call=self.context.call,
        )

    def paths(self, set_id: str, names: Iterable[str]) -> list[GraphPath]:
        """Return the first paths to several nodes of a set."""
        finder = self.finder
        return list(
            islice((path for name in names for path in finder.paths(set_id, name)), MOST_PROVED)
        )

    def groups(self, by: By | None) -> Iterator[tuple[str, "Answered"]]:
        """Yield the query for each group, with the group's name; all of it if not grouped."""
        if by is None:
            yield "", self
        elif by.set:
            for name in self._starts(by.set):
                yield self.name(name), self._from(by.set, name)
        else:
            yield from self._by_values(by)

    def _starts(self, set_id: str) -> Sequence[str]:
        one = self.query.by_id().get(set_id)
        return one.ids if isinstance(one, NodesSet) else self.ordered(self.nodes[set_id])

    def _from(self, set_id: str, name: str) -> "Answered":
        """Return the query as if a set had this node only; sets not made of it are kept."""
        start = NodesSet(id=set_id, ids=(name,))
        sets = tuple(start if one.id == set_id else one for one in self.query.sets)
        made_of = self.query.made_of(set_id)
        known = {key: found for key, found in self.nodes.items() if key not in made_of}
        query = self.query.model_copy(update={"sets": sets})
        return replace(self, query=query, nodes=self.evaluator.all_sets(sets, known))

    def _by_values(self, by: By) -> Iterator[tuple[str, "Answered"]]:
        """Yield the nodes of the answered set by the value of a property, or the end of an edge."""
        of = self.query.answer.of if self.query.answer else ""
        groups: dict[str, set[str]] = {}
        for name in self.nodes[of]:
            if by.edge:
                keys = [self.name(end) for end in self.evaluator.counted(name, by)]
            else:
                keys = [self._part_shown(name, by) if by.part else self.shown(name, by.property)]
            for key in keys or [self.words("nothing")]:
                groups.setdefault(key or self.words("nothing"), set()).add(name)
        for key in sorted(
            groups, key=lambda one: (0 if by.part else -len(groups[one]), one.casefold())
        ):
            yield key, replace(self, nodes={**self.nodes, of: frozenset(groups[key])})

    def _part_shown(self, name: str, by: By) -> str:
        """Return the year or the month of a node's date; empty where it has none."""
        value = self.evaluator.value(name, by.property)
        return value[: _LENGTHS[by.part]] if isinstance(value, str) else ""

    def with_unit(self, text: str, node_id: str, property_name: str) -> str:
        """Return a value of a property with its unit."""
        node = self.evaluator.store.node(node_id)
        spec = (
            property_spec(self.evaluator.content, PropertyOf(node.type, property_name))
            if node
            else None
        )
        label = self.evaluator.content.property_label(property_name, self.context.language)
        return value_with_unit(text, spec, label)


def value_with_unit(text: str, spec: PropertySpec | None, label: str) -> str:
    """Return a value with its unit, which a label such as "years in office" may say already."""
    is_told = spec is None or not spec.unit or _names_unit(label, spec.unit)
    return text if spec is None or is_told else f"{text} {spec.unit}"


def _names_unit(label: str, unit: str) -> bool:
    """Whether a label is a unit or ends in one: "minutes", "duration in years"."""
    named = unit_named(unit)
    last = label.split()[-1:]
    return plain(label) == plain(unit) or (named is not None and named in map(unit_named, last))
