"""Distinguish the full stop of an abbreviated day or month from the end of a sentence."""

import re
from functools import cache

from workbench.domain.local_text import LANGUAGES
from workbench.nlp.amounts import month_of
from workbench.nlp.grammar import word_set
from workbench.nlp.morphology import is_cyrillic
from workbench.nlp.spelling import LETTERS
from workbench.nlp.terms import stem_key
from workbench.nlp.word_lists import word_list

_LAST_WORD = re.compile(rf"(?<![^\W\d_])({LETTERS})\.$")
_FIRST_WORD = re.compile(LETTERS)


def goes_on_after_date(before: str, after: str) -> bool:
    """Return True for "released in Jan." before "1996 as", and for "on Tue." before "3 May"."""
    found = _LAST_WORD.search(before)
    if found is None:
        return False
    word, first = found[1], _FIRST_WORD.match(after)
    is_number = after[:1].isdigit()
    if _is_short_month(word):
        return is_number
    return _is_short_day(word) and (
        is_number or (first is not None and month_of(first.group()) is not None)
    )


def _is_short_month(word: str) -> bool:
    """Return False for "May", which is not an abbreviation."""
    full = word.lower() in word_set("months") or stem_key(word.lower()) in _month_keys()
    return month_of(word) is not None and not full


@cache
def _month_keys() -> frozenset[str]:
    return frozenset(stem_key(month) for one in LANGUAGES for month in word_list("months", one))


def _is_short_day(word: str) -> bool:
    """Return False for "sat" and "sun": an English abbreviation has a capital."""
    is_written_so = is_cyrillic(word) or word[0].isupper()
    return is_written_so and any(
        word.lower() in forms.split() for forms in word_list("day_abbreviations")
    )
