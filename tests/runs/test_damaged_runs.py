"""A run that cannot be read says why, and the runs beside it are listed and opened as before."""

import json
import sqlite3
from pathlib import Path

import pytest

from tests.contracts.run_store import run, store_whole
from tests.support.russian_errors import in_russian
from workbench.domain.run import RunStatus
from workbench.errors import RunStoreError
from workbench.runs import SqlRunStore, open_engine

DAMAGE = {
    "unknown_status": "UPDATE runs SET status = 'paused' WHERE id = 'bad'",
    "unknown_origin": "UPDATE runs SET plan_origin = 'oracle' WHERE id = 'bad'",
    "no_time": "UPDATE runs SET created_at = 'yesterday' WHERE id = 'bad'",
}
"""What a line of the list shows of it."""
DEEP_DAMAGE = {
    "no_json": "UPDATE runs SET header = '{\"id\":' WHERE id = 'bad'",
    "a_list": "UPDATE runs SET header = '[]' WHERE id = 'bad'",
    "no_header": "UPDATE runs SET header = json_remove(header, '$.question') WHERE id = 'bad'",
    "no_stage_name": "UPDATE run_stages SET record = '{}' WHERE run_id = 'bad'",
    "no_version": "UPDATE runs SET header = json_set(header, '$.schema_version', 'x') "
    "WHERE id = 'bad'",
}
NEWER = {
    "run": "UPDATE runs SET header = json_set(header, '$.schema_version', 99) WHERE id = 'bad'",
    "plan": "UPDATE run_stages SET fields = json_set(fields, '$.plan.schema_version', 99) "
    "WHERE run_id = 'bad' AND position = 3",
    "field": "UPDATE runs SET header = json_set(header, '$.mood', 'good') WHERE id = 'bad'",
}


@pytest.fixture
async def file(tmp_path: Path) -> Path:
    """A database with a good run and one to be damaged."""
    file = tmp_path / "runs.sqlite"
    store = opened(file)
    await store_whole(store, run("bad", thread_id="t"))
    await store_whole(store, run("good", minutes=1, thread_id="t"))
    return file


def opened(file: Path) -> SqlRunStore:
    store = SqlRunStore(open_engine(f"sqlite:///{file}"))
    store.prepare()
    return store


def change(file: Path, statement: str) -> None:
    with sqlite3.connect(file) as connection:
        assert connection.execute(statement).rowcount
    connection.close()


@pytest.mark.parametrize("statement", DAMAGE.values(), ids=DAMAGE)
async def test_a_damaged_line_is_listed_as_damaged_beside_the_good_one(
    file: Path, statement: str
) -> None:
    change(file, statement)

    listed = await opened(file).list()

    assert {one.id: one.status for one in listed} == {
        "good": RunStatus.DONE,
        "bad": RunStatus.DAMAGED,
    }
    assert next(one for one in listed if one.id == "bad").question == "Что написала Орлова?"


async def test_the_list_can_be_narrowed_to_runs_of_unknown_status(file: Path) -> None:
    change(file, DAMAGE["unknown_status"])
    assert [one.id for one in await opened(file).list(status=RunStatus.DAMAGED)] == ["bad"]


@pytest.mark.parametrize(
    "statement", [DAMAGE["unknown_status"], *DEEP_DAMAGE.values()], ids=["status", *DEEP_DAMAGE]
)
async def test_a_damaged_run_says_so_and_can_be_deleted(file: Path, statement: str) -> None:
    change(file, statement)
    store = opened(file)

    with pytest.raises(RunStoreError, match="bad is damaged") as damaged:
        await store.get("bad")

    assert "Delete the run" in damaged.value.hint
    assert "Удалите запуск" in in_russian(damaged.value)
    assert (await store.get("good")) is not None
    assert len(await store.list()) == 2
    assert await store.delete("bad")


@pytest.mark.parametrize("statement", NEWER.values(), ids=NEWER)
async def test_a_run_of_a_newer_release_says_so(file: Path, statement: str) -> None:
    change(file, statement)

    with pytest.raises(RunStoreError, match="stored by a newer release") as newer:
        await opened(file).get("bad")

    assert "Upgrade the workbench" in newer.value.hint
    assert "Обновите" in in_russian(newer.value)


@pytest.mark.parametrize(
    "statement",
    [NEWER["plan"], "UPDATE run_stages SET fields = '{' WHERE run_id = 'bad' AND position = 0"],
    ids=["newer", "no_json"],
)
async def test_a_follow_up_goes_on_without_what_cannot_be_read(file: Path, statement: str) -> None:
    change(file, statement)
    assert [turn.run_id for turn in await opened(file).turns("t")][-1] == "good"


async def test_turns_need_neither_the_wire_nor_the_facts_of_their_runs(file: Path) -> None:
    change(file, "UPDATE runs SET header = '{' WHERE id = 'bad'")
    assert [turn.run_id for turn in await opened(file).turns("t")] == ["bad", "good"]


def test_the_versions_are_in_the_json_of_a_run(file: Path) -> None:
    with sqlite3.connect(file) as connection:
        (header,) = connection.execute("SELECT header FROM runs WHERE id = 'good'").fetchone()
        query = "SELECT fields FROM run_stages WHERE run_id = 'good' AND position = 3"
        (fields,) = connection.execute(query).fetchone()
    connection.close()
    assert json.loads(header)["schema_version"] == 2
    assert json.loads(fields)["plan"]["schema_version"] == 1
