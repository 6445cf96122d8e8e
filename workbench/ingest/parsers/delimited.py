"""Parse CSV and TSV files as one Markdown table."""

import csv
from io import StringIO

from workbench.ingest.parsers.base import Parsed, Parser, UnreadableError
from workbench.ingest.parsers.converted import from_markdown
from workbench.ingest.parsers.encoding import decoded
from workbench.text.write_markdown import table

_SAMPLE = 20_000
"""Characters that the delimiter is guessed from."""
_DELIMITERS = ",;\t|"
_LONGEST_CELL = 1_000_000
"""Characters; the default of the csv module is 131,072."""


def parse(content: bytes) -> Parsed:
    """Return the rows as a table; the first row names the columns."""
    return from_markdown(table(read_rows(decoded(content))) + "\n")


def read_rows(text: str) -> list[list[str]]:
    """Return the rows that are not empty, with the delimiter guessed: ``,`` ``;`` tab or ``|``.

    Raises:
        UnreadableError: a quoted cell does not end, or is longer than a million characters.
    """
    csv.field_size_limit(_LONGEST_CELL)
    try:
        rows = csv.reader(StringIO(text), delimiter=_delimiter(text), strict=True)
        return [row for row in rows if any(cell.strip() for cell in row)]
    except csv.Error as error:
        raise UnreadableError(f"not a table of values ({error})") from error


def _delimiter(text: str) -> str:
    try:
        return csv.Sniffer().sniff(text[:_SAMPLE], _DELIMITERS).delimiter
    except csv.Error:  # a single column, or too few rows to tell
        first = text.split("\n", 1)[0]
        return max(_DELIMITERS, key=first.count)


PARSER = Parser(frozenset({".csv", ".tsv"}), parse, isolated=True)
