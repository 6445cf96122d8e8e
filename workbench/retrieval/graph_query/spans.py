"""Tell whether an edge lasted at a time: the spans of relations such as "commanded 2001-2006"."""

import calendar
import re
from collections.abc import Mapping
from datetime import date
from typing import Any, NamedTuple

from workbench.domain.graph_query import By, FollowSet, LinkedSet
from workbench.nlp.years import YEARS

# 2005, 2005-03, 2005-03-14, and a time behind the day
_MOMENT = re.compile(r"(\d{4})(?:-(\d{2})(?:-(\d{2})(?:[T ].*)?)?)?")


class Span(NamedTuple):
    """The properties at which the edges of a type begin and end."""

    begin: str
    end: str


class Days(NamedTuple):
    """The first and the last day of a stretch of time."""

    first: date
    last: date


def days_of(value: Any) -> Days | None:
    """Return the days of a year, a month or a day: 2005, "2005-03", "2005-03-14".

    None for anything else.
    """
    text = str(value) if isinstance(value, int) and not isinstance(value, bool) else value
    match = _MOMENT.fullmatch(text) if isinstance(text, str) else None
    if match is None:
        return None
    year, month, day = (int(part or 0) for part in match.groups())
    if not month and year not in YEARS:
        return None
    try:
        first = date(year, month or 1, day or 1)
    except ValueError:
        return None
    if day:
        return Days(first, first)
    last_month = month or 12
    return Days(first, date(year, last_month, calendar.monthrange(year, last_month)[1]))


def days_asked(one: FollowSet | LinkedSet | By) -> Days | None:
    """Return the days at which the edges of a set or a number have to last; None for any time."""
    first, last = days_of(one.at), days_of(one.at if one.until is None else one.until)
    return Days(first.first, last.last) if first is not None and last is not None else None


def lasted(properties: Mapping[str, Any], span: Span, asked: Days) -> bool:
    """Whether an edge lasted on one of these days.

    An edge without an end still lasts. Of one without a beginning only the end is known, and one
    without either, or with another text there, lasted at no known time.
    """
    begin, end = properties.get(span.begin), properties.get(span.end)
    first = days_of(end if begin is None else begin)
    last = days_of(end) if end is not None else Days(date.max, date.max)
    if first is None or last is None:
        return False
    return first.first <= asked.last and last.last >= asked.first
