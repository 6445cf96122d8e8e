"""Tell what a number counts or measures, so that the 20 of "aged 20" is not that of "20 euros"."""

import re
from collections.abc import Iterable, Iterator

from workbench.nlp.ages import is_age
from workbench.nlp.amounts import Amount, amounts, same_value
from workbench.nlp.english_forms import is_irregular_plural
from workbench.nlp.grammar import is_function_word, is_plural
from workbench.nlp.morphology import is_cyrillic
from workbench.nlp.tokens import tokens
from workbench.nlp.years import BARE_YEARS

BARE, COUNT = "", "count"
"""Units of a number that may have any, and of one of things."""
AGE = "year"
"""The unit of an age."""


# "HTTP/", "SHRED(", "MPL-", "#", "1.704.".
_JOINED_BEFORE = re.compile(r"(?:[^\W\d_][/(-]|#|\d\.)\Z")
_GOES_ON = re.compile(r"\.\d")
_WORD_BEFORE = re.compile(r"\b([^\W\d_]{2,})[ \u00a0]\Z")


def implied_unit(amount: Amount, text: str) -> str:
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


def is_in_name(amount: Amount, text: str) -> bool:
    """Return True for a number that is a part of a name, and so counts nothing.

    Such is one joined to a word ("HTTP/1.1", "#117", "MPL-2.0"), after an abbreviation ("PEP 703"),
    and the beginning of a version or a telephone number ("1.704.948").
    """
    if amount.unit or not text[amount.start].isdigit():
        return False
    before = text[: amount.start]
    if _JOINED_BEFORE.search(before) or _GOES_ON.match(text, amount.end):
        return True
    last = _WORD_BEFORE.search(before)
    return last is not None and last[1].isupper() and not is_function_word(last[1])


def identifying_numbers(question: str) -> list[Amount]:
    """Return the numbers of a question that tell what it is about: 3.1 of "release 3.1".

    Counts and measures are none, nor are years. They stand behind the word for what they number.
    """
    return [one for one in amounts(question) if not one.unit and _identifies(one, question)]


def _identifies(amount: Amount, question: str) -> bool:
    if amount.value in BARE_YEARS or not question[amount.start].isdigit():
        return False
    counted = counted_word(amount, question)
    if counted and (is_cyrillic(counted) or is_plural(counted)):
        return False
    last = _WORD_BEFORE.search(question[: amount.start])
    return last is not None and not is_function_word(last[1])


def shares_number(question: str, label: str) -> bool:
    """Return True if a label has a number of the question, of one unit if both have one."""
    return any(
        has_number(one.value, implied_unit(one, question), label) for one in amounts(question)
    )


def has_number(value: float, unit: str, text: str) -> bool:
    """Return True if a text has a number, of one unit if both have one."""
    same = (one for one in amounts(text) if same_value(one, one._replace(value=value)))
    return any(BARE in (unit, other) or unit == other for other in _units(same, text))


def _units(found: Iterable[Amount], text: str) -> Iterator[str]:
    return (implied_unit(one, text) for one in found)
