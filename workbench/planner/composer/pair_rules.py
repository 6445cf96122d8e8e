"""Rules of pairs of nodes: facts on the edges between them, and paths that connect them."""

from collections.abc import Iterator
from dataclasses import replace

from workbench.domain.graph_query import EdgesAnswer, PathAnswer, PriorSet
from workbench.planner.composer.combination_rules import Done
from workbench.planner.composer.linked_question import EMPTY_LOSS, LinkedQuestion
from workbench.planner.composer.meanings import EdgePropertyName, Relation, TypeName
from workbench.planner.composer.measure_rules import measured_edges
from workbench.planner.composer.readings import Reading, Term, nodes_term
from workbench.planner.composer.set_rules import directed
from workbench.retrieval.graph_query.graph_schema import EdgePropertyOf, Step

SAME_RELATION = 0.3
"""Gain for asking about the relation that the turn before followed."""
WITHOUT_PARTNER = 0.15
"""Loss for asking for a property of all edges of a node, instead of those to another."""

LONGEST, LONGEST_ROUTE = 4, 8
"""Edges of a path along any relations, and of a route."""


def between(asked: LinkedQuestion, reading: Reading, done: Done) -> Iterator[Reading]:
    """Yield queries about the edges of a reading's nodes, or the paths to other nodes."""
    if reading.term is None or reading.op == "all":
        return
    for at in asked.free(reading):
        for named in (*asked.meanings(at, EdgePropertyName), *_measured(asked, reading, at)):
            yield from _edges(asked, reading, at, named, done)
        if "when" in asked.operators_at(at):
            for one, dimensions in asked.schema.edge_dimensions.items():
                if "time" in dimensions:
                    named = EdgePropertyName(one.edge, one.name)
                    yield from _edges(asked, reading, at, named, done, loss=0.1)
        if asked.operators_at(at) & {"path", "route"}:
            yield from _connected(asked, reading, at, done)


def _edges(
    asked: LinkedQuestion,
    reading: Reading,
    at: int,
    named: EdgePropertyName,
    done: Done,
    loss: float = 0.0,
) -> Iterator[Reading]:
    for step in asked.schema.steps:
        if step.edge != named.edge or step.source != reading.type:
            continue
        alone = _with_earlier_start(asked, reading, step)
        if len(reading.named) == 2 and step.source == step.target:  # "between A and B"
            start, end = (nodes_term([name]) for name in reading.named)
            first = replace(reading, term=start, nodes=asked.nodes(start))
            last = Reading(end, reading.type, asked.nodes(end))
            yield from _edges_to(asked, first, last, step, named, at, loss)
            continue
        yield from _edges_to(asked, reading, alone, step, named, at, loss + WITHOUT_PARTNER)
        for other in _others(reading, done):
            if other.type == step.target and other.op != "all" and not other.reads(at):
                yield from _edges_to(asked, reading, other, step, named, at, loss)


def _measured(asked: LinkedQuestion, reading: Reading, at: int) -> Iterator[EdgePropertyName]:
    """Yield the property of edges that "how far" asks for at a reading's nodes."""
    for edge in {step.edge: None for step in asked.schema.steps if step.source == reading.type}:
        yield from measured_edges(asked, at, edge)


def _with_earlier_start(asked: LinkedQuestion, reading: Reading, step: Step) -> Reading | None:
    """Return where the turn before came from, if it followed this relation: "Since when?"."""
    if reading.term is None or not isinstance(reading.term.set, PriorSet):
        return None
    known = {one.id: one for one in asked.earlier}
    led_by = known[reading.term.set.set].led_by
    if led_by is None or led_by.edge != step.edge or led_by.of not in known:
        return None
    start = known[led_by.of]
    return Reading(Term(PriorSet(set=start.id)), start.type, start.nodes, score=SAME_RELATION)


def _edges_to(
    asked: LinkedQuestion,
    reading: Reading,
    other: Reading | None,
    step: Step,
    named: EdgePropertyName,
    at: int,
    loss: float,
) -> Iterator[Reading]:
    both = _merged(reading, other) if other is not None else reading
    wanted = other.nodes if other is not None else None
    found = any(
        wanted is None or end.id in wanted
        for name in reading.nodes
        for _, end in asked.evaluator.ends(name, step.edge, step.direction)
    )
    relations = [
        place
        for place in asked.free(both)
        if place != at and any(one.edge == step.edge for one in asked.meanings(place, Relation))
    ]
    types = [
        place
        for place in asked.free(both)
        if any(one.type in (step.source, step.target) for one in asked.meanings(place, TypeName))
    ]
    for place in relations[:1]:
        relation = next(one for one in asked.meanings(place, Relation) if one.edge == step.edge)
        both, wrong = directed(asked, both, place, relation, step)
        loss += wrong
    answer = EdgesAnswer.model_validate(
        {
            "of": "",
            "edge": step.edge,
            "direction": step.direction,
            "property": named.name,
            "with": "",
        }
    )
    amount = [at - 1] if at and "count" in asked.operators_at(at - 1) else []  # "how many grams"
    read = dict.fromkeys((at, *amount, *_asked_time(asked, both, named), *relations, *types))
    yield asked.answered(both, answer, list(read), -loss - EMPTY_LOSS * (not found))


def _asked_time(asked: LinkedQuestion, reading: Reading, named: EdgePropertyName) -> list[int]:
    """Return the mention of "when", which a property of edges that is a time answers."""
    dimensions = asked.schema.edge_dimensions.get(EdgePropertyOf(named.edge, named.name), ())
    free = [at for at in asked.operators("when") if not reading.reads(at)]
    return free[:1] if "time" in dimensions else []


def _connected(asked: LinkedQuestion, reading: Reading, at: int, done: Done) -> Iterator[Reading]:
    """Yield the way between two names, along any relations or, of a route, along one."""
    if reading.op not in ("nodes", "prior"):
        return
    is_route = "route" in asked.operators_at(at)
    edges = _routes(asked, reading.type) if is_route else [""]
    for edge in edges if len(edges) == 1 else ():
        values = {"of": "", "with": "", "edge": edge, "max": LONGEST_ROUTE if edge else LONGEST}
        answer = PathAnswer.model_validate(values)
        for one, other in _ends(asked, reading, done):
            if not one.reads(at) and not other.reads(at) and (one.type == other.type or not edge):
                relations = [
                    place
                    for place in asked.free(_merged(one, other))
                    if edge and any(r.edge == edge for r in asked.meanings(place, Relation))
                ]
                yield asked.answered(_merged(one, other), answer, [at, *relations])


def _ends(asked: LinkedQuestion, reading: Reading, done: Done) -> Iterator[tuple[Reading, Reading]]:
    """Yield the two ends of a way: a row of two names, or a reading and a later name."""
    if len(reading.named) == 2:
        start, end = (nodes_term([name]) for name in reading.named)
        last = Reading(end, reading.type, asked.nodes(end))
        yield replace(reading, term=start, nodes=asked.nodes(start)), last
        return
    for other in _others(reading, done):
        is_later = reading.mask < other.mask or reading.op == "prior"
        if other.op == "nodes" and is_later:
            yield reading, other


def _routes(asked: LinkedQuestion, node_type: str) -> list[str]:
    """Return the relations from nodes of a type to each other that one may travel along.

    Of several those with a distance or a duration.
    """
    within = [one.edge for one in asked.schema.steps if one.source == one.target == node_type]
    edges = list(dict.fromkeys(within))
    lengths = {
        one.edge
        for one, known in asked.schema.edge_dimensions.items()
        if known & {"distance", "duration"}
    }
    return [edge for edge in edges if edge in lengths] or edges


def _others(reading: Reading, done: Done) -> Iterator[Reading]:
    for mask, kept in done.items():
        if mask and not mask & reading.mask:
            yield from (one for one in kept if one.term is not None)


def _merged(reading: Reading, other: Reading) -> Reading:
    return replace(
        reading,
        mask=reading.mask | other.mask,
        score=reading.score + other.score,
        other=other.term,
    )
