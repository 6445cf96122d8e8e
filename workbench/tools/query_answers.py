"""Answers of a graph query as facts, each with the edges that it follows from."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import islice
from typing import Any

from workbench.domain.base import content_id
from workbench.domain.evidence import ChannelHit, Evidence, GraphPath, SourceRef
from workbench.domain.graph_query import (
    AggregateAnswer,
    By,
    CombinedSet,
    CompareAnswer,
    CountAnswer,
    EdgesAnswer,
    FollowSet,
    GraphQuery,
    ListAnswer,
    NodesSet,
    PathAnswer,
    SameAnswer,
    TestAnswer,
    TopSet,
    ValueAnswer,
    WhereSet,
)
from workbench.i18n.messages import messages
from workbench.i18n.properties import property_text
from workbench.nlp.query_words import plain
from workbench.retrieval.graph_query.evaluate import Nodes, SetEvaluator
from workbench.retrieval.graph_query.explain import PathFinder
from workbench.retrieval.graph_query.graph_schema import PropertyOf, property_spec
from workbench.retrieval.graph_query.shortest_paths import shortest_paths
from workbench.tools.protocol import CallContext
from workbench.tools.query_phrases import QueryPhrases, as_sentence
from workbench.tools.stated_quotes import quote_of_path
from workbench.workspace.schema import PropertySpec

MOST_NAMED = 12
"""Nodes that a count names."""
MOST_FACTS = 1000
"""Facts of one query; a longer list is cut, and its heading says so."""
MOST_PROVED = 200
"""Paths that one fact keeps: a count of 20,000 nodes with all of theirs takes 1.5 MB of the run."""


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
            found = self.ranked(one.of, one.by)
            first = reversed(found) if one.order == "desc" else found
            return [
                name for name in dict.fromkeys(n for _, n in first) if name in self.nodes[set_id]
            ]
        if isinstance(one, TopSet):
            ranked = self.evaluator.ranked(self.nodes[set_id], one.by, one.order)
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
            return str(len(self.evaluator.neighbours(node_id, by.edge, by.direction)))
        return self.shown(node_id, by.property)

    def led_by(self, set_id: str, name: str) -> FollowSet | None:
        """Return the followed set whose edges have a property; None if nodes have it."""
        one = self.query.by_id()[set_id]
        own = isinstance(one, FollowSet) and self.evaluator.is_of_edge(name, one)
        return one if own and isinstance(one, FollowSet) else None

    def ranked(self, set_id: str, by: By) -> list[tuple[float, str]]:
        """Return the numbers of a set's nodes, or of the edges that led to them, ascending."""
        of = self.led_by(set_id, by.property)
        if of is None:
            return self.evaluator.ranked(self.nodes[set_id], by, "asc")
        starts, nodes = self.nodes[of.of], self.nodes[set_id]
        found = self.evaluator.numbers(by.property, of, nodes, starts)
        return sorted((value, name) for name, values in found.items() for value in values)

    def ordered_by(self, set_id: str, node_id: str) -> str:
        """Return what a node of a ``top`` set is chosen by, as text."""
        one = self.query.by_id()[set_id]
        assert isinstance(one, TopSet)
        if self.led_by(one.of, one.by.property) is None:
            return self.measured(node_id, one.by)
        values = [value for value, name in self.ranked(one.of, one.by) if name == node_id]
        value = values[-1 if one.order == "desc" else 0]
        text = property_text(value, self.context.language)
        return self.total_with_unit(text, one.of, node_id, one.by.property)

    def total_with_unit(self, text: str, set_id: str, node_id: str, name: str) -> str:
        """Return a number made of a property's values with their unit."""
        of = self.led_by(set_id, name)
        if of is None:
            return self.with_unit(text, node_id, name)
        content = self.evaluator.content
        spec = content.spec.edge_types[of.edge].properties[name]
        return _with_unit(text, spec, content.property_label(name, self.context.language))

    def linked(self, node_id: str, by: By) -> str:
        """Return the value of a property, or the names of the nodes that an edge leads to."""
        if not by.edge:
            return self.shown(node_id, by.property)
        ends = self.evaluator.neighbours(node_id, by.edge, by.direction)
        return ", ".join(map(self.name, self.ordered(ends)))

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
                ends = self.evaluator.neighbours(name, by.edge, by.direction, by.to)
                keys = [self.name(end) for end in ends]
            else:
                keys = [self.shown(name, by.property)]
            for key in keys or [self.words("nothing")]:
                groups.setdefault(key or self.words("nothing"), set()).add(name)
        for key in sorted(groups, key=lambda one: (-len(groups[one]), one.casefold())):
            yield key, replace(self, nodes={**self.nodes, of: frozenset(groups[key])})

    def with_unit(self, text: str, node_id: str, property_name: str) -> str:
        """Return a value of a property with its unit."""
        node = self.evaluator.store.node(node_id)
        spec = (
            property_spec(self.evaluator.content, PropertyOf(node.type, property_name))
            if node
            else None
        )
        label = self.evaluator.content.property_label(property_name, self.context.language)
        return _with_unit(text, spec, label)


def _with_unit(text: str, spec: PropertySpec | None, label: str) -> str:
    """Return a value with its unit, which a label such as "minutes" says already."""
    is_told = spec is None or not spec.unit or plain(label) == plain(spec.unit)
    return text if spec is None or is_told else f"{text} {spec.unit}"


def facts(answered: Answered) -> tuple[Evidence, ...]:
    """Return the facts that answer a query; none if its result is empty.

    Of a longer list there is one more than ``MOST_FACTS``.
    """
    answer = answered.query.answer
    if answer is None:
        return ()
    return tuple(islice(_FACTS[type(answer)](answered, answer), MOST_FACTS + 1))


def _listed(answered: Answered, answer: ListAnswer) -> Iterator[Evidence]:
    named = isinstance(answered.query.by_id()[answer.of], NodesSet)
    is_only = answer.group_by is None and len(answered.nodes[answer.of]) == 1
    told = _with_properties if named else _alone if is_only else _with_order
    for group, part in answered.groups(answer.group_by):
        for name in part.listed(answer.of):
            text = told(part, answer.of, name)
            item = part.fact("node", text, name, part.finder.paths(answer.of, name))
            yield item.model_copy(update={"group": group}) if group else item


def _alone(answered: Answered, set_id: str, name: str) -> str:
    """Return the only node of a set as a sentence: "Rembrandt painted The Night Watch"."""
    sets = answered.query.by_id()
    one = sets[set_id]
    start = sets[one.of] if isinstance(one, FollowSet) else None
    if isinstance(one, FollowSet) and isinstance(start, NodesSet) and len(start.ids) == 1:
        ends = (name, start.ids[0]) if one.direction == "in" else (start.ids[0], name)
        return as_sentence(answered.text.sentence(one.edge, *ends))
    return f"{answered.text.heading(set_id)}: {_with_order(answered, set_id, name)}"


def _with_order(answered: Answered, set_id: str, name: str) -> str:
    """Return the name of a node, with what the set is ordered by: «Кузница — 12»."""
    one = answered.query.by_id()[set_id]
    if not isinstance(one, TopSet):
        return answered.name(name)
    shown = answered.ordered_by(set_id, name)
    if one.by.edge:
        return f"{answered.name(name)} — {answered.text.counted_ends(int(shown), set_id, one.by)}"
    return f"{answered.name(name)} — {answered.text.by(one.by)}: {shown}"


def _with_properties(answered: Answered, set_id: str, name: str) -> str:  # noqa: ARG001
    """Return a named node with all its properties."""
    node = answered.evaluator.store.node(name)
    content, language = answered.evaluator.content, answered.context.language
    shown = [
        f"{content.property_label(key, language)}: {text}"
        for key in (node.properties if node else ())
        if (text := answered.shown(name, key))
    ]
    return f"{answered.name(name)} — {'; '.join(shown)}" if shown else answered.name(name)


def _counted(answered: Answered, answer: CountAnswer) -> Iterator[Evidence]:
    for group, part in answered.groups(answer.group_by):
        found = part.ordered(part.nodes[answer.of])
        names = ", ".join(map(part.name, found)) if 0 < len(found) <= MOST_NAMED else ""
        number = part.text.counted(len(found), answer.of) if group else str(len(found))
        what = as_sentence(group) or part.text.heading(answer.of)
        text = f"{what}: {number} — {names}" if names else f"{what}: {number}"
        yield part.fact("count", text, "", part.paths(answer.of, found))


def _values(answered: Answered, answer: ValueAnswer) -> Iterator[Evidence]:
    label = answered.text.by(By(property=answer.property))
    for name in answered.ordered(answered.nodes[answer.of]):
        if shown := answered.shown(name, answer.property):
            text = f"{answered.name(name)} — {label}: {shown}"
            fact = answered.fact("value", text, name, answered.finder.paths(answer.of, name))
            # Two values of a node have the same path: "When did it open and close?"
            own = content_id("f", fact.type, answer.property, fact.id)
            yield fact.model_copy(update={"id": own})


def _aggregated(answered: Answered, answer: AggregateAnswer) -> Iterator[Evidence]:
    for group, part in answered.groups(answer.group_by):
        yield from _aggregate(part, answer, group)


def _aggregate(answered: Answered, answer: AggregateAnswer, group: str) -> Iterator[Evidence]:
    by = By(property=answer.property)
    ranked = answered.ranked(answer.of, by)
    if not ranked:
        return
    numbers = [value for value, _ in ranked]
    results = {
        "sum": sum(numbers),
        "avg": sum(numbers) / len(numbers),
        "min": numbers[0],
        "max": numbers[-1],
    }
    names = messages("workbench.tools")[answered.context.language]["query"]["aggregates"]
    value = property_text(round(results[answer.op], 2), answered.context.language)
    holders = [name for number, name in ranked if number == results[answer.op]]
    text = answered.words("aggregate").format(
        what=as_sentence(group) or answered.text.heading(answer.of),
        name=names[answer.op],
        by=answered.text.by(by),
        value=answered.total_with_unit(value, answer.of, ranked[0][1], answer.property),
        count=answered.text.counted(len({name for _, name in ranked}), answer.of),
    )
    if answer.op in ("min", "max"):
        text = f"{text}: {', '.join(map(answered.name, answered.ordered(holders)[:MOST_NAMED]))}"
    nodes = tuple(name for _, name in ranked[:MOST_PROVED])
    yield answered.fact("aggregate", text, "", [GraphPath(nodes=nodes)])


def _edges(answered: Answered, answer: EdgesAnswer) -> Iterator[Evidence]:
    content, language = answered.evaluator.content, answered.context.language
    wanted = answered.nodes.get(answer.with_)
    for name in answered.ordered(answered.nodes[answer.of]):
        for edge, end in answered.evaluator.ends(name, answer.edge, answer.direction):
            if wanted is not None and end.id not in wanted:
                continue
            specs = content.spec.edge_types[edge.type].properties
            shown = "; ".join(
                f"{label}: {_with_unit(property_text(value, language), specs.get(key), label)}"
                for key, value in edge.properties.items()
                if answer.property in ("", key)
                for label in (content.property_label(key, language),)
            )
            text = as_sentence(answered.text.sentence(answer.edge, edge.source, edge.target))
            path = GraphPath(nodes=(name, end.id), edges=(edge.id,))
            yield answered.fact("edge", f"{text} ({shown})" if shown else text, name, [path])


def _compared(answered: Answered, answer: CompareAnswer) -> Iterator[Evidence]:
    ranked = answered.evaluator.ranked(answered.nodes[answer.of], answer.by, answer.order)
    if len(ranked) < len(answered.nodes[answer.of]) or not ranked:
        return
    names = [name for _, name in ranked]
    first = [name for value, name in ranked if value == ranked[0][0]]
    word = answered.words("more" if answer.order == "desc" else "fewer")
    by = answered.text.by(answer.by)
    others = "; ".join(
        f"{answered.name(one)} — {answered.measured(one, answer.by)}" for one in names[1:]
    )
    text = answered.words("compared").format(
        name=answered.name(names[0]), by=by, word=word, value=answered.measured(names[0], answer.by)
    )
    if answer.claimed:
        is_so = first == [answer.claimed]
        text = f"{answered.words('said_yes' if is_so else 'said_no')}: {text}"
    elif len(first) > 1:
        text = f"{answered.words('same')}: {text}"
    yield answered.fact("comparison", f"{text} ({others})", names[0], _measured(answered, answer))


def _measured(answered: Answered, answer: CompareAnswer | SameAnswer) -> list[GraphPath]:
    """Return the nodes compared, with the edges that count."""
    found = []
    for name in answered.ordered(answered.nodes[answer.of]):
        ends = answered.evaluator.ends(name, answer.by.edge, answer.by.direction)
        links = [GraphPath(nodes=(name, end.id), edges=(edge.id,)) for edge, end in ends]
        found += links or [GraphPath(nodes=(name,))]
    return found


def _same(answered: Answered, answer: SameAnswer) -> Iterator[Evidence]:
    names = answered.ordered(answered.nodes[answer.of])
    values = [answered.linked(name, answer.by) for name in names]
    if not all(values):
        return
    verdict = answered.words("same" if len(set(values)) == 1 else "differ")
    shown = [f"{answered.name(name)} — {value}" for name, value in zip(names, values, strict=True)]
    text = f"{verdict}: {answered.text.by(answer.by)}: {'; '.join(shown)}"
    yield answered.fact("comparison", text, names[0], _measured(answered, answer))


def _tested(answered: Answered, answer: TestAnswer) -> Iterator[Evidence]:
    found = answered.ordered(answered.nodes[answer.of])
    verdict = answered.words("said_yes" if found else "said_no")
    if (value := _tested_value(answered, answer.of)) is not None:
        name, text = value
        if text:
            yield answered.fact("test", f"{verdict}: {text}", name, [GraphPath(nodes=(name,))])
        return
    paths = answered.paths(answer.of, found)
    text = _tested_text(answered, answer.of)
    text = f"{verdict}: {text}" if found else answered.words("test_no").format(what=text)
    yield answered.fact("test", text, "", paths)


def _tested_value(answered: Answered, set_id: str) -> tuple[str, str] | None:
    """Return the only node that is tested for a value, and the value that it has, in words.

    The words are empty where it has none; None if something else is tested.
    """
    sets = answered.query.by_id()
    one = sets[set_id]
    of = sets[one.of] if isinstance(one, WhereSet) else None
    if not isinstance(one, WhereSet) or not isinstance(of, NodesSet) or len(of.ids) != 1:
        return None
    name, shown = of.ids[0], answered.shown(of.ids[0], one.property)
    label = answered.text.by(By(property=one.property))
    return name, f"{answered.name(name)} — {label}: {shown}" if shown else ""


def _tested_text(answered: Answered, set_id: str) -> str:
    """Return what is tested: an edge between two names as a sentence, or the set in words."""
    sets = answered.query.by_id()
    one = sets[set_id]
    end = sets[one.with_] if isinstance(one, CombinedSet) else None
    start = sets[end.of] if isinstance(end, FollowSet) else None
    named = sets[one.of] if isinstance(one, CombinedSet) and one.op == "and" else None
    if (
        isinstance(end, FollowSet)
        and isinstance(start, NodesSet)
        and isinstance(named, NodesSet)
        and len(start.ids) == len(named.ids) == 1
    ):
        ends = (named.ids[0], start.ids[0])
        return answered.text.sentence(end.edge, *(ends if end.direction == "in" else ends[::-1]))
    return answered.text.phrase(set_id)


def _connected(answered: Answered, answer: PathAnswer) -> Iterator[Evidence]:
    starts, ends = answered.nodes[answer.of], answered.nodes[answer.with_]
    store = answered.evaluator.store
    for path in shortest_paths(store, starts, ends, answer.max, answer.edge):
        edges = (answered.evaluator.store.edge(name) for name in path.edges)
        steps = [answered.text.sentence(e.type, e.source, e.target) for e in edges if e]
        text = answered.words("path").format(
            start=answered.name(path.nodes[0]),
            end=answered.name(path.nodes[-1]),
            steps="; ".join(steps),
        )
        yield answered.fact("path", text, path.nodes[0], [path])


_FACTS: Mapping[type[Any], Callable[[Answered, Any], Iterator[Evidence]]] = {
    ListAnswer: _listed,
    CountAnswer: _counted,
    ValueAnswer: _values,
    AggregateAnswer: _aggregated,
    EdgesAnswer: _edges,
    CompareAnswer: _compared,
    SameAnswer: _same,
    TestAnswer: _tested,
    PathAnswer: _connected,
}
