"""Combine the tables of all texts: those with the same header are one, with a column for each's
section and document."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from pathlib import PurePosixPath
from typing import NamedTuple

from workbench.domain.tables import TableSchema, TableSource
from workbench.ingest.tables.columns import typed_column
from workbench.ingest.tables.durations import with_duration
from workbench.ingest.tables.extracted import ExtractedTable, TableExtraction, TableRow
from workbench.ingest.tables.left_out import DATA_ERRORS, LeftOutTable, left_out
from workbench.ingest.tables.long_form import in_long_form, label_of
from workbench.ingest.tables.names import table_id, unique_name
from workbench.ingest.tables.products import with_product
from workbench.ingest.tables.rows import unique_names
from workbench.nlp.query_words import Word, query_words
from workbench.retrieval.tables.write import StoredColumn, StoredTable

_LONGEST_NAME = 80
"""Characters of a table's name."""


class _Placed(NamedTuple):
    """A table with its document."""

    id: str
    document_id: str
    title: str
    repeated: tuple[str, ...]
    table: ExtractedTable

    @property
    def key(self) -> tuple[str, ...]:
        """Its header, by which tables are one."""
        return tuple(name.casefold() for name in self.table.header)


def combined(
    documents: Iterable[tuple[str, TableExtraction]],
) -> Iterator[tuple[TableSchema, StoredTable] | LeftOutTable]:
    """Yield the tables of documents, given in the order of their ids, each with its rows.

    One that cannot be made is left out with its reason: it costs none of the others.
    """
    groups: dict[tuple[str, ...], list[_Placed]] = defaultdict(list)
    for document_id, held in documents:
        placed = [*_placed(document_id, held)]
        yield from (one for one in placed if isinstance(one, LeftOutTable))
        for one in _identified([one for one in placed if isinstance(one, _Placed)]):
            groups[one.key].append(one)
    names: set[str] = set()
    for parts in groups.values():
        try:
            yield _combined(parts, names)
        except DATA_ERRORS as error:
            for part in parts:
                yield left_out(part.document_id, _caption(part), error)


def _placed(document_id: str, held: TableExtraction) -> Iterator[_Placed | LeftOutTable]:
    for table in held.tables:
        try:
            long = in_long_form(table)
        except DATA_ERRORS as error:
            yield left_out(document_id, table.caption, error)
        else:
            yield _Placed("", document_id, held.title, held.repeated, long)


def _identified(placed: Sequence[_Placed]) -> Iterator[_Placed]:
    """Yield the tables of one document with their ids: those with the same header have the same."""
    own: dict[tuple[str, ...], list[_Placed]] = defaultdict(list)
    for one in placed:
        own[one.key].append(one)
    names: set[str] = set()
    for parts in own.values():
        name = unique_name(_name(parts)[:_LONGEST_NAME], names)
        yield from (one._replace(id=table_id(one.document_id, name)) for one in parts)


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
    columns = with_product(with_duration(typed))
    schema = TableSchema(
        id=first.id,
        aliases=_aliases(parts, sheet),
        document_id=first.document_id,
        sheet=sheet,
        sources=sources,
        topics=tuple(_topics(parts)),
        asides=tuple(word for word in first.repeated if all(word in p.repeated for p in parts)),
        name=unique_name(sheet, names),
        rows=len(places),
        columns=tuple(one.column for one in columns),
        measure=header[len(first.table.header) - 1] if first.table.is_long else "",
    )
    stored = [StoredColumn(one.column.name, one.sql_type, one.values) for one in columns]
    return schema, StoredTable(schema.name, stored, places)


def _aliases(parts: Sequence[_Placed], sheet: str) -> tuple[str, ...]:
    """Return the ids of its parts in other documents, and its own name."""
    ids = dict.fromkeys(part.id for part in parts)
    return (*[*ids][1:], sheet) if len(ids) > 1 else ()


def _repeated(texts: Iterable[str], parts: Sequence[_Placed]) -> Iterator[str]:
    for text, part in zip(texts, parts, strict=True):
        yield from [text] * len(part.table.rows)


def _places(
    parts: Sequence[_Placed],
) -> tuple[tuple[TableSource, ...], list[tuple[int, int, int, str]]]:
    """Return the documents, and each row's number, offsets and line, numbered through them all."""
    sources: list[TableSource] = []
    places: list[tuple[int, int, int, str]] = []
    characters = numbered = 0
    for document_id, own in groupby(parts, key=lambda part: part.document_id):
        rows: list[TableRow] = [row for part in own for row in part.table.rows]
        source = TableSource(document_id=document_id, rows=numbered, characters=characters)
        sources.append(source)
        for row in rows:
            start, end = row.start + characters, row.end + characters
            places.append((row.number + numbered, start, end, row.line))
        numbered += max(row.number for row in rows)
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
