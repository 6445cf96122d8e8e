"""The run store keeps every run from its first moment, whole and in order."""

from pathlib import Path

import pytest
from sqlalchemy import text

from tests.contracts.run_store import RunStoreContract, run
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


async def test_what_no_database_takes_is_stored_as_a_mark() -> None:
    store = new_store()
    await store.begin(run("a1"))
    record = StageRecord(name=Stage.NORMALIZE, status="done")
    said = "nul \0, half \ud800, path C:\\u0000, both \\\0, whole 😀"
    await store.stage_ended("a1", record, {"normalized": said})
    kept = await store.get("a1")
    assert kept
    assert kept.normalized == ("nul \ufffd, half \ufffd, path C:\\u0000, both \\\ufffd, whole 😀")
