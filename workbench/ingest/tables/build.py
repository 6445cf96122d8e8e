"""Build the database files of tables, and read the schemas of an index's tables."""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from itertools import chain, count
from pathlib import Path, PurePosixPath

from pydantic import TypeAdapter, ValidationError

from workbench.domain.base import content_hash
from workbench.domain.documents import Document
from workbench.domain.tables import TableSchema
from workbench.ingest.catalogue import DocumentRecord
from workbench.ingest.stored_documents import write_atomically
from workbench.ingest.tables.columns import typed_column
from workbench.ingest.tables.combine import DocumentTables, combined, left_out
from workbench.ingest.tables.in_text import repeated_words, tables_in_text
from workbench.ingest.tables.rows import header_and_rows
from workbench.retrieval.tables.write import StoredColumn, StoredTable, write_tables

FOLDER = "tables"
DATABASE, SCHEMAS, TEXTS = ".duckdb", ".json", ".texts.json"
_COMBINED, _COMBINED_VERSION = "texts-", 2
"""The tables of all texts have a file of their own, named after the documents that hold them;
increment the version if other tables are made of them."""
MOST_COLUMNS = 500
"""Columns of a table that can be queried; a wider one is a matrix."""
_SCHEMA_LIST = TypeAdapter(tuple[TableSchema, ...])


def build_tables(folder: Path, stored: str, document: Document | None) -> None:
    """Write the database of a file of rows under the name of its stored text."""
    found = list(_tables(document)) if document else []
    if found:
        place = folder / FOLDER
        place.mkdir(exist_ok=True)
        _write(place / stored, found)


def texts_of(document: Document) -> DocumentTables | None:
    """Return the tables in the text of a document; None if there are none."""
    own = tables_in_text(document)
    if not own:
        return None
    return DocumentTables(title=document.title, tables=own, repeated=repeated_words(document))


def keep_texts(folder: Path, stored: str, held: DocumentTables | None) -> None:
    """Write the tables in a text under its stored name, for the database of all texts."""
    if held is not None:
        place = folder / FOLDER
        place.mkdir(exist_ok=True)
        write_atomically(place / f"{stored}{TEXTS}", held.model_dump_json().encode())


def kept_texts(folder: Path, stored: str) -> DocumentTables | None:
    """Return the tables in a text that were written; None if none were.

    Raises:
        ValidationError: they cannot be read.
    """
    try:
        content = (folder / FOLDER / f"{stored}{TEXTS}").read_bytes()
    except FileNotFoundError:
        return None
    return DocumentTables.model_validate_json(content)


def combine_texts(
    folder: Path, documents: Mapping[str, DocumentRecord], *, again: bool = False
) -> None:
    """Write the tables of all texts into one database, unless that is written; ``again`` anyway."""
    name = combined_name(folder, documents)
    if name and (again or not (folder / FOLDER / f"{name}{SCHEMAS}").is_file()):
        write_combined(folder, name, folder, documents)


def write_combined(
    target: Path, name: str, folder: Path, documents: Mapping[str, DocumentRecord]
) -> tuple[TableSchema, ...]:
    """Write the tables that were kept of texts into a database of another folder, or of the same.

    What cannot be read or made of a text is left out, with a log event.
    """
    found = list(combined(_readable_texts(folder, documents)))
    (target / FOLDER).mkdir(exist_ok=True)
    _write(target / FOLDER / name, found)
    return tuple(schema for schema, _ in found)


def _readable_texts(
    folder: Path, documents: Mapping[str, DocumentRecord]
) -> Iterator[tuple[str, DocumentTables]]:
    for document_id, record in _with_texts(_written(folder), documents).items():
        try:
            held = kept_texts(folder, record.stored)
        except ValidationError as error:
            left_out([document_id], error)
            continue
        if held is not None:
            yield document_id, held


def combined_name(folder: Path, documents: Mapping[str, DocumentRecord]) -> str:
    """Return the name of the database of all texts; empty if none has a table.

    It tells the documents and their texts: another state of the index has another one.
    """
    return _combined_name(_written(folder), documents)


def _write(place: Path, found: Sequence[tuple[TableSchema, StoredTable]]) -> None:
    """Write a database, and last the schemas: a killed build leaves no table without its data."""
    write_tables(place.with_name(f"{place.name}{DATABASE}"), [table for _, table in found])
    schemas = _SCHEMA_LIST.dump_json(tuple(schema for schema, _ in found))
    write_atomically(place.with_name(f"{place.name}{SCHEMAS}"), schemas)


def _written(folder: Path) -> frozenset[str]:
    """Return the names of the files; most documents have none, so that the folder is listed."""
    place = folder / FOLDER
    return frozenset(file.name for file in place.iterdir()) if place.is_dir() else frozenset()


def _with_texts(
    written: Collection[str], documents: Mapping[str, DocumentRecord]
) -> dict[str, DocumentRecord]:
    """Return the documents with tables in their text, ordered by id."""
    return {
        name: record
        for name, record in sorted(documents.items())
        if not record.duplicate_of and f"{record.stored}{TEXTS}" in written
    }


def _combined_name(written: Collection[str], documents: Mapping[str, DocumentRecord]) -> str:
    held = [(name, one.stored) for name, one in _with_texts(written, documents).items()]
    return f"{_COMBINED}{content_hash([_COMBINED_VERSION, held])}" if held else ""


def schemas_of(document: Document) -> tuple[TableSchema, ...]:
    """Return the schemas of the tables that a document holds."""
    return tuple(schema for schema, _ in _tables(document))


def stored_schemas(folder: Path, stored: str) -> tuple[TableSchema, ...]:
    """Return the schemas that were written under the name of a stored text.

    Raises:
        FileNotFoundError: none were.
        ValidationError: they cannot be read.
    """
    return _SCHEMA_LIST.validate_json((folder / FOLDER / f"{stored}{SCHEMAS}").read_bytes())


def read_schemas(
    folder: Path, documents: Mapping[str, DocumentRecord]
) -> dict[str, tuple[TableSchema, Path]]:
    """Return the tables of an index and their database files, by an id unique in the workspace."""
    found: dict[str, tuple[TableSchema, Path]] = {}
    written = _written(folder)
    stored = [one.stored for one in documents.values() if not one.duplicate_of]
    for name in (*stored, _combined_name(written, documents)):
        if f"{name}{SCHEMAS}" not in written:
            continue
        try:
            schemas = stored_schemas(folder, name)
        except (FileNotFoundError, ValidationError):
            continue
        for schema in schemas:
            table_id = _unique_id(schema, found)
            place = folder / FOLDER / f"{name}{DATABASE}"
            found[table_id] = schema.model_copy(update={"id": table_id}), place
    return found


def remove_unused(folder: Path, states: Iterable[Mapping[str, DocumentRecord]]) -> None:
    """Delete the tables that the documents of none of the states have."""
    written = _written(folder)
    kept = set[str]()
    for documents in states:
        stored = (record.stored for record in documents.values())
        names = (*stored, _combined_name(written, documents))
        kept |= {f"{name}{suffix}" for name in names for suffix in (DATABASE, SCHEMAS, TEXTS)}
    for name in written - kept:
        (folder / FOLDER / name).unlink(missing_ok=True)


def _tables(document: Document) -> Iterator[tuple[TableSchema, StoredTable]]:
    """Yield the tables of a document that have rows below their header."""
    for table in document.tables:
        header, rows = header_and_rows(document, table)
        if not rows or len(header) > MOST_COLUMNS:
            continue
        cells = zip(*(row.cells for row in rows), strict=True)
        columns = [typed_column(name, list(own)) for name, own in zip(header, cells, strict=True)]
        schema = TableSchema(
            id=document.id,
            document_id=document.id,
            sheet=table.name,
            name=table.name or _stem(document.id),
            rows=len(rows),
            columns=tuple(one.column for one in columns),
        )
        stored = [StoredColumn(one.column.name, one.sql_type, one.values) for one in columns]
        places = [
            (row.number, row.start, row.end, document.text[row.start : row.end]) for row in rows
        ]
        yield schema, StoredTable(schema.name, stored, places)


def _stem(document_id: str) -> str:
    name = PurePosixPath(document_id)
    return name.name.partition(".")[0] or name.name


def _unique_id(schema: TableSchema, taken: Mapping[str, object]) -> str:
    """Return the shortest name that is not taken: ``orders``, ``2024/orders.csv``, ``Rooms``."""
    names = [_stem(schema.document_id), schema.document_id]
    ids = [f"{name}/{schema.sheet}" if schema.sheet else name for name in names]
    if len(schema.sources) > 1:
        ids.insert(0, schema.sheet)
    counted = (f"{ids[-1]} ({number})" for number in count(2))
    return next(one for one in chain(ids, counted) if one not in taken)
