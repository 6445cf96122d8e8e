"""Verify that the stored tables of a document are those that its text holds."""

from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from pydantic import ValidationError

from workbench.domain.documents import Document
from workbench.domain.tables import TableSchema
from workbench.errors import StoreError
from workbench.ingest.tables.build import (
    DATABASE,
    FOLDER,
    build_tables,
    schemas_of,
    stored_schemas,
)
from workbench.retrieval.tables.identifiers import NUMBER, quoted
from workbench.retrieval.tables.query import TableStore


def table_problems(folder: Path, stored: str, document: Document) -> Iterator[str]:
    """Yield every mismatch between the tables of a document and their database file.

    The tables are built again, in a temporary folder, and compared row by row.
    """
    expected = schemas_of(document)
    try:
        held = stored_schemas(folder, stored)
    except (FileNotFoundError, ValidationError):
        held = ()
    if held != expected:
        counts = f"{len(held)} stored, {len(expected)} in the text"
        yield f"{document.id} is stored with other tables than its text has ({counts})"
        return
    with TemporaryDirectory() as scratch:
        build_tables(Path(scratch), stored, document)
        for schema in held:
            try:
                is_same = _rows(folder, stored, schema) == _rows(Path(scratch), stored, schema)
            except StoreError as error:
                yield f"{document.id}: {error.message}"
            else:
                if not is_same:
                    yield f"{document.id}: the rows of its table “{schema.name}” are not its own"


def _rows(folder: Path, stored: str, schema: TableSchema) -> list[tuple[Any, ...]]:
    store = TableStore({schema.name: folder / FOLDER / f"{stored}{DATABASE}"})
    sql = f"SELECT * FROM {quoted(schema.name)} ORDER BY {quoted(NUMBER)}"
    with closing(store):
        return store.query(schema.name, sql)
