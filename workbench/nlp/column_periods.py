"""Read the header of a column as a period: "2023", "FY2023", "Jan-24", «1 квартал», "March"."""

import re
from typing import Literal, NamedTuple, TypeAlias

from workbench.nlp.periods import Period, periods
from workbench.nlp.word_lists import list_pattern, word_list
from workbench.nlp.years import BARE_YEAR_PATTERN, YEAR_PATTERN

PeriodKind: TypeAlias = Literal["year", "quarter", "month"]

_FISCAL = re.compile(r"FY\s?(?=\d)", re.IGNORECASE)
# «1200 г» is rather of grams: only a whole word makes a year of any number.
_WHOLE_WORDS = "|".join(word for word in word_list("year_words") if word.isalpha() and word[2:])
_YEAR = re.compile(
    rf"(?P<bare>{BARE_YEAR_PATTERN})(?:\s*{list_pattern('year_words')})?"
    rf"|FY\s?(?P<fiscal>{YEAR_PATTERN})|(?P<named>{YEAR_PATTERN})\s*(?:{_WHOLE_WORDS})",
    re.IGNORECASE,
)
# "2010-11" may be a season; from 2012 on, a number up to 12 cannot be the next year.
_YEAR_AND_MONTH = re.compile(r"(20(?:1[2-9]|[2-9]\d)-(?:0[1-9]|1[0-2]))")
_SHORT_FORMS = (
    # "2024 Q1", "2024-Q1"
    (re.compile(rf"({BARE_YEAR_PATTERN})[\s/-]*(Q[1-4])", re.IGNORECASE), r"\2 \1"),
    # "Q1-2024", "Q1'2024"
    (re.compile(rf"(Q[1-4])[/'’-]({BARE_YEAR_PATTERN})", re.IGNORECASE), r"\1 \2"),
    # "Q1 23", "Q1'23"
    (re.compile(r"(Q[1-4])[\s/'’-]+(\d\d)", re.IGNORECASE), r"\1 20\2"),
    # "Jan-24", «янв.24»; "Jan 24" may be a day
    (re.compile(r"([^\W\d_]{3,})[.'’-](\d\d)"), r"\1 20\2"),
    # "Jan-2024"
    (re.compile(rf"([^\W\d_]{{3,}})[.'’-]({BARE_YEAR_PATTERN})"), r"\1 \2"),
)
"""Forms that headers have, and what they are in a text."""
_ABBREVIATED = re.compile(r"(?<=[^\W\d_])\.(?:\s+|$)")
_SOME_YEAR = "2000"
"""A year that is appended to a month or a quarter without one, so that it can be parsed."""
_LONGEST = 30


class ColumnPeriod(NamedTuple):
    """The period whose values a column holds."""

    kind: PeriodKind
    value: str
    """A year, the first day of a period with a year (``2024-01-01``), or its name as written."""
    has_year: bool


def column_period(name: str) -> ColumnPeriod | None:
    """Return the period that the whole of a header names; None for another header."""
    header = " ".join(name.split())
    if not header or len(header) > _LONGEST:
        return None
    text = _ABBREVIATED.sub(" ", header).strip()
    if year := _YEAR.fullmatch(text):
        return ColumnPeriod("year", year["bare"] or year["fiscal"] or year["named"], True)
    if month := _YEAR_AND_MONTH.fullmatch(text):
        return ColumnPeriod("month", f"{month[1]}-01", True)
    text = _in_full(_FISCAL.sub("", text))
    dated, named = _whole(text), _whole(f"{text} {_SOME_YEAR}")
    if dated is not None and not dated.is_of_years:
        return ColumnPeriod(_kind(dated), dated.first.isoformat(), True)
    if dated is None and named is not None and not named.is_of_years:
        return ColumnPeriod(_kind(named), header, False)
    return None


def _in_full(text: str) -> str:
    """Return a header as a text has it: "Jan-24" as "Jan 2024"; others as they are."""
    for form, full in _SHORT_FORMS:
        if match := form.fullmatch(text):
            return match.expand(full)
    return text


def _whole(text: str) -> Period | None:
    """Return the period that a text consists of, if it is a month or a quarter or years."""
    found = periods(text)
    if len(found) != 1 or (found[0].start, found[0].end) != (0, len(text)):
        return None
    return None if found[0].first == found[0].last else found[0]


def _kind(period: Period) -> PeriodKind:
    return "month" if period.is_month else "quarter"
