"""Find the tables in a document's text that are worth asking, with the place of every row."""

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import count, islice

from workbench.domain.base import Span
from workbench.domain.documents import Document
from workbench.ingest.body import Body, Row, parse_body
from workbench.ingest.tables.extracted import ExtractedTable, TableRow
from workbench.ingest.tables.rows import is_total
from workbench.nlp.phrases import has_phrase
from workbench.nlp.query_words import is_filler, query_words
from workbench.nlp.word_lists import word_list
from workbench.text import Block
from workbench.text.plain_text import plain_text

_FEWEST_ROWS, _FEWEST_COLUMNS, _MOST_COLUMNS = 2, 2, 60
_LONGEST_LABEL, _LONGEST_CELL = 80, 400
"""Characters of a header's cell, and of another; longer ones lay out a page."""
_LONGEST_CAPTION = 12
"""Words of a line above a table that names it."""
_LONGEST_ANNOUNCEMENT = 4
"""Words of a line above a table that says that it is an example."""
_BEGINNING, _MOST_REPEATED, _SHORTEST_WORD = 60, 20, 3
"""Paragraphs that are read for the words they repeat, how many of them count, and their letters."""
_ENDS_SENTENCE = tuple(".!?;…")
_ESCAPED = re.compile(r"\\([!-/:-@\[-`{-~])")
"""A punctuation mark that Markdown has escaped: ``\\|``, ``\\*``."""


def tables_in_text(document: Document) -> tuple[ExtractedTable, ...]:
    """Return the tables of a text that have a header, rows alike, and no long texts as cells.

    A file of rows has none: it is a table itself.
    """
    if document.tables:
        return ()
    body = parse_body(document.text, document.body_start)
    whole = Span(start=0, end=len(document.text) + 1)
    number = count(1)
    found = (_table(rows, body, document, number) for rows in body.tables(whole))
    return tuple(table for table in found if table is not None)


def repeated_words(document: Document) -> tuple[str, ...]:
    """Return the words that a text has several times outside its tables, the most frequent first.

    Only its beginning is read, which says what it is about.
    """
    body = parse_body(document.text, document.body_start)
    prose = (block for block in body.blocks if block.kind in ("paragraph", "item"))
    counts: Counter[str] = Counter()
    for block in islice(prose, _BEGINNING):
        for word in query_words(plain_text(block)):
            if len(word.text) >= _SHORTEST_WORD and word.text.isalpha() and not is_filler(word):
                counts[min(word.keys, key=lambda key: (len(key), key))] += 1
    return tuple(word for word, count in counts.most_common(_MOST_REPEATED) if count > 1)


def _table(
    rows: Sequence[Row], body: Body, document: Document, number: Iterator[int]
) -> ExtractedTable | None:
    """Return a table; None if it has no header, is not regular, or is announced as an example."""
    if len(rows) < _FEWEST_ROWS + 2 or not rows[1].is_rule:
        return None
    header = _cells(rows[0].block)
    read = list(_rows(rows[2:], header, document.text))
    if not (_is_header(header) and _is_regular(header, read)):
        return None
    if _is_example(rows[0].start, body):
        return None
    path = document.heading_path(rows[0].start)
    numbered = tuple(replace(row, number=next(number)) for row in read)
    return ExtractedTable(
        caption=_caption(rows[0].start, body) or (path[-1] if path else ""),
        path=path,
        header=header,
        rows=numbered,
    )


def _rows(rows: Sequence[Row], header: tuple[str, ...], text: str) -> Iterator[TableRow]:
    """Yield the rows with content, without repeated headers and totals at the end."""
    read = [
        TableRow(
            cells=_fitted(_cells(row.block), len(header)),
            number=0,
            start=row.start,
            end=row.end,
            line=text[row.start : row.end],
        )
        for row in rows
        if not row.is_rule
    ]
    while read and is_total(read[-1].cells):
        read.pop()
    for row in read:
        if any(row.cells) and row.cells != header and not _is_banner(row.cells):
            yield row


def _cells(block: Block) -> tuple[str, ...]:
    return tuple(_ESCAPED.sub(r"\1", plain_text(block, cell)) for cell in block.cells)


def _fitted(cells: tuple[str, ...], width: int) -> tuple[str, ...]:
    """Return a row without the empty cells that go beyond the header, and with those it lacks."""
    while len(cells) > width and not cells[-1]:
        cells = cells[:-1]
    return (*cells, *[""] * (width - len(cells)))


def _is_banner(cells: Sequence[str]) -> bool:
    """Return True for a heading over all columns, repeated in each: "Europe", "Europe"."""
    return len(cells) > _FEWEST_COLUMNS and len(set(cells)) == 1


def _is_header(header: Sequence[str]) -> bool:
    """Whether cells name columns: all but the first must, and each another one."""
    named = [cell.casefold() for cell in header if cell]
    are_short = all(len(cell) <= _LONGEST_LABEL for cell in header)
    has_names = all(any(map(str.isalnum, cell)) for cell in header[1:])
    is_sized = _FEWEST_COLUMNS <= len(header) <= _MOST_COLUMNS
    return is_sized and has_names and are_short and len(set(named)) == len(named)


def _is_regular(header: Sequence[str], rows: Sequence[TableRow]) -> bool:
    if len(rows) < _FEWEST_ROWS:
        return False
    alike = sum(len(row.cells) == len(header) for row in rows)
    return alike == len(rows) and all(
        len(cell) <= _LONGEST_CELL for row in rows for cell in row.cells
    )


def _is_example(start: int, body: Body) -> bool:
    """Return True below "For example:" and "Example 2": its rows are made up, not data."""
    above = body.line_before(start)
    words = plain_text(above) if above is not None else ""
    return len(words.split()) <= _LONGEST_ANNOUNCEMENT and has_phrase(
        words, word_list("example_captions")
    )


def _caption(start: int, body: Body) -> str:
    """Return the line just above a table, if it is a few words and no sentence."""
    above = body.line_before(start)
    if above is None or above.kind not in ("paragraph", "heading"):
        return ""
    words = plain_text(above)
    is_name = len(words.split()) <= _LONGEST_CAPTION and not words.endswith(_ENDS_SENTENCE)
    return words.rstrip(": ") if is_name else ""
