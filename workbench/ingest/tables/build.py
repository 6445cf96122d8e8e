"""Build the database files of tables."""

from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

from pydantic import ValidationError

from workbench.domain.documents import Document, TableRegion
from workbench.domain.tables import TableSchema
from workbench.ingest.catalogue import DocumentRecord
from workbench.ingest.stored_documents import write_atomically
from workbench.ingest.tables.columns import typed_column
from workbench.ingest.tables.combine import combined
from workbench.ingest.tables.durations import with_duration
from workbench.ingest.tables.extracted import TableExtraction, stem_of
from workbench.ingest.tables.in_text import repeated_words, tables_in_text
from workbench.ingest.tables.left_out import DATA_ERRORS, LeftOutTable, left_out
from workbench.ingest.tables.long_form import in_long_form
from workbench.ingest.tables.names import table_id
from workbench.ingest.tables.products import with_product
from workbench.ingest.tables.rows import read_region
from workbench.ingest.tables.stored import (
    DATABASE,
    FOLDER,
    SCHEMAS,
    TEXTS,
    TableFile,
    combined_name,
    kept_texts,
    with_texts,
    written_files,
)
from workbench.nlp.query_words import query_words
from workbench.retrieval.tables.write import StoredColumn, StoredTable, write_tables

MOST_COLUMNS = 500
"""Columns of a table that can be queried; a wider one is a matrix."""


_Built = tuple[TableSchema, StoredTable] | LeftOutTable


def build_tables(folder: Path, stored: str, document: Document | None) -> None:
    """Write the database of a file of rows under the name of its stored text.

    A table that the database refuses is left out with its reason; the others are written.
    """
    found = list(_tables(document)) if document else []
    if found:
        place = folder / FOLDER
        place.mkdir(exist_ok=True)
        _write(place / stored, found)


def texts_of(document: Document) -> TableExtraction | None:
    """Return the tables in the text of a document; None if there are none."""
    own = tables_in_text(document)
    if not own:
        return None
    return TableExtraction(title=document.title, tables=own, repeated=repeated_words(document))


def keep_texts(folder: Path, stored: str, held: TableExtraction | None) -> None:
    """Write the tables in a text under its stored name, for the database of all texts."""
    if held is not None:
        place = folder / FOLDER
        place.mkdir(exist_ok=True)
        write_atomically(place / f"{stored}{TEXTS}", held.model_dump_json().encode())


def combine_texts(
    folder: Path, documents: Mapping[str, DocumentRecord], *, again: bool = False
) -> None:
    """Write the tables of all texts into one database, unless that is written; ``again`` anyway."""
    name = combined_name(folder, documents)
    if name and (again or not (folder / FOLDER / f"{name}{SCHEMAS}").is_file()):
        write_combined(folder, name, folder, documents)


def write_combined(
    target: Path, name: str, folder: Path, documents: Mapping[str, DocumentRecord]
) -> TableFile:
    """Write the tables that were kept of texts into a database of another folder, or of the same.

    What cannot be read, made or written of a text is left out with its reason.
    """
    texts = dict(_kept_texts(folder, documents))
    unread = [one for one in texts.values() if isinstance(one, LeftOutTable)]
    read = {name: one for name, one in texts.items() if isinstance(one, TableExtraction)}
    (target / FOLDER).mkdir(exist_ok=True)
    return _write(target / FOLDER / name, [*unread, *combined(read.items())])


def _kept_texts(
    folder: Path, documents: Mapping[str, DocumentRecord]
) -> Iterator[tuple[str, TableExtraction | LeftOutTable]]:
    for document_id, record in with_texts(written_files(folder), documents).items():
        try:
            held = kept_texts(folder, record.stored)
        except ValidationError as error:
            yield document_id, left_out(document_id, "", error)
            continue
        if held is not None:
            yield document_id, held


def _write(place: Path, found: Iterable[_Built]) -> TableFile:
    """Write a database, and last the schemas: a killed build leaves no table without its data."""
    refused = [one for one in found if isinstance(one, LeftOutTable)]
    made = [one for one in found if not isinstance(one, LeftOutTable)]
    database = place.with_name(f"{place.name}{DATABASE}")
    reasons = write_tables(database, [table for _, table in made])
    for schema, table in made:
        if table.name in reasons:
            refused.append(left_out(schema.document_id, table.name, reasons[table.name]))
    kept = tuple(schema for schema, table in made if table.name not in reasons)
    file = TableFile(tables=kept, left_out=tuple(refused))
    write_atomically(place.with_name(f"{place.name}{SCHEMAS}"), file.model_dump_json().encode())
    return file


def _tables(document: Document) -> Iterator[_Built]:
    """Yield the tables of a document that have rows below their header."""
    for region in document.tables:
        try:
            made = _table(document, region)
        except DATA_ERRORS as error:
            yield left_out(document.id, region.name, error)
        else:
            yield from () if made is None else (made,)


def _table(document: Document, region: TableRegion) -> _Built | None:
    table = in_long_form(read_region(document, region))
    if not table.rows:
        return None
    if len(table.header) > MOST_COLUMNS:
        reason = f"{len(table.header):,} columns; tables of up to {MOST_COLUMNS} can be queried"
        return left_out(document.id, region.name, reason)
    cells = zip(*(row.cells for row in table.rows), strict=True)
    typed = [typed_column(name, own) for name, own in zip(table.header, cells, strict=True)]
    columns = with_product(with_duration(typed))
    schema = TableSchema(
        id=table_id(document.id, region.name),
        document_id=document.id,
        sheet=region.name,
        name=region.name or stem_of(document.id),
        rows=len(table.rows),
        columns=tuple(one.column for one in columns),
        topics=_topics(region),
        measure=table.header[-1] if table.is_long else "",
    )
    stored = [StoredColumn(one.column.name, one.sql_type, one.values) for one in columns]
    places = [(row.number, row.start, row.end, row.line) for row in table.rows]
    return schema, StoredTable(schema.name, stored, places)


def _topics(region: TableRegion) -> tuple[str, ...]:
    """Return the words of the lines above a table."""
    words = (word.text for line in region.titles for word in query_words(line.casefold()))
    return tuple(dict.fromkeys(words))
