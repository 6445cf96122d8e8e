"""Read ranges of months without a year: "May to September", «с октября по апрель»."""

from functools import lru_cache
from itertools import pairwise

from workbench.nlp.amounts import month_of
from workbench.nlp.grammar import in_word_list
from workbench.nlp.morphology import is_cyrillic
from workbench.nlp.tokens import tokens

_DASHES = ("-", "–", "—")
_MONTHS = 12


@lru_cache(maxsize=8192)
def months_within(text: str) -> frozenset[int]:
    """Return the months in the ranges of a text, January as 1; a single month is not a range.

    "October to April" goes over the end of the year.
    """
    named = [
        (word.start, word.end, month)
        for word in tokens(text.replace("-", " ").replace("–", " "))
        if (month := _month(word.text)) is not None
    ]
    found = set[int]()
    for (_, end, first), (start, _, last) in pairwise(named):
        joint = text[end:start].strip(" .")
        if joint in _DASHES or in_word_list(joint, "day_range_joints"):
            found.update((first + step - 1) % _MONTHS + 1 for step in _steps(first, last))
    return frozenset(found)


def is_in_months(question: str, text: str) -> bool:
    """Return True if a month that a question names is within a range of a text."""
    asked = {_month(word.text) for word in tokens(question)} - {None}
    return bool(asked) and not asked.isdisjoint(months_within(text))


def _steps(first: int, last: int) -> range:
    return range((last - first) % _MONTHS + 1)


@lru_cache(maxsize=50_000)
def _month(word: str) -> int | None:
    """Return the number of a month; an English name has a capital: "May", not "may"."""
    is_name = is_cyrillic(word) or word[:1].isupper()
    return month_of(word) if is_name else None
