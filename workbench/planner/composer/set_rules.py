"""Rules that make sets of nodes: where a reading starts, relations, conditions, combinations."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from workbench.domain.graph_query import AllSet, PriorSet, WhereSet
from workbench.nlp.grammar import word_set
from workbench.nlp.operators import Degree
from workbench.nlp.query_words import plain
from workbench.planner.composer.alternative_rules import with_alternative
from workbench.planner.composer.combination_rules import (
    NEGATION_AMID,
    combined_term,
    denied,
    denies_relation,
    excluded,
    excludes_name,
    negations,
    solely,
)
from workbench.planner.composer.linked_question import LinkedQuestion
from workbench.planner.composer.linking_words import (
    joins_test,
    names_property,
    only_links,
    stands_beside_value,
)
from workbench.planner.composer.meanings import Condition, Named, PropertyName, Relation, TypeName
from workbench.planner.composer.readings import (
    EMPTY,
    WRONG_END_LOSS,
    Earlier,
    Reading,
    Term,
    linked_term,
    nodes_term,
)
from workbench.planner.composer.times import denotes_time
from workbench.planner.composer.type_paths import (
    RARER_STEP,
    UNNAMED_STEP,
    coerced,
    lacks_unnamed,
    paths,
)
from workbench.planner.composer.unnamed_end_rules import (
    agents,
    commonest_of_all,
    linked,
    members,
    placed,
)
from workbench.retrieval.graph_query.graph_schema import Step

SAME_EDGE, SAME_SYMMETRIC_EDGE = 0.8, 0.15
"""Loss for following an edge type again: "neighbours of neighbours" is rare but possible."""
TYPE_AS_RELATION = 0.5
"""Loss for following a relation by a word that is the type of the nodes it starts at."""
ROUND_TRIP = 0.6
"""Loss for coming back to the type of a start without names over a relation that no word names:
"who of the women won a cup" does not ask who won the cups that women took part in."""
ANY_OF_TYPE = 0.1
"""Loss for a relation to any node of the type that follows it."""
OTHER_VERB = 0.1
"""Loss for a relation that is expressed by another verb than that of its label."""
WITHOUT_UNNAMED = 0.2
"""Loss for "without paintings" where no word names the relation."""
FROM_ALL = 0.5
"""Loss for following a relation from all nodes of a type."""
LINKING_VERB = 0.2
"""Loss for a verb such as "belong" that names no relation beside the one that is followed."""
IDLE = ("anaphor", "now", "versus", "list", "aside", "shares")
"""Operators that a reading may leave without a meaning of their own, at a loss."""


def bases(asked: LinkedQuestion) -> Iterator[Reading]:
    """Yield the sets that a reading may start with."""
    for at, mention in enumerate(asked.mentions):
        for meaning, fit in mention.options:
            if isinstance(meaning, Named):
                start = nodes_term(meaning.ids)
                reading = asked.of_term(EMPTY, start, meaning.type, [at], fit - 1)
                yield reading
                yield from members(asked, reading)
            elif isinstance(meaning, TypeName):
                yield asked.of_term(EMPTY, _all(meaning.type), meaning.type, [at])
            elif isinstance(meaning, Condition) and not denotes_time(asked, at, meaning.type):
                term = _where(meaning, _all(meaning.type))
                yield asked.of_term(EMPTY, term, meaning.type, [at], -0.1)
        yield from agents(asked, at)
    named = _names_any(asked)
    yield from _earlier(asked, named=named)
    for node_type, size in asked.schema.sizes.items() if not named else ():
        term = _all(node_type)
        if size == 1:  # the one thing that the graph is about
            only = nodes_term(tuple(asked.nodes(term)))
            yield asked.of_term(EMPTY, only, node_type, [], -0.3)
            for at in _pronouns_of_person(asked, node_type):
                yield asked.of_term(EMPTY, only, node_type, [at])
        else:
            yield asked.of_term(EMPTY, term, node_type, [], -0.6)


def _pronouns_of_person(asked: LinkedQuestion, node_type: str) -> Iterator[int]:
    """Yield the mentions of "he" and "her", which stand for the only person of a graph."""
    is_person = node_type in asked.only_persons and not asked.earlier
    for at in asked.operators("anaphor") if is_person else ():
        word = asked.words[asked.mentions[at].start]
        if {plain(word.text), *word.keys} & word_set("personal_pronouns"):
            yield at


def _earlier(asked: LinkedQuestion, *, named: bool) -> Iterator[Reading]:
    """Yield the sets of the earlier turn, the answer first, that a follow-up may be about."""
    mentions = [[at] for at in asked.operators("previous", "anaphor")]
    if not named and asked.is_elliptical:
        mentions.append([])
    for rank, one in enumerate(asked.earlier):
        for read in mentions:
            is_pronoun = bool(read) and "anaphor" in asked.operators_at(read[0])
            if (read and not _agrees(asked, read[0], one)) or not (one.is_answer or is_pronoun):
                continue
            gain = (0.5 if read and not named else 0.0) - 0.1 * rank - 0.2 * (not read)
            yield asked.of_term(EMPTY, Term(PriorSet(set=one.id)), one.type, read, gain)


def _agrees(asked: LinkedQuestion, at: int, earlier: Earlier) -> bool:
    """Whether a pronoun may stand for an earlier set: "it" for one node, "them" for several."""
    word = asked.words[asked.mentions[at].start]
    if plain(word.text) in word_set("singular_pronouns"):
        return len(earlier.nodes) == 1
    is_plural = plain(word.text) in word_set("plural_pronouns")
    return not is_plural or len(earlier.nodes) > 1


def extended(asked: LinkedQuestion, reading: Reading) -> Iterator[Reading]:
    """Yield the sets that a reading becomes by one more mention."""
    yield from placed(asked, reading)
    yield from commonest_of_all(asked, reading)
    yield from denied(asked, reading)
    yield from solely(asked, reading)
    for at in asked.free(reading):
        if reading.op == "follow" and only_links(asked, at):
            yield asked.same(reading, [at], -LINKING_VERB)
        for meaning, fit in asked.mentions[at].options:
            match meaning:
                case Relation():
                    if names_property(asked, reading, at) or joins_test(asked, reading, at):
                        yield asked.same(reading, [at], 0.0)
                    for one in _related(asked, reading, at, meaning):
                        yield replace(one, score=one.score - OTHER_VERB * (fit < 1))
                case TypeName():
                    yield from _typed(asked, reading, at, meaning.type)
                case Condition() if not denotes_time(asked, at, meaning.type):
                    yield from _narrowed(asked, reading, at, meaning, fit)
                case PropertyName() if stands_beside_value(asked, reading, at, meaning):
                    yield asked.same(reading, [at], 0.0)
                case Named():
                    yield from excluded(asked, reading, at, meaning)
                case Degree() if reading.term and _is_of_top(asked, reading.term, at, meaning):
                    yield asked.same(reading, [at], -0.12)
                case str() if meaning in IDLE:
                    yield asked.same(reading, [at], -0.12 - 0.3 * asked.weights[at])


def _related(
    asked: LinkedQuestion, reading: Reading, at: int, relation: Relation
) -> Iterator[Reading]:
    edge = relation.edge
    is_repeated = asked.repeats(reading, at)
    if edge in reading.edges and not is_repeated:  # said twice: «на каких языках говорят»
        yield asked.same(reading, [at], -0.15)
    if asked.names_source(at, relation) and _is_source(asked, reading.type, edge):
        yield asked.same(reading, [at], 0.1)  # «самый молодой сотрудник»
    yield from linked(asked, reading, at, edge)
    for step in asked.schema.steps:
        if step.edge != edge:
            continue
        for found in coerced(asked, reading, step.source):
            start, loss = directed(asked, found, at, relation, step)
            if start.op not in ("nodes", "prior"):  # "capital" is Nairobi's type, and a relation
                named = (one.type for one in asked.meanings(at, TypeName))
                loss += TYPE_AS_RELATION * (start.type in named)
            if start.term is None or lacks_unnamed(asked, start):
                continue
            is_unnamed = found is not reading and reading.op not in ("nodes", "prior")
            loss += ROUND_TRIP * (is_unnamed and step.target == reading.type)
            again = SAME_SYMMETRIC_EDGE if step.direction == "both" else SAME_EDGE
            again *= not is_repeated
            gain = -again * (edge in start.edges) - FROM_ALL * (start.op == "all") - loss
            origin = start.term
            if found is not reading and _is_linked(asked, reading, step.target):
                start = replace(start, undecided=start.undecided | {at})
            term = asked.followed(origin, step)
            yield asked.of_term(start, term, step.target, [at], gain, edge=edge)
            yield from _related_to_all(asked, start, at, step, gain)
            yield from _related_to_any(asked, start, at, step, gain)
            for negation, loss in negations(asked, reading, at):
                term = linked_term(origin, step, has=False)
                far = gain - loss - 0.1
                yield asked.of_term(start, term, step.source, [at, negation], far, edge=edge)


def _is_linked(asked: LinkedQuestion, reading: Reading, node_type: str) -> bool:
    """Whether a named node has a relation of its own to a type that others lead to.

    "How many films did the studio shoot?" is not surely said of the people who worked for it,
    where studios produced films too.
    """
    return reading.op == "nodes" and any(
        (one.source, one.target) == (reading.type, node_type) for one in asked.schema.steps
    )


def directed(
    asked: LinkedQuestion, start: Reading, at: int, relation: Relation, step: Step
) -> tuple[Reading, float]:
    """Return the start of a step with the loss of a direction that the words contradict.

    Where the relation can be followed both ways from the start, and the words do not tell which
    is meant, the start says so.
    """
    ways = {
        one.direction
        for one in asked.schema.steps
        if one.edge == step.edge and one.source == step.source
    }
    if start.op not in ("nodes", "prior") and asked.names_source(at, relation):
        return start, WRONG_END_LOSS * (step.direction == "out")
    if start.op == "all" or not {"in", "out"} <= ways:
        return start, 0.0
    end = asked.end_of(start, at, relation)
    if end is None:
        return replace(start, undecided=start.undecided | {at}), 0.0
    is_wrong = end != ("source" if step.direction == "out" else "target")
    return start, WRONG_END_LOSS * is_wrong


def _is_source(asked: LinkedQuestion, node_type: str, edge: str) -> bool:
    return any(
        step.edge == edge and step.source == node_type and step.direction == "out"
        for step in asked.schema.steps
    )


def _related_to_all(
    asked: LinkedQuestion, start: Reading, at: int, step: Step, gain: float
) -> Iterator[Reading]:
    """Yield what every one of several named nodes is related to: "both in Peru and Bolivia"."""
    if start.term is None or start.op != "nodes" or len(start.nodes) < 2:
        return
    if asked.is_yes_no and step.source == step.target and len(start.named) == 2:
        yield _mutual(asked, start, at, step, gain)
    likely = 0.1 if step.direction != "out" and not asked.is_either else -0.4
    readings = [([at], likely), *(([at, both], 0.0) for both in asked.operators("both"))]
    for mentions, more in readings:
        term = asked.followed(start.term, step, every=True)
        yield asked.of_term(
            start,
            term,
            step.target,
            mentions,
            gain + more,
            edge=step.edge,
            may_be_empty=len(mentions) > 1,
        )


def _related_to_any(
    asked: LinkedQuestion, start: Reading, at: int, step: Step, gain: float
) -> Iterator[Reading]:
    """Yield the nodes that are related to any node of a type: "Dutch artists who made a print"."""
    if start.term is None or start.op in ("nodes", "prior") or not start.mask:
        return
    noun = at + 1
    if noun >= asked.size or start.reads(noun) or step.target not in asked.named_types(noun):
        return
    if noun + 1 < asked.size and asked.meanings(noun + 1, Named):  # "won a cup in Norway"
        return
    term = linked_term(start.term, step, has=True)
    yield asked.of_term(start, term, step.source, [at, noun], gain - ANY_OF_TYPE, edge=step.edge)


def _mutual(asked: LinkedQuestion, pair: Reading, at: int, step: Step, gain: float) -> Reading:
    """Return whether one of two nodes is related to the other: "Do A and B share a border?"."""
    one, other = (nodes_term([name]) for name in pair.named)
    term = combined_term("and", one, asked.followed(other, step))
    return asked.of_term(
        pair, term, step.source, [at], gain + 0.2, edge=step.edge, may_be_empty=True
    )


def _typed(asked: LinkedQuestion, reading: Reading, at: int, node_type: str) -> Iterator[Reading]:
    if node_type in reading.types:
        yield asked.same(reading, [at], 0.0 if node_type == reading.type else -0.05)
    for negation, loss in negations(asked, reading, at):
        yield from _without(asked, reading, [negation, at], node_type, loss)
    if node_type != reading.type:
        for one in coerced(asked, reading, node_type):
            yield asked.same(one, [at], 0.2)
    yield from _of_all_named(asked, reading, at, node_type)


def _of_all_named(
    asked: LinkedQuestion, reading: Reading, at: int, node_type: str
) -> Iterator[Reading]:
    """Yield what is related to each of several named nodes: "languages both A and B"."""
    if reading.term is None or reading.op != "nodes" or len(reading.nodes) < 2:
        return
    for rank, path in enumerate(paths(asked, reading.type, node_type)):
        for both in asked.operators("both") if len(path) == 1 else ():
            term = asked.followed(reading.term, path[0], every=True)
            gain = 0.2 - UNNAMED_STEP - RARER_STEP * rank
            yield asked.of_term(
                reading,
                term,
                node_type,
                [at, both],
                gain,
                edge=path[0].edge,
                may_be_empty=True,
            )


def _without(
    asked: LinkedQuestion, reading: Reading, mentions: Sequence[int], node_type: str, loss: float
) -> Iterator[Reading]:
    """Yield the nodes without any of a type: "museums that hold no paintings"."""
    if reading.term is None or reading.op == "nodes":
        return
    for step in asked.schema.steps:
        if (step.source, step.target) != (reading.type, node_type):
            continue
        named = [
            at
            for at in asked.free(reading)
            if at not in mentions
            and any(one.edge == step.edge for one in asked.meanings(at, Relation))
        ]
        loss += WITHOUT_UNNAMED * (not named)
        term = linked_term(reading.term, step, has=False)
        read = [*mentions, *named]
        yield asked.of_term(reading, term, reading.type, read, -loss, edge=step.edge)


def _narrowed(
    asked: LinkedQuestion, reading: Reading, at: int, condition: Condition, fit: float
) -> Iterator[Reading]:
    if (either := with_alternative(asked, reading, at, condition)) is not None:
        yield either
        return
    for start in coerced(asked, reading, condition.type):
        if start.term is None:
            continue
        tested = asked.is_yes_no and start.op == "nodes"
        term = _where(condition, start.term)
        yield asked.of_term(start, term, condition.type, [at], fit - 1, may_be_empty=tested)
        for negation, loss in negations(asked, reading, at):
            such = _where(condition, _all(condition.type))
            term = combined_term("minus", start.term, such)
            gain = -loss - NEGATION_AMID * denies_relation(asked, negation)
            yield asked.of_term(start, term, condition.type, [at, negation], gain)


def _names_any(asked: LinkedQuestion) -> bool:
    return any(
        asked.meanings(at, Named) and not (at and excludes_name(asked, at - 1))
        for at in range(len(asked.mentions))
    )


def _is_of_top(asked: LinkedQuestion, term: Term, at: int, degree: Degree) -> bool:
    """Return True if a degree word repeats the order: "the top three by height, the highest".

    One that contradicts the order, or stands beside "first", asks for another order.
    """
    beside = (one for one in (at - 1, at, at + 1) if 0 <= one < asked.size)
    if any("foremost" in asked.operators_at(one) for one in beside):
        return False
    order = "desc" if degree.sign > 0 else "asc"
    return any(part.set.op == "top" and part.set.order == order for part in term.parts())


def _all(node_type: str) -> Term:
    return Term(AllSet(type=node_type))


def _where(condition: Condition, of: Term) -> Term:
    return Term(WhereSet(of="", property=condition.property, value=condition.value), (of,))
