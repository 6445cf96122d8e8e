"""Properties that a comparison may mean: one that is named, or those of a word's dimension."""

from collections.abc import Iterator
from typing import NamedTuple

from workbench.domain.graph_query import AllSet, By, Test
from workbench.nlp.operators import Unit
from workbench.nlp.query_words import divided, has_listed_form, query_words
from workbench.planner.composer.linked_question import LinkedQuestion
from workbench.planner.composer.meanings import (
    Condition,
    EdgePropertyName,
    Measure,
    PropertyName,
    Relation,
)
from workbench.planner.composer.measure_rules import properties_measured
from workbench.planner.composer.readings import Reading, Term, last_edge
from workbench.planner.composer.set_rules import FROM_ALL
from workbench.planner.composer.type_paths import coerced
from workbench.retrieval.graph_query.graph_schema import EdgePropertyOf, PropertyOf

OF_UNNAMED_EDGE = 0.2
"""Loss for a property of edges whose relation no word names."""
OF_OTHER_TYPE, OF_BIRTH = 0.3, 0.1
"""Loss for a time of nodes of another type, and for one of birth."""
OF_END = 0.2
"""Loss for the time of an end: "younger" and "first" compare births and beginnings."""
_FALLBACKS = {"size": ("people", "capacity"), "length": ("duration",)}
"""What a word means where a type has nothing of its dimension: the population of a large city, the
duration of a long journey."""
MOST_MEASURES = 2
"""Properties of a dimension that a comparison without a named one may mean."""


_OF_BEGINNING: frozenset[Test] = frozenset({"lt", "le", "ge"})
"""Tests for which the beginning of a span is enough: "before 2004", "since 2004"."""
_TIMES = frozenset({"time", "birth", "beginning"})
"""The dimensions of dates and years."""


class Measured(NamedTuple):
    """A reading with what it is compared by, and the mentions that name this."""

    reading: Reading
    by: By
    mentions: list[int]
    gain: float


def measured(
    asked: LinkedQuestion, reading: Reading, dimension: str, unit: Unit | None = None
) -> Iterator[Measured]:
    """Yield what a comparison may mean: a named property, or one of the word's dimension.

    ``unit`` is that of the number compared with: "over 2000 m" may mean a height. Texts of several
    numbers are in no order.
    """
    for one in _candidates(asked, reading, dimension, unit):
        own = PropertyOf(one.reading.type, one.by.property)
        of_edge = EdgePropertyOf(last_edge(one.reading), one.by.property)
        if not asked.evaluator.of_several_numbers & {own, of_edge}:
            yield one


def _candidates(
    asked: LinkedQuestion, reading: Reading, dimension: str, unit: Unit | None
) -> Iterator[Measured]:
    for at in asked.free(reading):
        read = [at - 1, at] if at and "each" in asked.operators_at(at - 1) else [at]  # "by area"
        for named in asked.meanings(at, PropertyName):
            for one in coerced(asked, reading, named.type):
                yield Measured(one, By(property=named.name), read, 0.0)
        for verb in asked.meanings(at, Measure):
            for name in properties_measured(asked, reading.type, verb):
                yield Measured(reading, By(property=name), [at], -0.1)
        for own in asked.meanings(at, EdgePropertyName):
            if own.edge == last_edge(reading):
                yield Measured(reading, By(property=own.name), [at], _of_all_edges(reading))
            else:
                for led in led_by(asked, reading, own.edge):
                    yield Measured(led, By(property=own.name), [at], 0.0)
    of_unit = unit.dimension if unit else ""
    if dimension or of_unit:
        yield from _of_words(asked, reading, dimension, of_unit)


def _of_all_edges(reading: Reading) -> float:
    """Return the loss of following a relation from all nodes, which a condition cancels."""
    start = reading.term.inputs[0] if reading.term else None
    return FROM_ALL if start is not None and start.set.op == "all" else 0.0


def may_be_own_date(asked: LinkedQuestion, reading: Reading, one: Measured) -> bool:
    """Whether a "date" of edges that no word names may be a date of the nodes as well.

    "Sort the bridges by date" does not say whether they were opened or inspected then.
    """
    is_led = last_edge(one.reading) != last_edge(reading)
    spans = [asked.mentions[at] for at in one.mentions if asked.meanings(at, EdgePropertyName)]
    words = [word for span in spans for word in asked.words[span.start : span.end]]
    is_bare = all(has_listed_form(word, "date_nouns") for word in words)
    dates = (known for known in asked.evaluator.dates if isinstance(known, PropertyOf))
    return is_led and bool(words) and is_bare and any(known.type == reading.type for known in dates)


def led_by(asked: LinkedQuestion, reading: Reading, edge: str) -> Iterator[Reading]:
    """Yield the nodes at the ends of an edge that no word names.

    They are all of the type that is asked for, "productions premiered in May 2024", or those at the
    other ends of the nodes that it names: "who paid the most for X".
    """
    for step in asked.schema.steps:
        if step.edge != edge or reading.term is None:
            continue
        is_asked_for = bool(reading.mask) or reading.type in asked.persons
        if reading.op == "all" and step.target == reading.type and is_asked_for:
            start = Term(AllSet(type=step.source))
        elif reading.op == "nodes" and step.source == reading.type:
            start = reading.term
        else:
            continue
        term = asked.followed(start, step)
        yield asked.of_term(reading, term, step.target, [], -OF_UNNAMED_EDGE, edge=edge)


def _of_words(
    asked: LinkedQuestion, reading: Reading, dimension: str, of_unit: str
) -> Iterator[Measured]:
    """Yield the properties that a comparison may mean by its words alone: "before 1900"."""
    edge = last_edge(reading)
    wanted = {of_unit} if of_unit else {dimension, *_FALLBACKS.get(dimension, ())}
    for known, dimensions in asked.schema.edge_dimensions.items():
        if known.edge == edge and dimensions & wanted:
            yield Measured(reading, By(property=known.name), [], _of_all_edges(reading) - 0.05)
    if reading.op == "all" and not reading.mask and not _is_named(asked, reading.type):
        return
    for found, kind, place in _of_dimension(asked, dimension, of_unit):
        if place < MOST_MEASURES:
            for same in coerced(asked, reading, found.type):
                loss = 0.1 + 0.15 * (kind == "text")
                loss += OF_END * (dimension == "time" and _is_end(found.name))
                if same is reading or _is_named(asked, found.type):
                    yield Measured(same, By(property=found.name), [], -loss)


def _is_end(name: str) -> bool:
    """Whether a time is that of an end, by its name: "died", "closed_on"."""
    return any(has_listed_form(word, "interval_ends") for word in query_words(divided(name)))


def _is_named(asked: LinkedQuestion, node_type: str) -> bool:
    """Whether a word names a type, or a relation of it: "oldest" is said of no other thing."""
    edges = {one.edge for one in asked.schema.steps if one.source == node_type}
    return node_type in asked.persons or any(
        node_type in asked.named_types(at)
        or any(one.type == node_type for one in asked.meanings(at, Condition))
        or (
            not asked.named_types(at)
            and any(one.edge in edges for one in asked.meanings(at, Relation))
        )
        for at in range(asked.size)
    )


def loss_of_time(asked: LinkedQuestion, one: Measured, at: int) -> float:
    """Return the loss of a bare time such as "before 1980" for nodes of another type.

    "Languages designed by Americans before 1980" are languages of that time, if they have one; it
    is a time of birth only of people that are asked for.
    """
    if one.mentions:
        return 0.0
    spoken_of = asked.type_spoken_of(at)
    is_other = one.reading.type != spoken_of and any(
        known.type == spoken_of and _measures(asked, known, "time")
        for known in asked.schema.properties
    )
    own = PropertyOf(one.reading.type, one.by.property)
    is_birth = "birth" in asked.schema.dimensions.get(own, ())
    return OF_OTHER_TYPE * is_other + OF_BIRTH * is_birth


def is_time_of_relation(asked: LinkedQuestion, one: Measured, test: Test) -> bool:
    """Return True if a bare time belongs to a relation, and not to the nodes.

    "Who commanded the Aurora in 2005?" asks for no ship that was built then, and for more than the
    captains who began in that year. "Who lived in Oslo in 1970?" asks for no one born then.
    """
    if one.mentions:
        return False
    spans = asked.schema.edge_spans
    if one.by.property in spans.get(last_edge(one.reading), ()):
        return test not in _OF_BEGINNING
    own = PropertyOf(one.reading.type, one.by.property)
    is_date, dimensions = own in asked.evaluator.dates, asked.schema.dimensions.get(own, ())
    if not (is_date or _TIMES & {*dimensions}):
        return False
    is_tested = asked.is_yes_no and not one.reading.edges
    if test == "eq" and "birth" in dimensions and (one.reading.edges or one.reading.named):
        return not is_tested
    lasting = {
        step.edge
        for step in asked.schema.steps
        if own.type in (step.source, step.target) and step.edge in spans
    }
    return bool(lasting & one.reading.edges) or any(
        relation.edge in lasting
        for at in range(asked.size)
        for relation in asked.meanings(at, Relation)
    )


def _of_dimension(
    asked: LinkedQuestion, dimension: str, of_unit: str
) -> Iterator[tuple[PropertyOf, str, int]]:
    """Yield the properties of a dimension, with their kind and their place within their type.

    With a unit they are of its dimension; those that the word names come before the others of
    their type: "longer than 200 m" is a length where there is one, and no depth.
    """
    schema = asked.schema
    known = {one: kind for one, kind in schema.properties.items() if kind != "boolean"}
    named = {one for one in known if _measures(asked, one, dimension)}
    sized = {one.type for one in named}
    for other in _FALLBACKS.get(dimension, ()) if not of_unit else ():
        found = {one for one in known if one.type not in sized and _measures(asked, one, other)}
        named |= found
        sized |= {one.type for one in found}
    fitting = [
        one
        for one in known
        if (one in named if not of_unit else of_unit in schema.dimensions[one])
        or (of_unit and of_unit == schema.unit_dimensions.get(one))
    ]
    named &= {*fitting}
    types = {one.type for one in named}
    places: dict[str, int] = {}
    for one in fitting:
        if one in named or one.type not in types:
            yield one, known[one], places.get(one.type, 0)
            places[one.type] = places.get(one.type, 0) + 1


def _measures(asked: LinkedQuestion, one: PropertyOf, dimension: str) -> bool:
    """Whether a property is of a dimension by its name, or a time by its values: "held on"."""
    is_date = dimension == "time" and one in asked.evaluator.dates
    return is_date or dimension in asked.schema.dimensions[one]
