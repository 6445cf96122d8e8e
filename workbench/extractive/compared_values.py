"""Compare the values of two things: "Which is cheaper, a four or a double?"."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import NamedTuple

from workbench.extractive.supporting_statements import SupportingStatement
from workbench.extractive.word_credit import match_credit
from workbench.nlp.amounts import MONEY, Amount, amounts, same_value, unit_of
from workbench.nlp.compared_sides import compared_sides
from workbench.nlp.operators import Degree, is_superlative, operator_mentions, unit_named
from workbench.nlp.query_words import query_words
from workbench.nlp.question_type import read_question
from workbench.nlp.terms import Term
from workbench.nlp.tokens import tokens
from workbench.nlp.word_lists import list_pattern
from workbench.text.statements import row_text

# What separates the values of several things: "a four 58 pounds, a double 34 and a single 19".
_PARTS = re.compile(rf"[,;]\s|\b{list_pattern('joining_words')}\b", re.IGNORECASE)
_MEASURED = {
    "height": "length",
    "width": "length",
    "depth": "length",
    "thickness": "length",
    "distance": "length",
}
"""Dimensions of a comparison that are measured in units of another one."""

_Side = tuple[Term, ...]


class ComparedValues(NamedTuple):
    """Which of two things has more or less, with both values as written."""

    name: str
    """The one that the question asks for; empty if the values are equal."""
    word: str
    """The comparison as the question writes it: "cheaper"."""
    value: str
    other: str


class _Value(NamedTuple):
    amount: Amount
    text: str


def compared_values(question: str, chosen: Sequence[SupportingStatement]) -> ComparedValues | None:
    """Return the thing of which a question's comparison is true; None if that is not clear.

    It is clear where each has one value of the dimension compared, and both are of one unit.

    Args:
        question: with two things and one comparative, such as "cheaper".
        chosen: the statements of its answer.
    """
    sides, asked = compared_sides(question), comparative(question)
    if sides is None or asked is None:
        return None
    degree, word = asked
    one, other = sides
    rows = [_narrowed(question, shown) for shown in chosen]
    found = [_value(degree, side, against, rows) for side, against in (sides, (other, one))]
    first, second = found
    if first is None or second is None or first.amount.unit != second.amount.unit:
        return None
    if same_value(first.amount, second.amount):
        return ComparedValues("", word, first.text, second.text)
    is_first = (first.amount.value > second.amount.value) == (degree.sign > 0)
    answer, against = (one, (first, second)) if is_first else (other, (second, first))
    name = question[answer[0].start : answer[-1].end]
    return ComparedValues(name, word, against[0].text, against[1].text)


def comparative(question: str) -> tuple[Degree, str] | None:
    """Return the only comparative beside two things, as written; None for "the cheapest"."""
    words = query_words(question)
    named = {term.text for side in compared_sides(question) or () for term in side}
    found = [
        (one.start, one.end, one.meaning)
        for one in operator_mentions(words)
        if isinstance(one.meaning, Degree) and words[one.start].text not in named
    ]
    if len(set(found)) != 1 or is_superlative(words, *found[0][:2]):
        return None
    start, end, degree = found[0]
    return degree, " ".join(word.text for word in words[start:end])


def _value(
    degree: Degree, side: _Side, against: _Side, chosen: Sequence[SupportingStatement]
) -> _Value | None:
    """Return the only value of a side; None if it has none, or different ones."""
    found = [
        value
        for one in chosen
        for text in _texts(one, side, against)
        for value in _values(degree, text)
    ]
    distinct = {(one.amount.value, one.amount.unit) for one in found}
    return found[0] if len(distinct) == 1 else None


def _narrowed(question: str, one: SupportingStatement) -> SupportingStatement:
    """Return a row with its subject and the columns that the question names, if it names any."""
    subject, *rest = one.statement.cells or [("", "")]
    terms = read_question(question).terms
    named = [cell for cell in rest if any(match_credit(term, cell[0]) for term in terms)]
    return replace(one, text=row_text([subject, *named])) if named else one


def _texts(one: SupportingStatement, side: _Side, against: _Side) -> Iterator[str]:
    """Yield the statement, or its part, that is on one side alone."""
    parts = [one.text] if one.statement.cells else [one.text, *_PARTS.split(one.text)]
    above = " ".join(one.statement.headings[-1:])
    for at, text in enumerate(parts):
        is_whole = at == 0
        shown = f"{text} {above}" if is_whole else text
        is_on = all(match_credit(term, shown) for term in side)
        if is_on and not any(match_credit(term, text) for term in against):
            yield text
            return


def _values(degree: Degree, text: str) -> Iterator[_Value]:
    for one in amounts(text):
        if one.unit and _measures(one.unit) == _MEASURED.get(degree.dimension, degree.dimension):
            yield _Value(one, _written(one, text))


def _measures(unit: str) -> str:
    """Return what a unit measures: a price, a weight, a length."""
    known = unit_named(unit)
    return "price" if unit in MONEY else known.dimension if known is not None else ""


def _written(one: Amount, text: str) -> str:
    """Return a value as written, with its unit: "34 pounds", "1 300 ₽"."""
    after = next((word for word in tokens(text) if word.start >= one.end), None)
    end = after.end if after is not None and unit_of(after.text) else one.end
    sign = text[end : end + 2].strip()
    return text[one.start : end] + (f" {sign}" if sign and unit_of(sign[:1]) else "")
