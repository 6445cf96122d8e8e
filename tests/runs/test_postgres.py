"""The run store on a real PostgreSQL: the same suite, upgrades, and copies there and back."""

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import Engine, insert, text

from tests.contracts.run_store import RunStoreContract, run, store_whole
from tests.support.stored_runs import NAMES, STORED, rows_of, write_database
from workbench.domain.run import RunStatus
from workbench.errors import RunStoreError
from workbench.runs import (
    CopyCounts,
    RunStore,
    SqlRunStore,
    Upgrade,
    copy_runs,
    open_engine,
    upgrade_store,
)
from workbench.runs.migrate import HEAD
from workbench.runs.tables import METADATA, RUNS, STAGES

RELEASE = "170e391"
ALL = len(NAMES[RELEASE])


@pytest.fixture
def engine(postgres_url: str) -> Iterator[Engine]:
    engine = open_engine(postgres_url)
    yield engine
    engine.dispose()


class TestPostgres(RunStoreContract):
    @pytest.fixture
    def store(self, engine: Engine) -> RunStore:
        store = SqlRunStore(engine)
        store.prepare()
        return store


def test_the_scripts_lead_to_the_tables_that_the_store_reads(engine: Engine) -> None:
    assert upgrade_store(engine) == Upgrade(None, HEAD)
    with engine.connect() as connection:
        assert compare_metadata(MigrationContext.configure(connection), METADATA) == []


async def test_a_store_of_the_first_release_is_upgraded(engine: Engine) -> None:
    schema = (STORED / RELEASE / "schema.sql").read_text("utf-8")
    with engine.begin() as connection:
        for statement in filter(str.strip, schema.split(";")):
            connection.execute(text(statement))
        for name in NAMES[RELEASE]:
            rows = rows_of(RELEASE, name)
            columns = [one for one in RUNS.columns if one.name in rows["runs"][0]]
            assert len(columns) == len(rows["runs"][0])
            connection.execute(insert(RUNS).values(rows["runs"][0]))
            connection.execute(insert(STAGES), rows["run_stages"])

    store = SqlRunStore(engine)
    store.prepare()

    assert len(await store.list(limit=100)) == ALL
    for line in await store.list(limit=100):
        assert await store.get(line.id)


def test_of_several_at_once_one_upgrades_and_the_others_wait(postgres_url: str) -> None:
    def upgrade(_: int) -> str | None:
        engine = open_engine(postgres_url)
        before = upgrade_store(engine).before
        engine.dispose()
        return before

    with ThreadPoolExecutor(4) as pool:
        assert sorted(map(str, pool.map(upgrade, range(4)))) == [*[HEAD] * 3, "None"]


async def test_a_copy_there_and_back_gives_equal_runs(engine: Engine, tmp_path: Path) -> None:
    first = open_engine(f"sqlite:///{write_database(RELEASE, tmp_path / 'first.sqlite')}")
    second = open_engine(f"sqlite:///{tmp_path / 'second.sqlite'}")

    assert copy_runs(first, engine) == CopyCounts(ALL, 0)
    assert copy_runs(engine, second) == CopyCounts(ALL, 0)
    assert copy_runs(second, engine) == CopyCounts(0, ALL)

    before, after = SqlRunStore(first), SqlRunStore(second)
    listed = await before.list(limit=100)
    assert await after.list(limit=100) == listed
    for line in listed:
        run = await before.get(line.id)
        assert run is not None
        assert await after.get(line.id) == run
        assert await SqlRunStore(engine).get(line.id) == run


async def test_names_from_outside_may_be_long(engine: Engine) -> None:
    store = SqlRunStore(engine)
    store.prepare()
    stored = await store_whole(store, run(thread_id="t" * 500))
    assert (await store.turns("t" * 500))[0].run_id == stored.id


async def test_damaged_runs_are_listed_as_damaged(engine: Engine) -> None:
    store = SqlRunStore(engine)
    store.prepare()
    await store_whole(store, run("bad"))
    with engine.begin() as connection:
        connection.execute(text("UPDATE runs SET status = 'paused'"))
    assert [one.status for one in await store.list()] == [RunStatus.DAMAGED]
    with pytest.raises(RunStoreError, match="bad is damaged"):
        await store.get("bad")


async def test_a_server_that_is_down_is_a_typed_error() -> None:
    store = SqlRunStore(open_engine("postgresql://nobody@127.0.0.1:1/nothing"))
    with pytest.raises(RunStoreError) as down:
        store.prepare()
    assert down.value.retryable
