"""Combine the tables of all texts: those with the same header are one, with a column for each's
section and document."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from pathlib import PurePosixPath
from typing import NamedTuple

from workbench.domain.base import Value
from workbench.domain.tables import TableSchema, TableSource
from workbench.ingest.tables.columns import typed_column
from workbench.ingest.tables.durations import with_duration
from workbench.ingest.tables.in_text import TextRow, TextTable
from workbench.ingest.tables.long_form import in_long_form, label_of
from workbench.ingest.tables.rows import unique_names
from workbench.logs import log
from workbench.nlp.query_words import Word, query_words
from workbench.retrieval.tables.write import StoredColumn, StoredTable

_LONGEST_NAME = 80
"""Characters of a table's name."""


class DocumentTables(Value):
    """The tables in the text of a document, as its file in the index holds them."""

    title: str
    tables: tuple[TextTable, ...]
    repeated: tuple[str, ...] = ()
    """Words that its text repeats outside them."""


class _Placed(NamedTuple):
    """A table with its document."""

    document_id: str
    title: str
    repeated: tuple[str, ...]
    table: TextTable


def combined(
    documents: Iterable[tuple[str, DocumentTables]],
) -> Iterator[tuple[TableSchema, StoredTable]]:
    """Yield the tables of documents, given in the order of their ids, each with its rows.

    One that cannot be made is left out, with a log event: it costs none of the others.
    """
    groups: dict[tuple[str, ...], list[_Placed]] = defaultdict(list)
    for document_id, held in documents:
        for table in map(in_long_form, held.tables):
            key = tuple(name.casefold() for name in table.header)
            groups[key].append(_Placed(document_id, held.title, held.repeated, table))
    names: set[str] = set()
    for parts in groups.values():
        try:
            made = _combined(parts, names)
        except Exception as error:
            left_out([part.document_id for part in parts], error)
            continue
        yield made


def left_out(documents: Iterable[str], error: Exception) -> None:
    """Log that tables of these documents could not be made."""
    named = list(dict.fromkeys(documents))
    log.warning("table_left_out", documents=named, reason=f"{type(error).__name__}: {error}"[:200])


def _combined(parts: Sequence[_Placed], names: set[str]) -> tuple[TableSchema, StoredTable]:
    first = parts[0]
    sheet = _name(parts)[:_LONGEST_NAME]
    sources, places = _places(parts)
    cells = [*zip(*(row.cells for part in parts for row in part.table.rows), strict=True)]
    given = {"document": [part.title for part in parts], "section": [_caption(p) for p in parts]}
    added = {name: texts for name, texts in given.items() if len(set(texts)) > 1}
    labels = [label_of(name, first.table.header) for name in added]
    header = unique_names([*first.table.header, *labels])
    for texts in added.values():
        cells.append(tuple(_repeated(texts, parts)))
    typed = [typed_column(name, own) for name, own in zip(header, cells, strict=True)]
    columns = with_duration(typed)
    schema = TableSchema(
        id=sheet,
        document_id=first.document_id,
        sheet=sheet,
        sources=sources,
        topics=tuple(_topics(parts)),
        asides=tuple(word for word in first.repeated if all(word in p.repeated for p in parts)),
        name=_unique(sheet, names),
        rows=len(places),
        columns=tuple(one.column for one in columns),
        measure=header[len(first.table.header) - 1] if first.table.is_long else "",
    )
    stored = [StoredColumn(one.column.name, one.sql_type, one.values) for one in columns]
    return schema, StoredTable(schema.name, stored, places)


def _repeated(texts: Iterable[str], parts: Sequence[_Placed]) -> Iterator[str]:
    for text, part in zip(texts, parts, strict=True):
        yield from [text] * len(part.table.rows)


def _places(
    parts: Sequence[_Placed],
) -> tuple[tuple[TableSource, ...], list[tuple[int, int, int, str]]]:
    """Return the documents, and each row's number, offsets and line, numbered through them all."""
    sources: list[TableSource] = []
    places: list[tuple[int, int, int, str]] = []
    characters = number = 0
    for document_id, own in groupby(parts, key=lambda part: part.document_id):
        rows: list[TextRow] = [row for part in own for row in part.table.rows]
        source = TableSource(document_id=document_id, rows=number, characters=characters)
        sources.append(source)
        for row in rows:
            place = (row.start + characters, row.end + characters, row.line)
            number += not places or places[-1][1] != place[0]
            places.append((number, *place))
        characters += max(row.end for row in rows) + 1
    return tuple(sources), places


def _topics(parts: Sequence[_Placed]) -> Iterator[str]:
    """Yield the words of titles and headings that all tables have above them."""
    named = [{one.text: None for one in _title_words(part)} for part in parts]
    yield from (word for word in named[0] if all(word in other for other in named))


def _title_words(part: _Placed) -> Iterator[Word]:
    for name in (part.title, *part.table.path):
        yield from query_words(name.casefold())


def _caption(part: _Placed) -> str:
    return part.table.caption or part.title


def _name(parts: Sequence[_Placed]) -> str:
    """Return what all tables are called: by their caption, the heading above, or the folder."""
    captions = {_caption(part) for part in parts}
    if len(captions) == 1:
        return captions.pop()
    shared = [
        names[0]
        for names in zip(*(p.table.path for p in parts), strict=False)
        if len({*names}) == 1
    ]
    folders = {PurePosixPath(part.document_id).parent.name for part in parts}
    titles = {part.title for part in parts}
    for known in (shared[-1:], titles, folders):
        if len(known) == 1 and (name := next(iter(known))):
            return name
    return ", ".join(parts[0].table.header[:2])


def _unique(name: str, taken: set[str]) -> str:
    unique, count = name, 1
    while unique.casefold() in taken:
        count += 1
        unique = f"{name} ({count})"
    taken.add(unique.casefold())
    return unique
