"""Rules of comparisons with a named node: "longer than the Volga", «выше Эльбруса»."""

from collections.abc import Iterator

from workbench.domain.graph_query import WhereSet
from workbench.nlp.grammar import word_set
from workbench.nlp.morphology import is_cyrillic
from workbench.nlp.query_words import is_filler, plain
from workbench.planner.composer.compared_properties import loss_of_time, measured
from workbench.planner.composer.linked_question import LinkedQuestion
from workbench.planner.composer.meanings import Named
from workbench.planner.composer.order_rules import tests_of, verb_of_time
from workbench.planner.composer.readings import Reading, Term, last_edge
from workbench.planner.composer.times import TIMES
from workbench.retrieval.graph_query.graph_schema import PropertyOf


def beside_node(asked: LinkedQuestion, reading: Reading) -> Iterator[Reading]:
    """Yield the nodes with more, or less, of something than a named one of their type."""
    is_asked_for = reading.mask or reading.type in asked.persons
    if not is_asked_for or reading.term is None or reading.op == "nodes":
        return
    for at in asked.free(reading):
        if not asked.superlatives[at]:
            for other in asked.free(reading):
                for named in asked.meanings(other, Named):
                    if named.type == reading.type and len(named.ids) == 1:
                        yield from _compared(asked, reading, at, other, named.ids[0])


def _compared(
    asked: LinkedQuestion, reading: Reading, at: int, other: int, node: str
) -> Iterator[Reading]:
    for test, dimension in tests_of(asked, at):
        for one in measured(asked, reading, dimension):
            is_own = one.reading is reading and one.by.property and not _is_of_edge(asked, reading)
            own = PropertyOf(reading.type, one.by.property)
            is_known = own in asked.schema.properties and _has_value(asked, node, own.name)
            verb = verb_of_time(asked, reading, at) if asked.operators_at(at) & {*TIMES} else []
            read = [at, other, *one.mentions, *verb]
            if not is_own or not is_known or not _are_compared(asked, at, other, one.mentions):
                continue
            where = WhereSet(of="", property=own.name, test=test, than_node=node)
            loss = loss_of_time(asked, one, at) if dimension == "time" else 0.0
            assert reading.term is not None
            term = Term(where, (reading.term,))
            gain = one.gain - loss
            yield asked.of_term(reading, term, reading.type, read, gain, may_be_empty=True)


def _are_compared(asked: LinkedQuestion, at: int, other: int, measures: list[int]) -> bool:
    """Whether the words between a comparison and a name join them: "more seats than X".

    In English "than" joins them, but for times such as "before X"; in Russian «чем», or the name
    follows the comparison.
    """
    start, end = asked.mentions[at].end, asked.mentions[other].start
    inside = {*range(at + 1, other)}
    is_time = bool(asked.operators_at(at) & {*TIMES})
    if at >= other or not inside <= {*measures} or (is_time and inside):
        return False
    spans = [asked.mentions[one] for one in inside]
    measured_words = {word for one in spans for word in range(one.start, one.end)}
    between = [asked.words[one] for one in range(start, end) if one not in measured_words]
    if not all(map(is_filler, between)):
        return False
    is_joined = any(plain(word.text) in word_set("comparison_joints") for word in between)
    return is_joined or is_time or is_cyrillic(asked.words[asked.mentions[at].start].text)


def _has_value(asked: LinkedQuestion, node: str, name: str) -> bool:
    return asked.evaluator.value(node, name) is not None


def _is_of_edge(asked: LinkedQuestion, reading: Reading) -> bool:
    """Whether an edge led to a reading, whose properties may be meant as well."""
    edge = asked.evaluator.content.spec.edge_types.get(last_edge(reading))
    return edge is not None and bool(edge.properties)
