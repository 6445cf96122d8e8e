"""Convert SQLAlchemy's exceptions to RunStoreErrors with a message and a hint."""

import os
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from sqlalchemy import URL, Engine
from sqlalchemy.exc import DBAPIError, SQLAlchemyError

from workbench.domain.local_text import whole_characters
from workbench.errors import InputError, RunStoreError
from workbench.i18n.errors import localized

READ_ONLY = "runs.read_only"
"""The error code of a store that this user cannot write."""

_SQLITE_CODES = {
    sqlite3.SQLITE_CORRUPT: "runs.corrupt",
    sqlite3.SQLITE_NOTADB: "runs.corrupt",
    sqlite3.SQLITE_FULL: "runs.full",
    sqlite3.SQLITE_READONLY: READ_ONLY,
    sqlite3.SQLITE_CANTOPEN: "runs.not_reached",
    sqlite3.SQLITE_PERM: "runs.not_reached",
}
"""Error codes by SQLite's primary result code; other failures, such as a lock, are retryable."""


@contextmanager
def store_errors(engine: Engine) -> Iterator[None]:
    """Convert the database's exceptions in the block to RunStoreErrors."""
    try:
        yield
    except SQLAlchemyError as error:
        raise _store_error(error, engine) from error
    except UnicodeEncodeError as error:
        text = whole_characters(error.object)
        raise InputError(**localized("runs.not_text", text=text)) from error


def _store_error(error: SQLAlchemyError, engine: Engine) -> RunStoreError:
    original = error.orig if isinstance(error, DBAPIError) else None
    # An extended result code has the primary one in its last byte: IOERR_READ is 266 = 0x10A.
    code = _SQLITE_CODES.get(getattr(original, "sqlite_errorcode", 0) & 0xFF)
    if code:
        file = Path(str(engine.url.database))
        # SQLite creates `-wal` and `-shm` files next to a database in WAL mode, so that in a
        # read-only folder it cannot even open one.
        if code == "runs.not_reached" and file.parent.is_dir() and not _is_writable(file):
            code = READ_ONLY
        return RunStoreError(**localized(code, file=str(file)))
    cause = _first_line(original) if original else type(error).__name__
    texts = localized(
        "runs.no_answer", error=_without_password(f"{_place(engine.url)}: {cause}", engine.url)
    )
    return RunStoreError(**texts, retryable=True)


def _place(url: URL) -> str:
    """Return the host and port of a database server, or the file of SQLite."""
    if not url.host:
        return str(url.database)
    return f"{url.host}:{url.port}" if url.port else url.host


def _first_line(error: BaseException) -> str:
    """Return the first line of a driver's message, without the advice and the detail after it."""
    return next(iter(str(error).splitlines()), type(error).__name__)


def _without_password(text: str, url: URL) -> str:
    return text.replace(url.password, "***") if url.password else text


def _is_writable(file: Path) -> bool:
    places = (file.parent, file) if file.exists() else (file.parent,)
    return all(os.access(place, os.W_OK) for place in places)
