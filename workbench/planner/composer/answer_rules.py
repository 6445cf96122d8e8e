"""Rules of what is asked of a set: how many, a value, which of two, whether the same."""

from collections.abc import Iterator
from dataclasses import replace

from workbench.domain.graph_query import (
    By,
    CompareAnswer,
    CountAnswer,
    FollowSet,
    SameAnswer,
    ValueAnswer,
    WhereSet,
)
from workbench.nlp.operators import Degree
from workbench.planner.composer.combination_rules import Done
from workbench.planner.composer.compared_properties import led_by, measured
from workbench.planner.composer.count_rules import LIMITS, counted, order_of
from workbench.planner.composer.group_rules import aggregates, commonest
from workbench.planner.composer.linked_question import LinkedQuestion
from workbench.planner.composer.meanings import EdgePropertyName, Named, PropertyName, Relation
from workbench.planner.composer.measure_rules import number_values
from workbench.planner.composer.order_rules import directions_of
from workbench.planner.composer.readings import Reading, nodes_term
from workbench.planner.composer.times import is_date
from workbench.planner.composer.type_paths import coerced
from workbench.retrieval.graph_query.graph_schema import PropertyOf

VALUE_OF_YES_NO = 0.3
"""Loss for a value where yes or no is asked for: "Is X open?" is not a question for its opening."""
VALUE_KNOWN = 0.05
"""Loss for asking for the value that the nodes were filtered by: "at expert level"."""


def answers(asked: LinkedQuestion, reading: Reading, done: Done) -> Iterator[Reading]:
    """Yield what may be asked of a reading's set."""
    for at in asked.free(reading):
        said = {option.meaning for option in asked.mentions[at].options}
        if "count" in said and reading.op != "nodes":
            gain = 0.3 * (reading.op == "all") - asked.loss_of_counted(reading, at)
            yield asked.answered(reading, CountAnswer(of=""), [at], gain)
        for named in asked.meanings(at, PropertyName):
            yield from _values(asked, reading, at, named)
    yield from _aggregated(asked, reading)
    yield from _times(asked, reading)
    yield from number_values(asked, reading)
    yield from commonest(asked, reading)
    for pair in _pairs(reading, done):
        yield from _compared(asked, pair)
        yield from _same(asked, pair)


def _values(
    asked: LinkedQuestion, reading: Reading, at: int, named: PropertyName
) -> Iterator[Reading]:
    is_time = is_date(asked, named)
    if asked.is_who and named.type not in asked.persons and (is_time or _is_number(asked, named)):
        return  # "who wrote X" asks for no year
    is_by_name = any(
        asked.meanings(one, Named) and not asked.describes_next(one) for one in range(asked.size)
    )
    if is_time and is_by_name and named.type in asked.wanted and not asked.operators("when"):
        return  # "which club did A found" asks for a club by its founder, not for a year
    for one in coerced(asked, reading, named.type):
        loss = 0.3 * (one.op == "all") + VALUE_OF_YES_NO * asked.is_yes_no
        loss += VALUE_KNOWN * _is_chosen_by(one, named)
        when = _asked_time(asked, one, named)
        yield asked.answered(one, ValueAnswer(of="", property=named.name), [at, *when], -loss)


def _is_chosen_by(reading: Reading, named: PropertyName) -> bool:
    made = reading.term.set if reading.term else None
    if not isinstance(made, WhereSet) or not isinstance(made.value, str):
        return False
    return made.property == named.name


def _is_number(asked: LinkedQuestion, named: PropertyName) -> bool:
    return asked.schema.properties[PropertyOf(named.type, named.name)] == "number"


def _aggregated(asked: LinkedQuestion, reading: Reading) -> Iterator[Reading]:
    """Yield sums and means; the least and the greatest are found by order, which names them."""
    others = (*_ends_of_measured(asked, reading), *_owners_of_property(asked, reading))
    for one in (reading, *others):
        for answer, mentions in aggregates(asked, one, one.type):
            if answer.op in ("avg", "sum"):
                yield asked.answered(one, answer, mentions, -0.3 * (one.op == "all"))


def _owners_of_property(asked: LinkedQuestion, reading: Reading) -> Iterator[Reading]:
    """Yield what a named node stands for where a property is of another type.

    "The average mass of the alkali metals" is that of the elements of this category.
    """
    if reading.op == "nodes":
        named = (own.type for at in asked.free(reading) for own in asked.meanings(at, PropertyName))
        for node_type in dict.fromkeys(named):
            if node_type != reading.type:
                yield from coerced(asked, reading, node_type)


def _ends_of_measured(asked: LinkedQuestion, reading: Reading) -> Iterator[Reading]:
    """Yield what the edges of a named property lead to from named nodes: "total paid by X"."""
    if reading.op == "nodes":
        named = (
            own.edge for at in asked.free(reading) for own in asked.meanings(at, EdgePropertyName)
        )
        for edge in dict.fromkeys(named):
            yield from led_by(asked, reading, edge)


def _asked_time(asked: LinkedQuestion, reading: Reading, named: PropertyName) -> list[int]:
    """Return the mention of "when", which a date property answers."""
    is_time = is_date(asked, named)
    return [at for at in asked.operators("when") if is_time and not reading.reads(at)][:1]


def _times(asked: LinkedQuestion, reading: Reading) -> Iterator[Reading]:
    """Yield the times of a reading's nodes: "When was X painted?" with no property named."""
    for at in asked.operators("when"):
        if reading.reads(at) or reading.op == "all" or _is_of_dated_edge(asked, reading):
            continue
        for one, dimensions in asked.schema.dimensions.items():
            if one.type == reading.type and "time" in dimensions:
                own = {step.edge for step in asked.schema.steps if step.source == reading.type}
                relations = [
                    place
                    for place in asked.free(reading)
                    if any(named.edge in own for named in asked.meanings(place, Relation))
                ]
                occurs = [place for place in asked.operators("occurs") if not reading.reads(place)]
                answer = ValueAnswer(of="", property=one.name)
                read = list(dict.fromkeys([at, *relations, *occurs]))
                yield asked.answered(reading, answer, read, -0.15)


def _is_of_dated_edge(asked: LinkedQuestion, reading: Reading) -> bool:
    """Whether the time is that of an edge: "When was X lent?", of one that led to the reading."""
    dimensions = asked.schema.edge_dimensions
    dated = {one.edge for one, known in dimensions.items() if "time" in known}
    named = {
        relation.edge for at in asked.free(reading) for relation in asked.meanings(at, Relation)
    }
    parts = reading.term.parts() if reading.term else ()
    followed = {part.set.edge for part in parts if isinstance(part.set, FollowSet)}
    return bool((named | followed) & dated)


def _pairs(reading: Reading, done: Done) -> Iterator[Reading]:
    """Yield readings of several named nodes of a type: a row, or two single ones."""
    if reading.op != "nodes":
        return
    if len(reading.nodes) > 1:
        yield reading
        return
    for mask, kept in done.items():
        for other in kept if not mask & reading.mask else ():
            if _is_other(reading, other):
                ids = (*other.named, *reading.named)
                yield replace(
                    reading,
                    term=nodes_term(ids),
                    nodes=reading.nodes | other.nodes,
                    mask=reading.mask | other.mask,
                    score=reading.score + other.score,
                )


def _is_other(one: Reading, other: Reading) -> bool:
    return (
        other.op == "nodes"
        and len(other.nodes) == 1
        and other.type == one.type
        and other.nodes != one.nodes
    )


def _compared(asked: LinkedQuestion, pair: Reading) -> Iterator[Reading]:
    """Yield comparisons of named nodes: «Что больше, A или B?», "Is A larger than B?"."""
    claimed = pair.named[0] if asked.is_yes_no and not asked.is_either else ""
    for at in asked.free(pair):
        for sign, dimension in _signs(asked, at):
            for one in measured(asked, pair, dimension):
                if one.reading.type == pair.type and at not in one.mentions:
                    answer = CompareAnswer(of="", by=one.by, order=order_of(sign), claimed=claimed)
                    yield asked.answered(one.reading, answer, [at, *one.mentions], one.gain)
            for other, by in _relations(asked, pair):
                if other != at:
                    answer = CompareAnswer(of="", by=by, order=order_of(sign), claimed=claimed)
                    yield asked.answered(pair, answer, [at, other])


def _signs(asked: LinkedQuestion, at: int) -> Iterator[tuple[int, str]]:
    if not asked.superlatives[at]:
        for degree in asked.meanings(at, Degree):
            yield from directions_of(degree)
    for option in asked.mentions[at].options:
        if option.meaning in ("most", "least"):
            yield (1 if option.meaning == "most" else -1), ""
        elif isinstance(option.meaning, str) and (sign := LIMITS.get(option.meaning, (0,))[0]):
            yield sign, ""


def _same(asked: LinkedQuestion, pair: Reading) -> Iterator[Reading]:
    """Yield the test of a common property: «У A и B одна и та же валюта?»."""
    for at in asked.operators("same", "shares"):
        if pair.reads(at):
            continue
        for other, by in (*_counted(asked, pair), *_properties(asked, pair)):
            if other != at:
                yield asked.answered(pair, SameAnswer(of="", by=by), [at, other])


def _counted(asked: LinkedQuestion, pair: Reading) -> list[tuple[int, By]]:
    """Return the relations to compare: named by themselves or by the type at their end."""
    return [(at, by) for at in asked.free(pair) for by, _ in counted(asked, pair.type, at)]


def _relations(asked: LinkedQuestion, pair: Reading) -> list[tuple[int, By]]:
    """Return the relations whose edges a comparison may count."""
    return [(at, by) for at, by in _counted(asked, pair) if asked.meanings(at, Relation)]


def _properties(asked: LinkedQuestion, pair: Reading) -> list[tuple[int, By]]:
    return [
        (at, By(property=named.name))
        for at in asked.free(pair)
        for named in asked.meanings(at, PropertyName)
        if named.type == pair.type
    ]
