"""Choose the first statement of an answer where the best one lacks what is asked for."""

from collections.abc import Callable
from functools import partial

from workbench.extractive.question_likeness import same_section
from workbench.extractive.statement_traits import counts
from workbench.extractive.supporting_statements import SupportingStatement
from workbench.nlp.answer_type import ValueKind, answer_type
from workbench.nlp.asked_relation import read_relation
from workbench.nlp.counted_units import (
    asks_for_most,
    counted_unit,
    counts_kind,
    has_number_in,
    has_number_of,
    kind_of_unit,
)
from workbench.nlp.number_roles import BARE, has_number, identifying_numbers
from workbench.nlp.quantities import quantities
from workbench.nlp.question_type import QuestionType
from workbench.nlp.terms import content_terms
from workbench.nlp.value_detection import has_value_of_kind

_WITH_NUMBER = 0.5
"""Least share of the best score of a statement that goes first for a number of the unit, or of the
things, asked for."""
_WITH_VALUE = 0.6
"""Least share of the best score of a statement that alone has the kind of value asked for, in the
same section."""
_TOLD_BY_FORM = frozenset[ValueKind]({"duration", "clock", "money", "percent", "frequency"})
"""Kinds of value whose form tells them from other numbers."""
_AS_GOOD = 0.75
"""Least share of the best score of a statement with the very unit asked for, where the best one has
a unit about as long."""
_HIGH = ("most", "end")
"""Bounds of the most that is allowed: "at most 3", "up to 24"."""
_POOL = 15
"""How many statements are considered, best first."""


def with_number_first(
    asked: QuestionType, ranked: list[SupportingStatement]
) -> list[SupportingStatement]:
    """Put a statement with the number asked for first: for "how many days", one with days.

    "How many flats are there?" is answered by "12 floors and 126 flats", and a question about
    release 3.1 by a statement that has 3.1.
    """
    for number in identifying_numbers(asked.text):
        ranked = _with_first(ranked, partial(has_number, number.value, BARE))
    unit, kind = counted_unit(asked.text), kind_of_unit(asked.text)
    relation = read_relation(asked.text)
    if unit:
        ranked = _with_first(ranked, lambda text: has_number_of(unit, text))
        ranked = _with_first(ranked, lambda text: has_number_in(unit, text), _AS_GOOD)
    if kind:
        ranked = _with_first(ranked, lambda text: counts_kind(kind, text))
    if unit and asks_for_most(asked.text):
        ranked = _with_first(ranked, lambda text: _has_most(unit, kind, text))
    if relation.is_counted:
        counted = content_terms(relation.word)
        ranked = _with_first(ranked, lambda text: counts(counted, text))
    return ranked


def with_value_first(
    asked: QuestionType, ranked: list[SupportingStatement]
) -> list[SupportingStatement]:
    """Put a statement of the best one's section first if it alone has the kind of value asked for.

    "Your cards arrive within 7 to 10 days" answers how long cards take to arrive, below a sentence
    on who may order cards.
    """
    kind = answer_type(asked)
    if not ranked or kind not in _TOLD_BY_FORM:
        return ranked
    best = ranked[0]
    if _has_numeric_value(asked, kind, f"{best.statement.lead} {best.text}"):
        return ranked
    near = (
        one
        for one in ranked[1:_POOL]
        if one.score >= _WITH_VALUE * best.score
        and one.source == best.source
        and same_section(one.statement, best.statement)
    )
    first = next((one for one in near if _has_numeric_value(asked, kind, one.text)), best)
    return [first, *(one for one in ranked if one is not first)]


def _has_numeric_value(asked: QuestionType, kind: ValueKind, text: str) -> bool:
    """Return True for a value of a kind in numbers: "60 minutes", not "until the first reply"."""
    return bool(quantities(text)) and has_value_of_kind(asked, kind, [text])


def _has_most(unit: str, kind: str, text: str) -> bool:
    """Return True if a text says the most of a unit, of one kind if that is asked for."""
    is_of_kind = not kind or counts_kind(kind, text)
    return is_of_kind and any(
        one.bound in _HIGH and one.unit == unit and not one.is_implied for one in quantities(text)
    )


def _with_first(
    ranked: list[SupportingStatement],
    answers: Callable[[str], bool],
    share: float = _WITH_NUMBER,
) -> list[SupportingStatement]:
    """Put the best statement that answers first, if its score is high enough."""
    if not ranked or answers(ranked[0].text):
        return ranked
    near = (one for one in ranked[:_POOL] if one.score >= share * ranked[0].score)
    first = next((one for one in near if answers(one.text)), ranked[0])
    return [first, *(one for one in ranked if one is not first)]
