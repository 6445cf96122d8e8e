"""What a number has to be to be a year: by itself in a text, or where a name or column tells."""

import re

YEARS = range(1000, 2101)
"""Numbers that are years where something tells so: a column of years, "in 1492"."""
BARE_YEARS = range(1900, 2101)
"""Numbers that are years by themselves in a text; 1500 there is rather an amount."""
YEAR_PATTERN = r"(?:1\d{3}|20\d{2}|2100)"
BARE_YEAR_PATTERN = r"(?:19\d{2}|20\d{2}|2100)"
"""Patterns of the same numbers, without what stands around them."""
_YEAR = re.compile(YEAR_PATTERN)


def is_year(text: str) -> bool:
    """Return True for the digits of a year: "1492", "2024"."""
    return _YEAR.fullmatch(text) is not None
