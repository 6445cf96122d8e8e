"""Rules of several values of one property: "ferries or yachts", "no ferries or yachts"."""

from workbench.domain.graph_query import WhereSet
from workbench.nlp.grammar import word_set
from workbench.nlp.query_words import is_filler
from workbench.planner.composer.combination_rules import combined_term
from workbench.planner.composer.linked_question import LinkedQuestion
from workbench.planner.composer.meanings import Condition
from workbench.planner.composer.readings import Reading, Term, replaced


def with_alternative(
    asked: LinkedQuestion, reading: Reading, at: int, other: Condition
) -> Reading | None:
    """Return the reading with either of two values where it has the first one.

    None unless a word joins both, and no node has both.
    """
    before = at - 1
    if reading.term is None or not at or not reading.reads(before) or not _are_joined(asked, at):
        return None
    for condition in asked.meanings(before, Condition):
        if (condition.type, condition.property) != (other.type, other.property):
            continue
        for part in reading.term.parts():
            if _tests(part, condition) and condition.value != other.value:
                return _either(asked, reading, at, part, other)
    return None


def _are_joined(asked: LinkedQuestion, at: int) -> bool:
    """Whether only words such as "or" stand between a mention and the one before: "a or a b"."""
    between = asked.words[asked.mentions[at - 1].end : asked.mentions[at].start]
    joints = [word for word in between if word.keys & word_set("joining_words")]
    return bool(joints) and all(word in joints or is_filler(word) for word in between)


def _tests(part: Term, condition: Condition) -> bool:
    """Whether a term has a condition, alone or as the last of several values."""
    made = part.set
    return isinstance(made, WhereSet) and (made.property, made.test, made.value) == (
        condition.property,
        "eq",
        condition.value,
    )


def _either(
    asked: LinkedQuestion, reading: Reading, at: int, part: Term, other: Condition
) -> Reading | None:
    second = Term(part.set.model_copy(update={"value": other.value}), part.inputs)
    if asked.nodes(part) & asked.nodes(second) or reading.term is None:
        return None
    term = replaced(reading.term, part, combined_term("or", part, second))
    return asked.of_term(reading, term, reading.type, [at])
