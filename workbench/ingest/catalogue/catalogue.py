"""Read and write the catalogue of an index: an SQLite file beside it."""

import json
import sqlite3
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import closing, contextmanager
from dataclasses import asdict, fields
from pathlib import Path
from typing import Any, NamedTuple

from workbench.errors import StoreError
from workbench.i18n.errors import localized
from workbench.ingest.catalogue.records import (
    DocumentRecord,
    FileFingerprint,
    FileRecord,
    IndexConfig,
    IndexState,
    QuoteRecord,
)
from workbench.ingest.catalogue.schema import TABLES, VERSION
from workbench.ingest.documents import FailedFile

FILE = "catalogue.sqlite"
_WAIT_S = 15.0
"""Seconds to wait while another process commits."""
_UNREADABLE = {sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB}
"""Primary result codes of a file that is damaged or is not a database."""
_FILE_COLUMNS = (
    *("size", "modified_ns"),
    *(one.name for one in fields(FileRecord) if one.name != "fingerprint"),
)
_DOCUMENT_COLUMNS = ("path", "stored", "content_hash", "metadata", "chunks", "duplicate_of")

DocumentKey = tuple[str, str]
"""A path, and the name of the stored text."""


class FileCount(NamedTuple):
    """The number of documents, and the files that are not among them."""

    documents: int
    failed: tuple[FailedFile, ...]


class Catalogue:
    """The catalogue of one index. Only the holder of the write lock writes.

    Every method raises StoreError if the file cannot be read or written.
    """

    def __init__(self, folder: Path) -> None:
        self._file = folder / FILE

    def state(self) -> IndexState | None:
        """Return the published state; None if there is none."""
        with self._reading() as connection:
            row = _state_row(connection) if connection else None
            if connection is None or row is None:
                return None
            files = connection.execute(
                "SELECT path, size, modified_ns, reason FROM files ORDER BY path"
            ).fetchall()
            documents = dict(_documents(connection, "WHERE is_published"))
        build, is_building, config, root, lexical, removed_share, quotes = row
        return IndexState(
            config=IndexConfig.model_validate_json(config),
            root=root,
            lexical=lexical,
            removed_share=removed_share,
            documents={path: record for (path, _), record in documents.items()},
            fingerprints={
                path: FileFingerprint(size, modified_ns)
                for path, size, modified_ns, _ in files
                if size is not None
            },
            failed={path: reason for path, _, _, reason in files if reason},
            quotes=tuple(map(QuoteRecord.model_validate, json.loads(quotes))),
            build=build,
            is_building=bool(is_building),
        )

    def files(self) -> dict[str, FileRecord]:
        """Return every file by path, those that a killed build has parsed included."""
        query = f"SELECT {', '.join(_FILE_COLUMNS)} FROM files ORDER BY path"
        with self._reading() as connection:
            rows = connection.execute(query) if connection else ()
            return {record.path: record for record in map(_file, rows)}

    def parsed(self) -> dict[DocumentKey, DocumentRecord]:
        """Return the documents of the published state, and those that a killed build has parsed."""
        with self._reading() as connection:
            return dict(_documents(connection)) if connection else {}

    def count(self) -> FileCount | None:
        """Count the documents of the published state and list the other files.

        None without a published state.
        """
        with self._reading() as connection:
            if connection is None or _state_row(connection) is None:
                return None
            query = "SELECT count(*) FROM documents WHERE is_published"
            (documents,) = connection.execute(query).fetchone()
            query = "SELECT path, reason FROM files WHERE reason != '' ORDER BY path"
            return FileCount(
                documents, tuple(FailedFile(*row) for row in connection.execute(query))
            )

    def published_build(self) -> int | None:
        """Return the number of the published build; None without one, or while a later one runs."""
        with self._reading() as connection:
            row = _state_row(connection) if connection else None
        return None if row is None or row[1] else int(row[0])

    def begin(self) -> int:
        """Record that a build has begun, and return its number.

        A catalogue of another version, or a file that is not a database, is replaced.
        """
        self._create()
        with self._writing() as connection:
            connection.execute("UPDATE state SET build = build + 1, is_building = 1")
            return int(connection.execute("SELECT build FROM state").fetchone()[0])

    def save(
        self, files: Sequence[FileRecord], documents: Mapping[DocumentKey, DocumentRecord]
    ) -> None:
        """Record what became of files in this build, for the next one if this one is killed.

        ``documents`` are those that the catalogue does not have yet.
        """
        rows = [_document_row(path, one) for (path, _), one in documents.items()]
        with self._writing() as connection:
            _replace(connection, "files", _FILE_COLUMNS, map(_file_row, files))
            _replace(connection, "documents", (*_DOCUMENT_COLUMNS, "is_published"), rows)

    def publish(self, new: IndexState, old: IndexState | None, files: Sequence[FileRecord]) -> None:
        """Replace the published state in one transaction.

        ``files`` are the files whose records have changed; documents and files that the new state
        does not have are deleted.
        """
        before = old.documents if old else {}
        changed = {name: one for name, one in new.documents.items() if before.get(name) != one}
        rows = [_document_row(name, one, is_published=True) for name, one in changed.items()]
        kept = new.documents.keys() - changed.keys()
        with self._writing() as connection:
            published = connection.execute("SELECT path FROM documents WHERE is_published")
            outdated = [row for row in published.fetchall() if row[0] not in kept]
            connection.executemany("DELETE FROM documents WHERE path = ?", outdated)
            connection.execute("DELETE FROM documents WHERE NOT is_published")
            _replace(connection, "documents", (*_DOCUMENT_COLUMNS, "is_published"), rows)
            _replace(connection, "files", _FILE_COLUMNS, map(_file_row, files))
            paths = {path for (path,) in connection.execute("SELECT path FROM files")}
            gone = paths - new.fingerprints.keys() - new.failed.keys()
            connection.executemany("DELETE FROM files WHERE path = ?", [(one,) for one in gone])
            connection.execute(
                "UPDATE state SET config = ?, root = ?, lexical = ?, removed_share = ?, quotes = ?",
                (
                    new.config.model_dump_json(),
                    new.root,
                    new.lexical,
                    new.removed_share,
                    json.dumps([quote.model_dump() for quote in new.quotes]),
                ),
            )

    def finish(self) -> None:
        """Record that the build has ended and nothing of it is left to do."""
        with self._writing() as connection:
            connection.execute("UPDATE state SET is_building = 0")

    def clear(self) -> None:
        """Delete the catalogue."""
        for suffix in ("", "-journal"):
            self._file.with_name(self._file.name + suffix).unlink(missing_ok=True)

    def _create(self) -> None:
        """Create the tables unless they exist."""
        with self._reading() as connection:
            if connection is not None:
                return
        self.clear()
        with self._writing() as connection:
            for statement in filter(str.strip, TABLES.split(";")):
                connection.execute(statement)
            connection.execute("INSERT INTO state (build, is_building) VALUES (0, 1)")
            connection.execute(f"PRAGMA user_version = {VERSION}")

    @contextmanager
    def _reading(self) -> Iterator[sqlite3.Connection | None]:
        """Open a snapshot; None if there is no catalogue of this version."""
        if not self._file.is_file():
            yield None
            return
        with self._connected("ingest.not_read") as connection:
            connection.execute("BEGIN")
            yield connection if _version(connection) == VERSION else None

    @contextmanager
    def _writing(self) -> Iterator[sqlite3.Connection]:
        """Write in one transaction."""
        with self._connected("ingest.not_written") as connection:
            connection.execute("BEGIN IMMEDIATE")
            yield connection
            connection.execute("COMMIT")

    @contextmanager
    def _connected(self, code: str) -> Iterator[sqlite3.Connection]:
        """Connect with the default journal: one of WAL cannot be read in a read-only folder.

        ``code`` is that of the StoreError for an error other than a damaged file.
        """
        try:
            opened = sqlite3.connect(self._file, timeout=_WAIT_S, isolation_level=None)
            with closing(opened) as connection:
                yield connection
        except sqlite3.Error as error:
            damaged = _is_damaged(error)
            name = self._file.parent.name
            text = localized(
                "ingest.damaged" if damaged else code,
                detail=str(error),
                folder=name,
                workspace=name,
            )
            raise StoreError(**text, retryable=not damaged) from error


def _version(connection: sqlite3.Connection) -> int | None:
    """Return the version of the tables; None for a file that is not a database."""
    try:
        return int(connection.execute("PRAGMA user_version").fetchone()[0])
    except sqlite3.DatabaseError as error:
        if _is_damaged(error):
            return None
        raise


def _is_damaged(error: sqlite3.Error) -> bool:
    """Return True if SQLite reports that a file is damaged or is not a database."""
    # Errors that sqlite3 itself raises have no code. The last byte of an extended one is the
    # primary one.
    code = getattr(error, "sqlite_errorcode", None)
    return code is not None and code & 0xFF in _UNREADABLE


def _state_row(connection: sqlite3.Connection) -> Any:
    """Return the published state's row; None if there is none."""
    query = "SELECT build, is_building, config, root, lexical, removed_share, quotes FROM state"
    return connection.execute(f"{query} WHERE config IS NOT NULL").fetchone()


def _documents(
    connection: sqlite3.Connection, where: str = ""
) -> Iterator[tuple[DocumentKey, DocumentRecord]]:
    query = f"SELECT {', '.join(_DOCUMENT_COLUMNS)} FROM documents {where} ORDER BY path"
    for path, stored, hashed, metadata, chunks, duplicate_of in connection.execute(query):
        ids = tuple(chunks.split())
        yield (
            (path, stored),
            DocumentRecord(stored, hashed, json.loads(metadata), ids, duplicate_of),
        )


def _document_row(
    path: str, record: DocumentRecord, *, is_published: bool = False
) -> tuple[object, ...]:
    metadata, chunks = json.dumps(dict(record.metadata)), " ".join(record.all_chunks)
    hashed, original = record.content_hash, record.duplicate_of
    return (path, record.stored, hashed, metadata, chunks, original, is_published)


def _file(row: Sequence[Any]) -> FileRecord:
    values = dict(zip(_FILE_COLUMNS, row, strict=True))
    size, modified_ns = values.pop("size"), values.pop("modified_ns")
    fingerprint = None if size is None else FileFingerprint(size, modified_ns)
    values["retryable"] = bool(values["retryable"])
    return FileRecord(fingerprint=fingerprint, **values)


def _file_row(file: FileRecord) -> tuple[object, ...]:
    values = asdict(file)
    values |= values.pop("fingerprint") or {"size": None, "modified_ns": None}
    return tuple(values[column] for column in _FILE_COLUMNS)


def _replace(
    connection: sqlite3.Connection,
    table: str,
    columns: Sequence[str],
    rows: Iterable[tuple[object, ...]],
) -> None:
    places = ", ".join("?" * len(columns))
    query = f"INSERT OR REPLACE INTO {table} ({', '.join(columns)}) VALUES ({places})"
    connection.executemany(query, rows)
