"""Find months and days that a text names without a year: "in August", «5 марта»."""

import re
from typing import NamedTuple

from workbench.domain.local_text import Language
from workbench.nlp.amounts import month_of
from workbench.nlp.grammar import word_set
from workbench.nlp.morphology import is_cyrillic
from workbench.nlp.periods import periods
from workbench.nlp.word_lists import list_pattern, word_list

_LEAP_YEAR_DAYS = (31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31)
_ORDINAL_END = list_pattern("ordinal_endings")
_PATTERNS = (
    # "5 March", "the 5th of March", «5 марта», «5-го марта»
    re.compile(rf"(?<![\d.,])(?P<day>\d{{1,2}}){_ORDINAL_END}?\s+(?:of\s+)?(?P<word>[^\W\d_]+)"),
    # "March 5", "March 5th"
    re.compile(rf"(?<![^\W_])(?P<word>[^\W\d_]+)\s+(?P<day>\d{{1,2}}){_ORDINAL_END}?(?![\d.,]?\d)"),
    re.compile(r"(?<![^\W_])(?P<word>[^\W\d_]+)"),
)
_SHORTEST = 3
# "in may", "on 3 may", "the 3rd of may"
_BEFORE = re.compile(rf"\b{list_pattern('date_prepositions')}\s+(?:the\s+)?$", re.IGNORECASE)
# The middle or the end of a date: "-08-", "-03-05".
_PART = re.compile(r"-(\d{2})-(\d{2})?")


class RecurringDate(NamedTuple):
    """A month, or a day of one, of any year, with its offsets in the text, end exclusive."""

    month: int
    day: int | None
    start: int = 0
    end: int = 0

    @property
    def part(self) -> str:
        """What dates such as 2024-03-05 contain: "-03-05"; of a whole month "-03-"."""
        return f"-{self.month:02}-{self.day:02}" if self.day else f"-{self.month:02}-"

    def text(self, language: Language) -> str:
        """Return it as text: "August", "5 March", «05.03»."""
        name = word_list("months", language)[self.month - 1]
        if language == "ru":
            return f"{self.day:02}.{self.month:02}" if self.day else name
        return f"{self.day} {name.capitalize()}" if self.day else name.capitalize()


def recurring_dates(text: str) -> list[RecurringDate]:
    """Return the months and days of a text that have no year beside them, in order.

    An English month is capitalised, or stands after a preposition or beside a day: else it may be
    another word, "may" or "march".
    """
    taken = [(one.start, one.end) for one in periods(text)]
    found: list[RecurringDate] = []
    for pattern in _PATTERNS:
        for match in pattern.finditer(text):
            if any(start < match.end() and match.start() < end for start, end in taken):
                continue
            if (one := _recurring(match)) is not None:
                found.append(one)
                taken.append((one.start, one.end))
    return sorted(found, key=lambda one: one.start)


def recurring_part(value: object) -> RecurringDate | None:
    """Return what a part of dates stands for: August for "-08-"; None for another value."""
    part = _PART.fullmatch(value) if isinstance(value, str) else None
    if part is None or not 1 <= int(part[1]) <= len(_LEAP_YEAR_DAYS):
        return None
    return RecurringDate(int(part[1]), int(part[2]) if part[2] else None)


def _recurring(match: "re.Match[str]") -> RecurringDate | None:
    word, given = match["word"], match.groupdict().get("day")
    is_month = len(word) >= _SHORTEST and _may_be_month(match, is_beside_day=given is not None)
    month = month_of(word) if is_month else None
    day = int(given) if given else None
    if month is None or (day is not None and not 1 <= day <= _LEAP_YEAR_DAYS[month - 1]):
        return None
    return RecurringDate(month, day, match.start(), match.end())


def _may_be_month(match: "re.Match[str]", *, is_beside_day: bool) -> bool:
    """Whether a word may be a month by its case, or by what stands before it: "in may"."""
    word = match["word"]
    if is_cyrillic(word) or word[0].isupper():
        return True
    is_verb = word in word_set("auxiliaries")  # "which 3 may close"
    return (is_beside_day and not is_verb) or bool(_BEFORE.search(match.string[: match.start()]))
