"""Build the database file of a document's tables, and read the schemas of an index's tables."""

from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path, PurePosixPath

from pydantic import TypeAdapter, ValidationError

from workbench.domain.documents import Document
from workbench.domain.tables import TableSchema
from workbench.ingest.catalogue import DocumentRecord
from workbench.ingest.stored_documents import write_atomically
from workbench.ingest.tables.columns import typed_column
from workbench.ingest.tables.rows import header_and_rows
from workbench.retrieval.tables.write import StoredColumn, StoredTable, write_tables

FOLDER = "tables"
DATABASE, SCHEMAS = ".duckdb", ".json"
MOST_COLUMNS = 500
"""Columns of a table that can be queried; a wider one is a matrix."""
_SCHEMA_LIST = TypeAdapter(tuple[TableSchema, ...])


def build_tables(folder: Path, stored: str, document: Document | None) -> None:
    """Write the tables of a document, if there are any, under the name of its stored text.

    The schemas are written last, so that a killed build leaves no table without its data.
    """
    found = list(_tables(document)) if document else []
    if not found:
        return
    place = folder / FOLDER
    place.mkdir(exist_ok=True)
    write_tables(place / f"{stored}{DATABASE}", (table for _, table in found))
    schemas = _SCHEMA_LIST.dump_json(tuple(schema for schema, _ in found))
    write_atomically(place / f"{stored}{SCHEMAS}", schemas)


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
    # Most documents have no tables: the folder is listed instead of asked for each of them.
    place = folder / FOLDER
    written = {file.name for file in place.iterdir()} if place.is_dir() else set()
    for record in documents.values():
        if record.duplicate_of or f"{record.stored}{SCHEMAS}" not in written:
            continue
        path = place / f"{record.stored}{DATABASE}"
        try:
            schemas = stored_schemas(folder, record.stored)
        except (FileNotFoundError, ValidationError):
            continue
        for schema in schemas:
            table_id = _unique_id(schema, found)
            found[table_id] = schema.model_copy(update={"id": table_id}), path
    return found


def remove_unused(folder: Path, stored: Iterable[str]) -> None:
    """Delete the tables of stored texts that are not given."""
    kept = {f"{name}{suffix}" for name in stored for suffix in (DATABASE, SCHEMAS)}
    place = folder / FOLDER
    for path in place.iterdir() if place.is_dir() else ():
        if path.name not in kept:
            path.unlink(missing_ok=True)


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
    """Return the shortest name that is not taken: ``orders``, ``2024/orders.csv``."""
    names = [_stem(schema.document_id), schema.document_id]
    ids = [f"{name}/{schema.sheet}" if schema.sheet else name for name in names]
    return next((one for one in ids if one not in taken), ids[-1])
