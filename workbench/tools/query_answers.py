"""Answers of a graph query as facts, each with the edges that it follows from."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import islice
from typing import Any

from workbench.domain.base import content_id
from workbench.domain.evidence import Evidence, GraphPath
from workbench.domain.graph_query import (
    AggregateAnswer,
    By,
    CombinedSet,
    CompareAnswer,
    CountAnswer,
    EdgesAnswer,
    FollowSet,
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
from workbench.retrieval.graph_query.evaluate import number_in
from workbench.retrieval.graph_query.shortest_paths import shortest_paths
from workbench.tools.answered_query import MOST_PROVED, Answered, Ranked, value_with_unit
from workbench.tools.edge_times import with_times
from workbench.tools.query_phrases import as_sentence

MOST_NAMED = 12
"""Most nodes that a count names."""
MOST_FACTS = 1000
"""Most facts of one query; a longer list is cut, and its heading says so."""


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
    write = _with_properties if named else _alone if is_only else _with_order
    for group, part in answered.groups(answer.group_by):
        for name in part.listed(answer.of):
            paths = part.finder.paths(answer.of, name)
            text = with_times(part, write(part, answer.of, name), paths)
            item = part.fact("node", text, name, paths)
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
        names = _names_with_times(part, answer.of, found) if len(found) <= MOST_NAMED else ""
        number = part.text.counted(len(found), answer.of) if group else str(len(found))
        what = as_sentence(group) or part.text.heading(answer.of)
        text = f"{what}: {number} — {names}" if names else f"{what}: {number}"
        yield part.fact("count", text, "", part.paths(answer.of, found))


def _names_with_times(answered: Answered, set_id: str, found: Sequence[str]) -> str:
    finder = answered.finder
    return ", ".join(
        with_times(answered, answered.name(name), finder.paths(set_id, name)) for name in found
    )


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
    ranked = answered.ranked(answer.of, answer.property)
    if not ranked:
        return
    names = messages("workbench.tools")[answered.context.language]["query"]["aggregates"]
    value = _result(ranked, answer.op)
    value = round(value, 2) if isinstance(value, float) else value
    shown = property_text(value, answered.context.language)
    text = answered.words("aggregate").format(
        what=as_sentence(group) or answered.text.heading(answer.of),
        name=names[answer.op],
        by=answered.text.by(by),
        value=answered.total_with_unit(shown, answer.of, ranked[0].name, answer.property),
        count=answered.text.counted(len({one.name for one in ranked}), answer.of),
    )
    if answer.op in ("min", "max"):
        first = ranked[0 if answer.op == "min" else -1]
        holders = [one.name for one in ranked if one.order == first.order]
        text = f"{text}: {', '.join(map(answered.name, answered.ordered(holders)[:MOST_NAMED]))}"
    nodes = tuple(one.name for one in ranked[:MOST_PROVED])
    yield answered.fact("aggregate", text, "", [GraphPath(nodes=nodes)])


def _result(ranked: Sequence[Ranked], op: str) -> Any:
    """Return the least or the greatest value as it is, or a number made of all."""
    if op in ("min", "max"):
        return ranked[0 if op == "min" else -1].value
    numbers = [number for one in ranked if (number := number_in(one.value)) is not None]
    return sum(numbers) if op == "sum" else sum(numbers) / len(numbers)


def _edges(answered: Answered, answer: EdgesAnswer) -> Iterator[Evidence]:
    content, language = answered.evaluator.content, answered.context.language
    wanted = answered.nodes.get(answer.with_)
    for name in answered.ordered(answered.nodes[answer.of]):
        for edge, end in answered.evaluator.ends(name, answer.edge, answer.direction):
            if wanted is not None and end.id not in wanted:
                continue
            specs = content.spec.edge_types[edge.type].properties
            shown = "; ".join(
                f"{label}: {value_with_unit(property_text(value, language), specs.get(key), label)}"
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
    compared = answered.text.compared(answer.of, answer.by)
    text = f"{verdict} ({compared}): {'; '.join(shown)}"
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
    if found:
        text = f"{verdict}: {with_times(answered, text, paths)}"
    else:
        text = answered.words("test_no").format(what=text)
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
        ends = ends if end.direction == "in" else ends[::-1]
        text = answered.text.sentence(end.edge, *ends)
        return text if answered.nodes[set_id] else answered.text.at_time(text, end)
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
