"""The run store keeps every run from its first moment, whole and in order."""

import sys
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Connection, event, text

from tests.contracts.run_store import RunStoreContract, run, store_whole
from tests.support.russian_errors import in_russian
from workbench import Workbench
from workbench.domain.question import Turn
from workbench.domain.run import RunStatus, Stage, StageRecord
from workbench.errors import RunStoreError
from workbench.runs import RunStore, SqlRunStore, open_engine


def new_store(url: str = "sqlite://") -> SqlRunStore:
    store = SqlRunStore(open_engine(url))
    store.prepare()
    return store


class TestInMemory(RunStoreContract):
    @pytest.fixture
    def store(self, tmp_path: Path) -> RunStore:
        return new_store()


class TestOnDisk(RunStoreContract):
    @pytest.fixture
    def store(self, tmp_path: Path) -> RunStore:
        return new_store(f"sqlite:///{tmp_path / 'runs.sqlite'}")


async def test_a_crash_leaves_a_run_that_says_where_it_stopped(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path / 'runs.sqlite'}"
    store = new_store(url)
    await store.begin(run("a1"))
    record = StageRecord(name=Stage.NORMALIZE, status="done")
    await store.stage_ended("a1", record, {"normalized": "x"})
    engine = open_engine(url)
    with engine.connect() as connection:
        dead = text("UPDATE runs SET owner = substr(owner, 1, instr(owner, ':')) || '999999:x'")
        connection.execute(dead)
        connection.commit()

    reopened = new_store(url)
    found = await reopened.get("a1")

    assert found is not None
    assert found.status is RunStatus.INTERRUPTED
    assert [stage.name for stage in found.stages] == [Stage.NORMALIZE]
    assert found.normalized == "x"


async def test_a_run_of_a_living_process_is_not_called_interrupted(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path / 'runs.sqlite'}"
    await new_store(url).begin(run("a1"))

    found = await new_store(url).get("a1")

    assert found is not None
    assert found.status is RunStatus.RUNNING


def test_sqlite_is_set_up_for_several_writers(tmp_path: Path) -> None:
    engine = open_engine(f"sqlite:///{tmp_path / 'deep' / 'runs.sqlite'}")

    with engine.connect() as connection:
        assert connection.exec_driver_sql("PRAGMA journal_mode").scalar() == "wal"
        assert connection.exec_driver_sql("PRAGMA busy_timeout").scalar() == 15_000
    engine.dispose()


def test_a_database_that_cannot_be_opened_is_a_typed_error() -> None:
    with pytest.raises(RunStoreError):
        open_engine("nonsense://nowhere")


@pytest.mark.parametrize(
    "url", ["postgresql://host/name", "postgres://host/name", "postgresql+psycopg://host/name"]
)
def test_a_missing_driver_is_told_with_the_line_that_installs_it(
    url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "psycopg", None)
    with pytest.raises(RunStoreError, match="needs the module psycopg") as missing:
        open_engine(url)
    assert "pip install 'analyst-workbench[postgres]'" in missing.value.hint
    assert "pip install" in in_russian(missing.value)


@pytest.mark.parametrize("damage", ["no_database", "broken_pages"])
async def test_a_damaged_file_is_told_as_damaged_with_the_way_out(
    damage: str, tmp_path: Path
) -> None:
    file = tmp_path / "runs.sqlite"
    store = new_store(f"sqlite:///{file}")
    await store_whole(store, run("a1"))
    store._engine.dispose()
    whole = file.read_bytes()
    zeros = b"\0" * (len(whole) - 8192)
    file.write_bytes(b"not a database" if damage == "no_database" else whole[:8192] + zeros)
    (tmp_path / "runs.sqlite-wal").unlink(missing_ok=True)

    with pytest.raises(RunStoreError, match="is damaged") as damaged:
        await new_store(f"sqlite:///{file}").get("a1")

    assert str(file) in damaged.value.message
    assert "Move it aside" in damaged.value.hint
    assert not damaged.value.retryable
    assert "повреждён" in in_russian(damaged.value)


async def test_a_full_disk_is_a_typed_error_and_the_store_goes_on(tmp_path: Path) -> None:
    store = new_store(f"sqlite:///{tmp_path / 'runs.sqlite'}")
    engine = store._engine
    with engine.connect() as connection:
        pages = connection.exec_driver_sql("PRAGMA page_count").scalar()

    @event.listens_for(engine, "begin")
    def fill_the_disk(connection: Connection) -> None:
        connection.exec_driver_sql(f"PRAGMA max_page_count = {limit}")

    limit = pages
    with pytest.raises(RunStoreError, match="disk of the run database is full") as full:
        await store.begin(run("a1", question="x" * 1_000_000))
    assert "Free some space" in full.value.hint
    assert await store.get("a1") is None

    limit = 100_000
    await store.begin(run("a1"))
    assert await store.get("a1") == run("a1")


def test_a_folder_in_place_of_the_file_is_a_typed_error(tmp_path: Path) -> None:
    with pytest.raises(RunStoreError, match="cannot be reached"):
        new_store(f"sqlite:///{tmp_path}")


async def test_what_no_database_takes_is_stored_as_a_mark() -> None:
    store = new_store()
    await store.begin(run("a1"))
    record = StageRecord(name=Stage.NORMALIZE, status="done")
    said = "nul \0, half \ud800, path C:\\u0000, both \\\0, whole 😀"
    await store.stage_ended("a1", record, {"normalized": said})
    kept = await store.get("a1")
    assert kept
    assert kept.normalized == ("nul \ufffd, half \ufffd, path C:\\u0000, both \\\ufffd, whole 😀")


class CountingStore(SqlRunStore):
    """Counts how often the turns of a thread are loaded."""

    loaded = 0

    async def turns(self, *args: Any, **options: Any) -> tuple[Turn, ...]:
        self.loaded += 1
        return await super().turns(*args, **options)


async def test_a_follow_up_loads_the_turns_of_its_thread_once(workbench: Workbench) -> None:
    store = CountingStore(open_engine("sqlite://"))
    store.prepare()
    bench = Workbench(workbench.settings, store)
    bench.workspace_pool.opened["portfolio"] = workbench.prepare("portfolio")
    await bench.ask("Где применял RAG?", workspace="portfolio", thread="t")
    store.loaded = 0

    run = await bench.ask("А какие проекты в Aston?", workspace="portfolio", thread="t")

    assert run.memory is not None
    assert run.memory.decision == "follow_up"
    assert store.loaded == 1
