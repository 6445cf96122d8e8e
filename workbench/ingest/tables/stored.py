"""Read what an index has of tables: their schemas, and those that were left out."""

from collections.abc import Collection, Iterable, Iterator, Mapping
from pathlib import Path

from pydantic import ValidationError

from workbench.domain.base import Value, content_hash
from workbench.domain.tables import TableSchema
from workbench.ingest.catalogue import DocumentRecord
from workbench.ingest.tables.extracted import TableExtraction
from workbench.ingest.tables.left_out import LeftOutTable
from workbench.ingest.tables.names import with_ids

FOLDER = "tables"
DATABASE, SCHEMAS, TEXTS = ".duckdb", ".json", ".texts.json"
_COMBINED, _COMBINED_VERSION = "texts-", 4
"""The tables of all texts have a file of their own, named after the documents that hold them;
increment the version if other tables are made of them."""


class TableFile(Value):
    """The tables of a database file, and those that could not be written to it."""

    tables: tuple[TableSchema, ...] = ()
    left_out: tuple[LeftOutTable, ...] = ()


def kept_texts(folder: Path, stored: str) -> TableExtraction | None:
    """Return the tables in a text that were written; None if none were.

    Raises:
        ValidationError: they cannot be read.
    """
    try:
        content = (folder / FOLDER / f"{stored}{TEXTS}").read_bytes()
    except FileNotFoundError:
        return None
    return TableExtraction.model_validate_json(content)


def combined_name(folder: Path, documents: Mapping[str, DocumentRecord]) -> str:
    """Return the name of the database of all texts; empty if none has a table.

    It identifies the documents and their texts: another state of the index has another one.
    """
    return _combined_name(written_files(folder), documents)


def written_files(folder: Path) -> frozenset[str]:
    """Return the names of the files; most documents have none, so that the folder is listed."""
    place = folder / FOLDER
    return frozenset(file.name for file in place.iterdir()) if place.is_dir() else frozenset()


def with_texts(
    written: Collection[str], documents: Mapping[str, DocumentRecord]
) -> dict[str, DocumentRecord]:
    """Return the documents with tables in their text, ordered by id."""
    return {
        name: record
        for name, record in sorted(documents.items())
        if not record.duplicate_of and f"{record.stored}{TEXTS}" in written
    }


def _combined_name(written: Collection[str], documents: Mapping[str, DocumentRecord]) -> str:
    held = [(name, one.stored) for name, one in with_texts(written, documents).items()]
    return f"{_COMBINED}{content_hash([_COMBINED_VERSION, held])}" if held else ""


def stored_tables(folder: Path, stored: str) -> TableFile:
    """Return what was written under the name of a stored text.

    Raises:
        FileNotFoundError: nothing was.
        ValidationError: it cannot be read.
    """
    content = (folder / FOLDER / f"{stored}{SCHEMAS}").read_bytes()
    return TableFile.model_validate_json(content)


def read_schemas(
    folder: Path, documents: Mapping[str, DocumentRecord]
) -> dict[str, tuple[TableSchema, Path]]:
    """Return the tables of an index and their database files, by an id unique in the workspace."""
    found = [
        (schema, folder / FOLDER / f"{name}{DATABASE}")
        for name, file in _files(folder, documents)
        for schema in file.tables
    ]
    named = with_ids(schema for schema, _ in found)
    return {one.id: (one, place) for one, (_, place) in zip(named, found, strict=True)}


def read_left_out(
    folder: Path, documents: Mapping[str, DocumentRecord]
) -> tuple[LeftOutTable, ...]:
    """Return the tables of an index that cannot be queried."""
    return tuple(one for _, file in _files(folder, documents) for one in file.left_out)


def _files(
    folder: Path, documents: Mapping[str, DocumentRecord]
) -> Iterator[tuple[str, TableFile]]:
    """Yield what was written of each document, and of all texts, by its name."""
    written = written_files(folder)
    stored = [one.stored for one in documents.values() if not one.duplicate_of]
    for name in (*stored, _combined_name(written, documents)):
        if f"{name}{SCHEMAS}" in written:
            try:
                yield name, stored_tables(folder, name)
            except (FileNotFoundError, ValidationError):
                continue


def remove_unused(folder: Path, states: Iterable[Mapping[str, DocumentRecord]]) -> None:
    """Delete the tables that the documents of none of the states have."""
    written = written_files(folder)
    kept = set[str]()
    for documents in states:
        stored = (record.stored for record in documents.values())
        names = (*stored, _combined_name(written, documents))
        kept |= {f"{name}{suffix}" for name in names for suffix in (DATABASE, SCHEMAS, TEXTS)}
    for name in written - kept:
        (folder / FOLDER / name).unlink(missing_ok=True)
