"""Read the header of a column as a period: "2023", "FY2023", "Jan 2024", «1 квартал», "March"."""

import re
from typing import Literal, NamedTuple, TypeAlias

from workbench.nlp.periods import Period, periods
from workbench.nlp.word_lists import list_pattern
from workbench.nlp.years import YEAR_PATTERN

PeriodKind: TypeAlias = Literal["year", "quarter", "month"]

_FISCAL = re.compile(r"FY\s?(?=\d)", re.IGNORECASE)
_YEAR = re.compile(rf"(?P<year>{YEAR_PATTERN})(?:\s*{list_pattern('year_words')})?", re.IGNORECASE)
_SOME_YEAR = "2000"
"""What completes a month or a quarter without a year, so that it can be read."""
_LONGEST = 30


class ColumnPeriod(NamedTuple):
    """A period that a column has the values of."""

    kind: PeriodKind
    value: str
    """A year, the first day of a period with a year (``2024-01-01``), or its name as written."""
    has_year: bool


def column_period(name: str) -> ColumnPeriod | None:
    """Return the period that the whole of a header names; None for another header."""
    text = _FISCAL.sub("", " ".join(name.split()))
    if not text or len(text) > _LONGEST:
        return None
    if year := _YEAR.fullmatch(text):
        return ColumnPeriod("year", year["year"], True)
    dated, named = _whole(text), _whole(f"{text} {_SOME_YEAR}")
    if dated is not None and not dated.is_of_years:
        return ColumnPeriod(_kind(dated), dated.first.isoformat(), True)
    if dated is None and named is not None and not named.is_of_years:
        return ColumnPeriod(_kind(named), text, False)
    return None


def _whole(text: str) -> Period | None:
    """Return the period that a text consists of, if it is a month or a quarter or years."""
    found = periods(text.replace(".", " ") if text[-1:] == "." else text)
    if len(found) != 1 or (found[0].start, found[0].end) != (0, len(text)):
        return None
    return None if found[0].first == found[0].last else found[0]


def _kind(period: Period) -> PeriodKind:
    return "month" if period.is_month else "quarter"
