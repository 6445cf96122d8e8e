"""One place that opens the run database, with SQLite made safe for several writers."""

import json
import re
from pathlib import Path
from typing import Any

from sqlalchemy import Engine, create_engine, event
from sqlalchemy.engine import make_url
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.pool import StaticPool

from workbench.domain.local_text import whole_characters
from workbench.errors import RunStoreError
from workbench.i18n.errors import localized

BUSY_TIMEOUT_MS = 15_000
WRITES = {"workbench_writes": True}
"""Execution option of a connection that is going to write: it takes the write lock at once."""

_NUL = re.compile(r"(\\\\)|\\u0000")
"""NUL as JSON writes it, and the pairs of backslashes that only look as if one began there."""


def open_engine(url: str) -> Engine:
    """An engine for any SQLAlchemy URL; SQLite gets WAL, a busy timeout and BEGIN IMMEDIATE."""
    try:
        parsed = make_url(url)
        if not parsed.drivername.startswith("sqlite"):
            return create_engine(parsed, json_serializer=_json, pool_pre_ping=True)
        in_memory = parsed.database in (None, "", ":memory:")
        options: dict[str, Any] = {"connect_args": {"check_same_thread": False}}
        if in_memory:
            options["poolclass"] = StaticPool
        else:
            Path(str(parsed.database)).expanduser().parent.mkdir(parents=True, exist_ok=True)
        engine = create_engine(parsed, json_serializer=_json, **options)
    except (SQLAlchemyError, OSError, ModuleNotFoundError) as error:
        raise RunStoreError(**localized("runs.not_opened", detail=str(error))) from error
    event.listen(engine, "connect", _on_connect)
    event.listen(engine, "begin", _on_begin)
    return engine


def _json(value: Any) -> str:
    """JSON that any database takes and gives back: it has no NUL and no half characters."""
    text = whole_characters(json.dumps(value, ensure_ascii=False))
    if "\\u0000" not in text:
        return text
    return _NUL.sub(lambda found: found[1] or "\ufffd", text)


def _on_connect(connection: Any, _record: Any) -> None:
    connection.isolation_level = None
    # SQLite itself lowers ASCII letters only.
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
