"""Find the periods that a text names: «в марте 2024 года», "Q2 2023", "from 2022 to 2023"."""

import re
from calendar import monthrange
from collections.abc import Iterator
from contextlib import suppress
from datetime import date
from typing import NamedTuple

from workbench.nlp.amounts import month_of
from workbench.nlp.word_lists import list_pattern, word_list
from workbench.nlp.years import BARE_YEARS

_ORDINAL_END = list_pattern("ordinal_endings")
_MONTHS_IN_QUARTER = 3


_ORDINALS = {
    word: int(number)
    for entry in word_list("quarter_ordinals")
    for number, _, words in [entry.partition(": ")]
    for word in words.split(" | ")
}
_ORDINAL = "|".join(sorted(_ORDINALS, key=len, reverse=True))
# «г.», «года» after a year belong to it.
_YEAR = rf"(?P<year>(?:19|20)\d{{2}})(?!\d)(?:\s*{list_pattern('year_words')}(?![^\W\d_]))?"
_PATTERNS = tuple(
    re.compile(pattern, re.IGNORECASE)
    for pattern in (
        r"(?<!\d)(?P<year>\d{4})-(?P<month>\d{2})-(?P<day>\d{2})(?!\d)",
        r"(?<!\d)(?P<day>\d{1,2})\.(?P<month>\d{1,2})\.(?P<year>\d{4})(?!\d)",
        rf"(?<!\d)(?P<day>\d{{1,2}}){_ORDINAL_END}?\s+(?:of\s+)?(?P<word>[^\W\d_]{{3,}}),?\s+{_YEAR}",
        rf"(?<![^\W\d_])(?P<word>[^\W\d_]{{3,}})\s+(?P<day>\d{{1,2}}){_ORDINAL_END}?,?\s+{_YEAR}",
        rf"(?<![^\W\d_])(?P<word>[^\W\d_]{{3,}})\s+(?:of\s+)?{_YEAR}",
        rf"(?:Q(?P<quarter>[1-4])|(?<![^\W_])(?P<ordinal>{_ORDINAL})\s+{list_pattern('quarter_words')})"
        rf"\s+(?:of\s+)?{_YEAR}",
        rf"(?<![\d.,]){_YEAR}",
    )
)


class Period(NamedTuple):
    """The first and the last day of a period, with its offsets in the text, end exclusive."""

    first: date
    last: date
    start: int
    end: int

    @property
    def is_year(self) -> bool:
        """Whether it is a whole year."""
        return self.is_of_years and self.first.year == self.last.year

    @property
    def is_of_years(self) -> bool:
        """Whether it is one or more whole years."""
        return (self.first.month, self.first.day, self.last.month, self.last.day) == (1, 1, 12, 31)

    @property
    def is_month(self) -> bool:
        """Whether it is a whole month."""
        same = (self.first.year, self.first.month) == (self.last.year, self.last.month)
        return same and self.first.day == 1 and self.last.day > 27


def periods(text: str) -> list[Period]:
    """Return the days, months, quarters and years that a text names, in order."""
    found: list[Period] = []
    for pattern in _PATTERNS:
        for match in pattern.finditer(text):
            taken = any(one.start < match.end() and match.start() < one.end for one in found)
            if not taken:
                found += _period(match)
    return sorted(found, key=lambda one: one.start)


def _period(match: "re.Match[str]") -> Iterator[Period]:
    parts = match.groupdict()
    year = int(parts["year"])
    month = _month(parts)
    if year not in BARE_YEARS or (month is None and parts.get("word")):
        return
    if quarter := parts.get("quarter") or parts.get("ordinal"):
        last = (_ORDINALS.get(quarter.lower()) or int(quarter)) * _MONTHS_IN_QUARTER
        first = last - _MONTHS_IN_QUARTER + 1
    else:
        first, last = (month, month) if month else (1, 12)
    with suppress(ValueError):
        if day := parts.get("day"):
            only = date(year, first, int(day))
            yield Period(only, only, match.start(), match.end())
        else:
            end = date(year, last, monthrange(year, last)[1])
            yield Period(date(year, first, 1), end, match.start(), match.end())


def _month(parts: dict[str, str | None]) -> int | None:
    if word := parts.get("word"):
        return month_of(word)
    number = parts.get("month")
    return int(number) if number else None
