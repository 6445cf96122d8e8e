"""Open the run database, with SQLite configured for several writing processes."""

import errno
import re
from importlib import import_module
from pathlib import Path
from typing import Any

from pydantic_core import PydanticSerializationError, to_json
from sqlalchemy import URL, Engine, Table, create_engine, event
from sqlalchemy.engine import make_url
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.pool import StaticPool

from workbench.domain.base import sorted_json
from workbench.domain.local_text import whole_characters
from workbench.errors import InputError, RunStoreError
from workbench.i18n.errors import localized
from workbench.runs.store_errors import READ_ONLY

BUSY_TIMEOUT_MS = 15_000
"""How long a SQLite connection waits for another process's write lock."""
WRITES = {"workbench_writes": True}
"""Execution option of a connection that writes: SQLite takes the write lock at once."""

_DRIVERS = {"psycopg": "analyst-workbench[postgres]"}
"""The package to install for a driver's module, where the names differ."""

_NOT_WRITABLE = frozenset({errno.EACCES, errno.EPERM, errno.EROFS})
"""No permission, or a read-only file system."""

_NUL = re.compile(r"(\\\\)|\\u0000")
"""NUL as JSON escapes it; the first alternative skips escaped backslashes (``C:\\\\u0000``)."""


def dialect_insert(table: Table, dialect: str) -> Any:
    """Return an INSERT that can update a row of the same key.

    SQLAlchemy has such an INSERT for each dialect ("sqlite", "postgresql") by itself.
    """
    return import_module(f"sqlalchemy.dialects.{dialect}").insert(table)


def open_engine(url: str) -> Engine:
    """Create an engine for any SQLAlchemy URL; SQLite gets WAL, a busy timeout and BEGIN IMMEDIATE.

    ``postgresql://`` and ``postgres://`` use psycopg, the driver of the extra ``postgres``.

    Raises:
        RunStoreError: the URL is invalid, its driver is not installed, or SQLite's folder cannot be
            created.
    """
    try:
        parsed = _with_driver(make_url(url))
        if parsed.get_backend_name() == "sqlite":
            return _sqlite(parsed)
        return create_engine(parsed, json_serializer=_json, pool_pre_ping=True)
    except ModuleNotFoundError as error:
        extra = _DRIVERS.get(str(error.name), str(error.name))
        raise RunStoreError(
            **localized("runs.no_driver", driver=str(error.name), package=extra)
        ) from error
    except OSError as error:
        code = READ_ONLY if error.errno in _NOT_WRITABLE else "runs.not_opened"
        texts = localized(code, file=str(error.filename), detail=str(error.strerror))
        raise RunStoreError(**texts) from error
    except SQLAlchemyError as error:
        raise RunStoreError(**localized("runs.not_opened", detail=str(error))) from error


def open_existing(url: str) -> Engine:
    """Create an engine for a database that exists.

    Raises:
        InputError: a SQLite file that does not exist; nothing is created.
        RunStoreError: as for ``open_engine``.
    """
    file = _sqlite_file(make_url(url))
    if file and not file.exists():
        raise InputError(**localized("runs.no_database", file=str(file)))
    return open_engine(url)


def is_database_url(text: str) -> bool:
    """Return True for a URL of a database system that SQLAlchemy knows.

    >>> is_database_url("sqlite:///runs.sqlite"), is_database_url("runs.sqlite")
    (True, False)
    """
    try:
        _with_driver(make_url(text)).get_dialect()
    except (SQLAlchemyError, ValueError):  # ValueError: the port is not a number
        return False
    return True


def _sqlite_file(url: URL) -> Path | None:
    """Return the file of a SQLite database; None for one in memory and for other systems."""
    is_file = url.get_backend_name() == "sqlite" and url.database not in (None, "", ":memory:")
    return Path(str(url.database)).expanduser() if is_file else None


def _with_driver(url: URL) -> URL:
    if url.drivername in ("postgresql", "postgres"):
        return url.set(drivername="postgresql+psycopg")
    return url


def _sqlite(url: URL) -> Engine:
    options: dict[str, Any] = {"connect_args": {"check_same_thread": False}}
    file = _sqlite_file(url)
    if file is None:
        options["poolclass"] = StaticPool
    else:
        file.parent.mkdir(parents=True, exist_ok=True)
        url = url.set(database=str(file))
    engine = create_engine(url, json_serializer=_json, **options)
    event.listen(engine, "connect", _on_connect)
    event.listen(engine, "begin", _on_begin)
    return engine


def _json(value: Any) -> str:
    """Serialize to JSON that every database accepts: NUL and lone surrogates become U+FFFD."""
    try:
        text = to_json(value).decode()
    except PydanticSerializationError:  # lone surrogates
        text = whole_characters(sorted_json(value))
    if "\\u0000" not in text:
        return text
    return _NUL.sub(lambda found: found[1] or "\ufffd", text)


def _on_connect(connection: Any, _record: Any) -> None:
    connection.isolation_level = None
    # SQLite's own LOWER folds ASCII letters only.
    connection.create_function("casefold", 1, lambda text: text and text.casefold())
    cursor = connection.cursor()
    for pragma in (
        f"busy_timeout={BUSY_TIMEOUT_MS}",
        "journal_mode=WAL",
        "synchronous=NORMAL",
        "foreign_keys=ON",
    ):
        cursor.execute(f"PRAGMA {pragma}")
    cursor.close()


def _on_begin(connection: Any) -> None:
    writes = connection.get_execution_options().get("workbench_writes")
    connection.exec_driver_sql("BEGIN IMMEDIATE" if writes else "BEGIN")
