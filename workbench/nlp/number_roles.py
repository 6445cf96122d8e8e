"""Tell what a number counts or measures, so that the 20 of "aged 20" is not that of "20 euros"."""

from collections.abc import Iterable, Iterator

from workbench.nlp.amounts import Amount, amounts, same_value
from workbench.nlp.english_forms import is_irregular_plural
from workbench.nlp.grammar import is_function_word, is_plural
from workbench.nlp.tokens import tokens
from workbench.nlp.told_age import is_age

BARE, COUNT = "", "count"
"""Units of a number that may have any, and of one of things."""
AGE = "year"
"""The unit of an age."""


def unit_meant(amount: Amount, text: str) -> str:
    """Return the unit of a number: "year" of an age, and ``COUNT`` of "20 boats"."""
    if amount.unit:
        return amount.unit
    if is_age(amount, text):
        return AGE
    word = counted_word(amount, text)
    return COUNT if is_plural(word) or is_irregular_plural(word) else BARE


def counted_word(amount: Amount, text: str) -> str:
    """Return the word that an amount counts; "" for "Room 7 is" and "Room 7. Each"."""
    behind = next((one for one in tokens(text) if one.start >= amount.end), None)
    if behind is None or text[amount.end : behind.start].strip(" \u00a0-"):
        return ""
    is_counted = behind.text.isalpha() and not is_function_word(behind.text)
    return behind.text if is_counted else ""


def shares_number(question: str, label: str) -> bool:
    """Return True if a label has a number of the question, of one unit if both have one."""
    return any(
        holds_number(one.value, unit_meant(one, question), label) for one in amounts(question)
    )


def holds_number(value: float, unit: str, text: str) -> bool:
    """Return True if a text has a number, of one unit if both have one."""
    same = (one for one in amounts(text) if same_value(one, one._replace(value=value)))
    return any(BARE in (unit, other) or unit == other for other in _units(same, text))


def _units(found: Iterable[Amount], text: str) -> Iterator[str]:
    return (unit_meant(one, text) for one in found)
