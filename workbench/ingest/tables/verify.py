"""Verify that the stored tables of documents are those that their texts hold."""

from collections.abc import Iterable, Iterator, Mapping
from contextlib import closing
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from pydantic import ValidationError

from workbench.domain.documents import Document
from workbench.domain.tables import TableSchema
from workbench.errors import StoreError
from workbench.ingest.catalogue import DocumentRecord
from workbench.ingest.tables.build import build_tables, texts_of, write_combined
from workbench.ingest.tables.extracted import TableExtraction
from workbench.ingest.tables.stored import (
    DATABASE,
    FOLDER,
    TableFile,
    combined_name,
    kept_texts,
    stored_tables,
)
from workbench.retrieval.tables.identifiers import quoted
from workbench.retrieval.tables.query import TableStore


def table_problems(folder: Path, stored: str, document: Document) -> Iterator[str]:
    """Yield every mismatch between the tables of a document and their database file.

    The tables are built again, in a temporary folder, and compared row by row.
    """
    if _kept(folder, stored) != texts_of(document):
        yield f"{document.id} is stored with other tables than its text has"
    with TemporaryDirectory() as scratch:
        build_tables(Path(scratch), stored, document)
        held, expected = _stored(folder, stored), _stored(Path(scratch), stored)
        if held != expected:
            counts = f"{len(held.tables)} stored, {len(expected.tables)} in the text"
            yield f"{document.id} is stored with other tables than its text has ({counts})"
            return
        yield from _different_rows(folder, Path(scratch), stored, held.tables, document.id)


def combined_problems(folder: Path, documents: Mapping[str, DocumentRecord]) -> Iterator[str]:
    """Yield every mismatch between the tables in texts and the database of them all."""
    name = combined_name(folder, documents)
    if not name:
        return
    try:
        held = stored_tables(folder, name)
    except (FileNotFoundError, ValidationError):
        yield "the tables in the texts of documents are not stored"
        return
    with TemporaryDirectory() as scratch:
        expected = write_combined(Path(scratch), name, folder, documents)
        if held != expected:
            yield "the tables in the texts of documents are stored with other columns"
            return
        yield from _different_rows(
            folder, Path(scratch), name, held.tables, "the texts of documents"
        )


def _different_rows(
    folder: Path, again: Path, stored: str, schemas: Iterable[TableSchema], place: str
) -> Iterator[str]:
    """Yield the tables whose rows are not those that were built again."""
    for schema in schemas:
        try:
            is_same = _rows(folder, stored, schema) == _rows(again, stored, schema)
        except StoreError as error:
            yield f"{place}: {error.message}"
        else:
            if not is_same:
                yield f"{place}: the rows of its table “{schema.name}” are not its own"


def _stored(folder: Path, stored: str) -> TableFile:
    """Return what was written of a document; nothing if that cannot be read."""
    try:
        return stored_tables(folder, stored)
    except (FileNotFoundError, ValidationError):
        return TableFile()


def _kept(folder: Path, stored: str) -> TableExtraction | None:
    """Return the tables that were kept of a text; None if they cannot be read."""
    try:
        return kept_texts(folder, stored)
    except ValidationError:
        return None


def _rows(folder: Path, stored: str, schema: TableSchema) -> list[tuple[Any, ...]]:
    store = TableStore({schema.name: folder / FOLDER / f"{stored}{DATABASE}"})
    sql = f"SELECT * FROM {quoted(schema.name)} ORDER BY ALL"
    with closing(store):
        return store.query(schema.name, sql)
