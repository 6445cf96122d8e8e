"""Rules that combine sets of nodes: both, one without the other, and named exceptions."""

from collections.abc import Iterator, Mapping, Sequence

from workbench.domain.graph_query import AllSet, CombinedSet, FollowSet, LinkedSet
from workbench.nlp.grammar import word_set
from workbench.nlp.query_words import plain
from workbench.planner.composer.linked_question import LinkedQuestion
from workbench.planner.composer.meanings import Named, Relation
from workbench.planner.composer.readings import Reading, Term, nodes_term
from workbench.planner.composer.type_paths import coerced

NEGATION_DISTANCE, NEGATION_AMID, NEGATION_AFTER = 0.06, 0.5, 0.4
"""Loss for each mention between a negation and what it negates, for one amid it and after it."""

Done = Mapping[int, Sequence[Reading]]


def combined(asked: LinkedQuestion, reading: Reading, done: Done) -> Iterator[Reading]:
    """Yield the combinations of a reading with those of other mentions."""
    others = [
        one for mask, kept in done.items() if mask and not mask & reading.mask for one in kept
    ]
    for other in others:
        yield from _joined(asked, reading, other)
        yield from _joined(asked, other, reading)


def _joined(asked: LinkedQuestion, one: Reading, other: Reading) -> Iterator[Reading]:
    tested = one.op == "nodes"
    if tested and not (asked.is_yes_no and len(one.nodes) == 1):
        return
    if other.op == "all" or (other.op == "nodes" and other.type == one.type):
        return
    for same in coerced(asked, other, one.type):
        if one.term is None or same.term is None:
            continue
        both = Reading(
            one.term,
            one.type,
            one.nodes,
            one.mask | same.mask,
            one.score + same.score - 0.05,
            one.edges | same.edges,
            one.types | same.types,
            undecided=one.undecided | same.undecided,
        )
        if one.op != "all":
            term = combined_term("and", one.term, same.term)
            yield asked.of_term(both, term, one.type, may_be_empty=tested)
        for negation in asked.operators("not", "except"):
            if both.reads(negation) or excludes_name(asked, negation, one.type):
                continue
            if one.term == same.term:  # "countries that use the euro except those that do"
                continue
            if "except" in asked.operators_at(negation) and not _is_behind(same, negation):
                continue
            term = combined_term("minus", one.term, same.term)
            gain = -_distance_loss(asked, same, negation)
            yield asked.of_term(both, term, one.type, [negation], gain)


def _distance_loss(asked: LinkedQuestion, negated: Reading, negation: int) -> float:
    """Return the loss of a negation that stands away from what it negates, or amid it."""
    places = [at - negation for at in range(len(asked.mentions)) if negated.reads(at)]
    loss = 0.1 * (min(map(abs, places)) - 1) + NEGATION_AFTER * (max(places) < 0)
    is_amid = min(places) < 0 < max(places)
    return loss + NEGATION_AMID * (is_amid is not denies_relation(asked, negation))


def denies_relation(asked: LinkedQuestion, negation: int) -> bool:
    """Whether a negation denies the relation before it as well: "own no boat"."""
    word = asked.words[asked.mentions[negation].start]
    is_told = plain(word.text) in word_set("negative_determiners") and negation > 0
    return is_told and bool(asked.meanings(negation - 1, Relation))


def _is_behind(negated: Reading, negation: int) -> bool:
    """Return True if the exception follows the word for it: "except ferries"."""
    return not negated.mask & ((1 << negation) - 1)


def solely(asked: LinkedQuestion, reading: Reading) -> Iterator[Reading]:
    """Yield those that a relation links to nothing else: "Which countries speak only Arabic?"."""
    term = reading.term
    if term is None or not isinstance(term.set, FollowSet) or term.inputs[0].set.op != "nodes":
        return
    for step in asked.schema.steps_back(term.set.edge, term.set.direction, reading.type):
        number = LinkedSet(
            op="has",
            of="",
            edge=step.edge,
            direction=step.direction,
            to=asked.end_type(step),
            test="eq",
            number=1,
        )
        for at in asked.operators("solely"):
            if not reading.reads(at):
                yield asked.of_term(reading, Term(number, (term,)), reading.type, [at])


def denied(asked: LinkedQuestion, reading: Reading) -> Iterator[Reading]:
    """Yield the people who are not in a set: "Who does not live in Oslo?"."""
    term = reading.term
    if term is None or reading.type not in asked.persons or reading.op != "follow":
        return
    for negation in asked.operators("not"):
        if not reading.reads(negation):
            everyone = Term(AllSet(type=reading.type))
            loss = _distance_loss(asked, reading, negation) + 0.1
            others = combined_term("minus", everyone, term)
            yield asked.of_term(reading, others, reading.type, [negation], -loss)


def negations(asked: LinkedQuestion, reading: Reading, at: int) -> list[tuple[int, float]]:
    """Return the unread negations with the loss of applying each to a mention."""
    return [
        (one, NEGATION_DISTANCE * (at - one - 1) if one < at else NEGATION_AFTER)
        for one in asked.operators("not", "except")
        if not reading.reads(one) and not excludes_name(asked, one)
        if one + 1 == at or "except" not in asked.operators_at(one)
    ]


def excludes_name(asked: LinkedQuestion, at: int, node_type: str = "") -> bool:
    """Whether an operator excludes nodes named after it, of a type if given: "other than Paris"."""
    if "except" not in asked.operators_at(at) or at + 1 >= asked.size:
        return False
    named = asked.meanings(at + 1, Named)
    return any(not node_type or one.type == node_type for one in named)


def excluded(asked: LinkedQuestion, reading: Reading, at: int, named: Named) -> Iterator[Reading]:
    """Yield a set without the nodes that are named as exceptions: "ports other than Oslo"."""
    before = at - 1
    if not at or reading.reads(before) or not excludes_name(asked, before):
        return
    if reading.term is None or reading.op == "nodes" or named.type != reading.type:
        return
    term = combined_term("minus", reading.term, nodes_term(named.ids))
    yield asked.of_term(reading, term, reading.type, [before, at], 0.1)


def combined_term(op: str, one: Term, other: Term) -> Term:
    """Return the term of the nodes of two sets joined by ``and``, ``or`` or ``minus``."""
    return Term(CombinedSet.model_validate({"op": op, "of": "", "with": ""}), (one, other))
