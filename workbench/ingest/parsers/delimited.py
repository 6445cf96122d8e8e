"""Parse CSV files as one Markdown table."""

import csv
import re
from collections import Counter
from io import StringIO
from typing import Any

from workbench.ingest.parsers.base import Parsed, Parser, UnreadableError
from workbench.ingest.parsers.converted import from_sheet
from workbench.ingest.parsers.encoding import decoded

_SAMPLE = 20_000
"""Characters that the delimiter is guessed from."""
_DELIMITERS = "\t;|,"
"""Of two that fit equally the first is taken: the comma of ``1,5;2,5`` is that of a number."""
_ONE_COLUMN = "\x1f"
"""A delimiter that no text contains, for a file of one column."""
_QUOTED = re.compile(r'"[^"]*"')
_SEPARATOR_LINE = re.compile(r'\A"?sep=(.)"?\n', re.IGNORECASE)
"""The first line that states the delimiter for Excel: ``sep=;``."""
_FITS, _FITS_HEADER = 0.8, 0.5
"""Share of the lines that a delimiter must divide alike. Fewer do if the first line contains it
without a space after it, which the commas of sentences have."""
_MOST_TITLES = 5
"""Lines at the top of a file that may be titles."""
_LONGEST_CELL = 1_000_000
"""Characters; the default of the csv module is 131,072."""
_END = "\x1e"
"""A last row that only a quoted cell without an end swallows."""


def parse(content: bytes) -> Parsed:
    """Return the rows as a table; the first row names the columns."""
    text = decoded(content)
    named = _SEPARATOR_LINE.match(text)
    rows = text[named.end() :] if named else text
    return as_table(rows, named[1] if named else _delimiter(rows), first=2 if named else 1)


def as_table(text: str, delimiter: str, first: int = 1) -> Parsed:
    """Return the rows that are not empty as a table; ``first`` is the number of the first row.

    Raises:
        UnreadableError: a quoted cell does not end, or is longer than a million characters.
    """
    usual = csv.field_size_limit(_LONGEST_CELL)
    try:
        rows = _rows(text, delimiter)
    except csv.Error as error:
        raise UnreadableError(f"not a table of values ({error})") from error
    finally:
        csv.field_size_limit(usual)
    return from_sheet({n: row for n, row in enumerate(rows, first) if any(map(str.strip, row))})


def _rows(text: str, delimiter: str) -> list[list[str]]:
    """Return the rows; if a quote is out of place, with the quotes read so that the rows agree."""
    try:
        return _read(text, delimiter, strict=True)
    except csv.Error:
        *rows, last = _read(f"{text}\n{_END}", delimiter)
        literal = _read(text, delimiter, quoting=csv.QUOTE_NONE)
        if _agree(literal) and not (last == [_END] and _agree(rows)):
            return literal
        if last != [_END]:
            raise
        return rows


def _agree(rows: list[list[str]]) -> bool:
    return len({len(row) for row in rows if row}) == 1


def _read(text: str, delimiter: str, **options: Any) -> list[list[str]]:
    return list(csv.reader(StringIO(text), delimiter=delimiter, **options))


def _delimiter(text: str) -> str:
    """Return the delimiter that divides most lines into equally many cells."""
    sample = _QUOTED.sub("", text[:_SAMPLE])
    lines = [line for line in _below_titles(sample.split("\n")) if line]
    if len(text) > _SAMPLE and len(lines) > 1:
        lines.pop()
    fits = {one: _fit(one, lines) for one in _DELIMITERS}
    best = max(fits, key=lambda one: fits[one])
    return best if fits[best] else _ONE_COLUMN


def _below_titles(lines: list[str]) -> list[str]:
    """Return the lines below an empty one near the top, above which a report has its titles."""
    blank = next((at for at, line in enumerate(lines[:_MOST_TITLES]) if not line.strip()), -1)
    below = lines[blank + 1 :]
    return below if any(line.strip() for line in below) else lines


def _fit(delimiter: str, lines: list[str]) -> float:
    """Return the share of lines that a delimiter divides alike; 0 if too few."""
    counts = [line.count(delimiter) for line in lines]
    if not any(counts):
        return 0.0
    (_, alike), *_ = Counter(filter(None, counts)).most_common(1)
    like_first = sum(count >= counts[0] for count in counts) if counts[0] else 0
    share = max(alike, like_first) / len(lines)
    in_header = counts[0] > lines[0].count(f"{delimiter} ")
    return share if share >= (_FITS_HEADER if in_header else _FITS) else 0.0


PARSER = Parser(frozenset({".csv"}), parse, isolated=True)
