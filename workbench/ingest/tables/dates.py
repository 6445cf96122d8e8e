"""Read the dates of a column, in the one order of day and month that fits all its cells."""

import re
from collections.abc import Collection, Mapping
from contextlib import suppress
from datetime import date, datetime
from typing import NamedTuple

from workbench.nlp.amounts import month_of
from workbench.nlp.word_lists import list_pattern
from workbench.nlp.years import YEARS

_ORDINAL_END = list_pattern("ordinal_endings")
_CLOCK = r"(?P<hour>\d{1,2}):(?P<minute>\d{2})(?::(?P<second>\d{2})(?:\.\d+)?)?(?:Z|\+00:00)?"
_TIME = rf"(?:[T,\s]+{_CLOCK})?"
# «2024-03-01», «2024/3/1 10:20», «2024.03.01T10:20:30».
_YEAR_FIRST = re.compile(
    rf"(?P<year>\d{{4}})[-/.](?P<month>\d{{1,2}})[-/.](?P<day>\d{{1,2}}){_TIME}"
)
# «01.03.2024», «1/3/24 9:05»: which of the two comes first is decided by the column.
_YEAR_LAST = re.compile(
    rf"(?P<one>\d{{1,2}})(?P<mark>[-/.])(?P<two>\d{{1,2}})(?P=mark)(?P<year>\d{{4}}|\d{{2}}){_TIME}"
)
# «1 марта 2024 г.», "1 Mar 2024", "1st of March, 2024".
_DAY_WORD = re.compile(
    rf"(?P<day>\d{{1,2}}){_ORDINAL_END}?\s*(?:of\s+)?(?P<word>[^\W\d_]{{3,}})\.?,?\s+"
    rf"(?P<year>\d{{4}})(?:\s*{list_pattern('year_words')})?{_TIME}"
)
# "March 1, 2024".
_WORD_DAY = re.compile(
    rf"(?P<word>[^\W\d_]{{3,}})\.?\s+(?P<day>\d{{1,2}}){_ORDINAL_END}?,?\s+(?P<year>\d{{4}}){_TIME}"
)
_MONTHS = (
    re.compile(r"(?P<year>\d{4})[-/.](?P<month>\d{1,2})"),
    re.compile(r"(?P<month>\d{1,2})[-/.](?P<year>\d{4})"),
    re.compile(
        rf"(?P<word>[^\W\d_]{{3,}})\.?,?\s+(?P<year>\d{{4}})(?:\s*{list_pattern('year_words')})?"
    ),
)
"""«2024-03», «03.2024», "March 2024"."""
_MONTHS_OF_A_YEAR = range(1, 13)
_CENTURY_FROM = 70
"""Two digits from here on are years of 19xx."""


class Dates(NamedTuple):
    """The dates of a column by cell, in ISO form."""

    values: Mapping[str, str]
    has_time: bool


def read_dates(cells: Collection[str]) -> Dates | None:
    """Return the dates of distinct cells; None if one is not a date.

    «13/04/2024» tells that days come first; with dots they always do. A column of which no cell
    shows the order of «03/04/2024» is not read as dates.
    """
    found = {cell: _parts(cell) for cell in cells}
    if not found or not all(found.values()):
        return None
    parts = {cell: one for cell, one in found.items() if one is not None}
    orders = {order for one in parts.values() if (order := _order(one))}
    if len(orders) > 1 or (not orders and any(one.is_ambiguous for one in parts.values())):
        return None
    month_first = orders == {"month"}
    values: dict[str, datetime] = {}
    for cell, one in parts.items():
        with suppress(ValueError):
            values[cell] = one.moment(month_first)
    if len(values) < len(parts):
        return None
    has_time = any((one.hour, one.minute, one.second) != (0, 0, 0) for one in values.values())
    written = {
        cell: one.isoformat(" ") if has_time else one.date().isoformat()
        for cell, one in values.items()
    }
    return Dates(written, has_time)


def read_months(cells: Collection[str]) -> Mapping[str, str] | None:
    """Return the first days of the months of distinct cells, in ISO form; None for another cell."""
    found = {cell: _first_day(cell.strip()) for cell in cells}
    days = {cell: day.isoformat() for cell, day in found.items() if day is not None}
    return days if days and len(days) == len(found) else None


def _first_day(text: str) -> date | None:
    for form in _MONTHS:
        if found := form.fullmatch(text):
            parts = found.groupdict()
            month = month_of(parts["word"]) if "word" in parts else int(parts["month"])
            is_month = bool(month) and month in _MONTHS_OF_A_YEAR and int(parts["year"]) in YEARS
            return date(int(parts["year"]), month or 1, 1) if is_month else None
    return None


class _DateParts(NamedTuple):
    """The numbers of a date; ``is_ambiguous`` if day and month may be the other way round."""

    year: int
    month: int
    day: int
    time: tuple[int, int, int]
    is_ambiguous: bool = False
    days_first: bool = False
    """Written with dots, as only in countries that put the day first."""

    def moment(self, month_first: bool) -> datetime:
        swapped = self.is_ambiguous and month_first
        month, day = (self.day, self.month) if swapped else (self.month, self.day)
        return datetime(self.year, month, day, *self.time)


def _order(parts: _DateParts) -> str:
    """Return which comes first, if the cell shows it: ``day``, ``month`` or nothing."""
    if not parts.is_ambiguous:
        return ""
    if parts.days_first or parts.day > 12:
        return "day"
    return "month" if parts.month > 12 else ""


def _parts(cell: str) -> _DateParts | None:
    text = cell.strip()
    if not text[:1].isalnum():
        return None
    if found := _YEAR_FIRST.fullmatch(text):
        return _DateParts(int(found["year"]), int(found["month"]), int(found["day"]), _time(found))
    if found := _YEAR_LAST.fullmatch(text):
        year = int(found["year"])
        if len(found["year"]) == 2:
            year += 1900 if year >= _CENTURY_FROM else 2000
        one, two = int(found["one"]), int(found["two"])
        return _DateParts(year, two, one, _time(found), True, found["mark"] == ".")
    if found := _DAY_WORD.fullmatch(text) or _WORD_DAY.fullmatch(text):
        month = month_of(found["word"])
        if month is not None:
            return _DateParts(int(found["year"]), month, int(found["day"]), _time(found))
    return None


def _time(found: "re.Match[str]") -> tuple[int, int, int]:
    return int(found["hour"] or 0), int(found["minute"] or 0), int(found["second"] or 0)
