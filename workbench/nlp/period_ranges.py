"""Find the stretches of time that a question names: ranges, decades, or single periods."""

import re
from collections.abc import Iterator
from datetime import date

from workbench.nlp.amounts import month_of
from workbench.nlp.grammar import word_set
from workbench.nlp.periods import Period, periods
from workbench.nlp.word_lists import list_pattern, word_list


def _before_last(entry: str) -> "re.Pattern[str]":
    """Return the pattern of a range up to its second end: "between March 2021 and "."""
    opening, _, joints = entry.partition(": ")
    joint = "|".join(map(re.escape, joints.split(" | ")))
    opened = rf"(?<![^\W_]){re.escape(opening)}\s+(?P<first>[^,;?!]{{1,30}})"
    return re.compile(rf"{opened}\s+(?:{joint})\s+(?:the\s+)?$", re.IGNORECASE)


_RANGES = tuple(map(_before_last, word_list("period_ranges")))
# "1990s", «1990-х»; "1990-e" is not a date.
_DECADE = re.compile(
    rf"(?<!\d)(?P<year>(?:19|20)\d0){list_pattern('decade_endings')}"
    r"(?![^\W_])",
    re.IGNORECASE,
)


def opens_range(opening: str, joint: str) -> bool:
    """Whether words before and between two ends make them a range: "between … and"."""
    return any(
        opening == one and joint in joints.split(" | ")
        for one, _, joints in (entry.partition(": ") for entry in word_list("period_ranges"))
    )


def named_periods(text: str) -> list[Period]:
    """Return the periods that a question names, in order; the two ends of a range are one.

    "Between March and May 2024" begins in March 2024, and "the 1990s" are ten years.
    """
    found: list[Period] = []
    for one in sorted(_single_ones(text), key=lambda period: period.start):
        before = found[-1] if found else None
        ranged = _ranged(text, one, before)
        if ranged is not None and before is not None and before.end > ranged.start:
            found.pop()
        found.append(ranged or one)
    return found


def _single_ones(text: str) -> Iterator[Period]:
    starts = set()
    for match in _DECADE.finditer(text):
        year = int(match["year"])
        starts.add(match.start())
        yield Period(date(year, 1, 1), date(year + 9, 12, 31), *match.span())
    yield from (one for one in periods(text) if one.start not in starts)


def _ranged(text: str, last: Period, before: Period | None) -> Period | None:
    """Return the range that ends with a period; None if it is the end of none."""
    for pattern in _RANGES:
        match = pattern.search(text[: last.start])
        if match is None or _compares(text[: match.start()]):
            continue
        if before is not None and match.span("first") == (before.start, before.end):
            first: date | None = before.first
        else:  # "between March and May 2024"
            month = month_of(match["first"]) if last.is_month else None
            first = date(last.first.year, month, 1) if month else None
        if first is not None and first <= last.last:
            return Period(first, last.last, match.start(), last.end)
    return None


def _compares(before: str) -> bool:
    """Whether the words before a range compare its ends: "difference between 2022 and 2023"."""
    return bool({*before.casefold().split()[-1:]} & word_set("compared_ends"))
