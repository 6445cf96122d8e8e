"""Upgrade the tables of a run store with Alembic, in one transaction."""

import threading
from importlib.resources import files
from typing import NamedTuple

from sqlalchemy import Connection, Engine, inspect, text
from sqlalchemy.exc import SQLAlchemyError

from workbench.errors import RunStoreError
from workbench.i18n.errors import localized
from workbench.runs.engine import WRITES
from workbench.runs.store_errors import store_errors

HEAD = "0008"
"""The revision that this release reads and writes: the last one in ``migrations/versions``.

A constant, so that opening an up-to-date store does not import Alembic.
"""

_FIRST = "0001"
"""The revision of the first release, which created its tables without Alembic."""

_FIRST_COLUMNS = frozenset({"id", "parent_id", "thread_id", "status", "owner", "header"})
"""Columns that distinguish its ``runs`` table from another program's."""

_LOCK = 20_170_391
"""Key of PostgreSQL's advisory lock during an upgrade: an arbitrary, unused number."""


_ALEMBIC = threading.Lock()
"""Alembic passes the connection to its scripts in a module global."""


class Upgrade(NamedTuple):
    """The revisions before and after an upgrade; None for an empty database."""

    before: str | None
    after: str


def upgrade_store(engine: Engine) -> Upgrade:
    """Create or upgrade the tables; concurrent processes wait for the one that upgrades.

    When a step fails, the whole transaction is rolled back.

    Raises:
        RunStoreError: the store is down or damaged, belongs to a newer release or to another
            program, or cannot be upgraded.
    """
    with store_errors(engine):
        with engine.connect() as connection:
            if _revision(connection) == HEAD:
                return Upgrade(HEAD, HEAD)
        with engine.connect().execution_options(**WRITES) as connection, connection.begin():
            if engine.dialect.name == "postgresql":
                connection.execute(text("SELECT pg_advisory_xact_lock(:lock)"), {"lock": _LOCK})
            return _upgraded(connection)


def _upgraded(connection: Connection) -> Upgrade:
    before = _revision(connection)
    if before == HEAD:
        return Upgrade(HEAD, HEAD)
    if before is not None and before not in _known():
        raise RunStoreError(**localized("runs.newer_tables", revision=before, known=HEAD))
    try:
        with _ALEMBIC:
            _run_scripts(connection)
    except SQLAlchemyError as error:
        detail = str(getattr(error, "orig", None) or error)
        texts = localized("runs.not_upgraded", before=before or "-", after=HEAD, detail=detail)
        raise RunStoreError(**texts) from error
    return Upgrade(before, HEAD)


def _revision(connection: Connection) -> str | None:
    """The revision of the tables; None where there are none."""
    tables = inspect(connection).get_table_names()
    if "alembic_version" in tables:
        found = connection.execute(text("SELECT version_num FROM alembic_version")).scalar()
        return str(found) if found else None
    if "runs" not in tables:
        return None
    columns = {column["name"] for column in inspect(connection).get_columns("runs")}
    if not columns >= _FIRST_COLUMNS:
        file = connection.engine.url.render_as_string()
        raise RunStoreError(**localized("runs.other_tables", file=file))
    return _FIRST


def _known() -> set[str]:
    from alembic.script import ScriptDirectory

    return {script.revision for script in ScriptDirectory(_folder()).walk_revisions()}


def _run_scripts(connection: Connection) -> None:
    from alembic import command
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", _folder())
    config.attributes["connection"] = connection
    tables = inspect(connection).get_table_names()
    if "runs" in tables and "alembic_version" not in tables:
        command.stamp(config, _FIRST)
    command.upgrade(config, "head")


def _folder() -> str:
    return str(files("workbench.runs") / "migrations")
