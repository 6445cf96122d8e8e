"""Bring the tables of a run store to the shape of this release, by Alembic, in one transaction."""

import threading
from importlib.resources import files
from typing import NamedTuple

from sqlalchemy import Connection, Engine, inspect, text
from sqlalchemy.exc import SQLAlchemyError

from workbench.errors import RunStoreError
from workbench.i18n.errors import localized
from workbench.runs.engine import WRITES
from workbench.runs.store_errors import store_errors

HEAD = "0002"
"""The revision that this release reads and writes: the last one in ``migrations/versions``.

It is written down here so that opening a store that is up to date loads no Alembic.
"""

_FIRST = "0001"
"""The tables of the release that created them without Alembic."""

_FIRST_COLUMNS = frozenset({"id", "parent_id", "thread_id", "status", "owner", "header"})
"""Some of its columns, by which its table of runs is told from another program's."""

_LOCK = 20_170_391
"""PostgreSQL's advisory lock of an upgrade: any number that nothing else takes."""


_ALEMBIC = threading.Lock()
"""Alembic's scripts find their connection in a global of its module."""


class Upgrade(NamedTuple):
    """From which revision a store was brought to which; None stands for an empty database."""

    before: str | None
    after: str


def upgrade_store(engine: Engine) -> Upgrade:
    """Create or upgrade the tables. Of several processes at once, one does and the others wait.

    Nothing is changed where any step fails: all of it is one transaction.

    Raises:
        RunStoreError: the store is down or damaged, belongs to a newer release or to something
            else, or cannot be upgraded.
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
        told = localized("runs.not_upgraded", before=before or "-", after=HEAD, detail=detail)
        raise RunStoreError(**told) from error
    return Upgrade(before, HEAD)


def _revision(connection: Connection) -> str | None:
    """Where the tables stand; None where there are none."""
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
