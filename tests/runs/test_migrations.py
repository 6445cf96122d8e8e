"""A run store of any earlier release is upgraded when it is opened: whole, once, or not at all."""

import sqlite3
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import event

from tests.contracts.run_store import run, store_whole
from tests.support.russian_errors import in_russian
from tests.support.stored_runs import NAMES, write_database
from workbench.domain.run_summary import summarize
from workbench.errors import RunStoreError
from workbench.runs import SqlRunStore, Upgrade, migrate, open_engine, upgrade_store
from workbench.runs.migrate import HEAD
from workbench.runs.tables import METADATA

RELEASE = "170e391"


def url(file: Path) -> str:
    return f"sqlite:///{file}"


def revision(file: Path) -> str | None:
    with sqlite3.connect(file) as connection:
        tables = {name for (name,) in connection.execute("SELECT name FROM sqlite_master")}
        if "alembic_version" not in tables:
            return None
        (found,) = connection.execute("SELECT version_num FROM alembic_version").fetchone()
    connection.close()
    return str(found)


def test_the_head_is_the_last_script() -> None:
    folder = Path(migrate.__file__).parent / "migrations"
    assert ScriptDirectory(str(folder)).get_heads() == [HEAD]


@pytest.mark.parametrize("release", [None, *NAMES])
def test_the_scripts_lead_to_the_tables_that_the_store_reads(
    release: str | None, tmp_path: Path
) -> None:
    file = tmp_path / "runs.sqlite"
    if release:
        write_database(release, file)
    engine = open_engine(url(file))

    assert upgrade_store(engine) == Upgrade("0001" if release else None, HEAD)
    assert upgrade_store(engine) == Upgrade(HEAD, HEAD)

    with engine.connect() as connection:
        # SQLite keeps the declared lengths and enforces none: types are compared on PostgreSQL.
        context = MigrationContext.configure(connection, opts={"compare_type": False})
        assert compare_metadata(context, METADATA) == []
    assert revision(file) == HEAD


async def test_runs_are_there_after_an_upgrade(tmp_path: Path) -> None:
    file = write_database(RELEASE, tmp_path / "runs.sqlite")
    store = SqlRunStore(open_engine(url(file)))
    store.prepare()
    assert len(await store.list(limit=100)) == len(NAMES[RELEASE])
    assert {one.schema_version for one in await store.list()} == {1}


async def test_the_columns_of_lists_are_filled_from_the_records(tmp_path: Path) -> None:
    file = write_database(RELEASE, tmp_path / "runs.sqlite")
    store = SqlRunStore(open_engine(url(file)))
    store.prepare()
    for line in await store.list(limit=100):
        stored = await store.get(line.id)
        assert stored is not None
        whole = summarize(stored)
        assert (line.forked_at, line.price_usd) == (whole.forked_at, whole.price_usd)
        assert line.model == stored.models.get("answer")
        assert line.template == stored.templates.get("answer")
    assert "openai:gpt-4o" in (await store.facets()).models


def test_of_several_at_once_one_upgrades_and_the_others_wait(tmp_path: Path) -> None:
    file = write_database(RELEASE, tmp_path / "runs.sqlite", "graph-ru")
    with ThreadPoolExecutor(3) as pool:
        before = pool.map(lambda _: upgrade_store(open_engine(url(file))).before, range(3))
        assert sorted(map(str, before)) == ["0001", HEAD, HEAD]


def test_an_upgrade_that_fails_changes_nothing_and_names_the_command(tmp_path: Path) -> None:
    file = write_database(RELEASE, tmp_path / "runs.sqlite", "graph-ru")
    engine = open_engine(url(file))

    @event.listens_for(engine, "before_cursor_execute")
    def fail(connection: object, cursor: object, statement: str, *_: object) -> None:
        if statement.startswith("ALTER TABLE"):
            raise sqlite3.OperationalError("no such luck")

    with pytest.raises(RunStoreError, match="could not be upgraded from revision 0001") as failed:
        upgrade_store(engine)

    assert "workbench db upgrade" in failed.value.hint
    assert "workbench db upgrade" in in_russian(failed.value)
    assert revision(file) is None
    assert upgrade_store(open_engine(url(file))) == Upgrade("0001", HEAD)


def test_tables_of_a_newer_release_are_told_as_such(tmp_path: Path) -> None:
    file = tmp_path / "runs.sqlite"
    upgrade_store(open_engine(url(file)))
    with sqlite3.connect(file) as connection:
        connection.execute("UPDATE alembic_version SET version_num = '9999'")
    connection.close()
    with pytest.raises(RunStoreError, match="newer release: revision 9999"):
        upgrade_store(open_engine(url(file)))


def test_another_programs_table_is_not_touched(tmp_path: Path) -> None:
    file = tmp_path / "marathon.sqlite"
    with sqlite3.connect(file) as connection:
        connection.execute("CREATE TABLE runs (id INTEGER, kilometres REAL)")
    connection.close()
    with pytest.raises(RunStoreError, match="not the workbench's"):
        upgrade_store(open_engine(url(file)))
    assert revision(file) is None


async def test_a_store_in_memory_has_the_same_tables() -> None:
    store = SqlRunStore(open_engine("sqlite://"))
    store.prepare()
    assert await store.get((await store_whole(store, run())).id)
