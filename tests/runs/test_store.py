"""The run store keeps every run from its first moment, whole and in order."""

from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from sqlalchemy import text

from workbench.domain.answer import Answer, AskOptions, CitationStyle
from workbench.domain.plan import GraphArgs, PlanEntity, QueryPlan, ToolCall
from workbench.domain.run import Run, RunStatus, Stage, StageRecord
from workbench.errors import InputError, RunStoreError
from workbench.runs import SqlRunStore, open_engine

NOW = datetime(2026, 3, 1, 12, 0, tzinfo=UTC)


def new_store(url: str = "sqlite://") -> SqlRunStore:
    store = SqlRunStore(open_engine(url))
    store.prepare()
    return store


def run(run_id: str = "aaaa1111", minutes: int = 0, **fields: object) -> Run:
    base = Run(
        id=run_id,
        workspace="museum",
        question="Что написала Орлова?",
        created_at=NOW + timedelta(minutes=minutes),
        options=AskOptions(citations=CitationStyle.FOOTNOTE),
    )
    return base.model_copy(update=fields)


PLAN = QueryPlan(
    intents=("WORKS",),
    entities=(PlanEntity(type="painter", id="painter:orlova", name="Орлова"),),
    tool_calls=(ToolCall(tool="g", args=GraphArgs(intent="WORKS", filters={"style": "cubism"})),),
)


async def store_whole(store: SqlRunStore, one: Run) -> Run:
    """Store a run as the pipeline does, stage by stage."""
    await store.begin(one)
    for stage, fields in (
        (Stage.NORMALIZE, {"normalized": "Что написала Орлова?"}),
        (Stage.PLAN, {"plan": PLAN}),
        (Stage.WRITE, {"answer": Answer(text="Мост.", confidence=0.8)}),
    ):
        record = StageRecord(name=stage, status="done", ms=2.0)
        one = one.model_copy(update={**fields, "stages": (*one.stages, record)})
        given = one.model_dump(mode="json", include=set(fields))
        await store.stage_ended(one.id, record, given)
    one = one.model_copy(update={"status": RunStatus.DONE})
    await store.finish(one)
    return one


async def test_a_stored_run_comes_back_equal() -> None:
    store = new_store()
    stored = await store_whole(store, run())

    assert await store.get(stored.id) == stored
    assert Run.model_validate_json(stored.model_dump_json(by_alias=True)) == stored


async def test_the_beginning_of_an_id_is_enough_while_it_is_unambiguous() -> None:
    store = new_store()
    await store_whole(store, run("aaaa1111"))
    await store_whole(store, run("aaaa2222"))

    found = await store.get("aaaa1")

    assert found is not None
    assert found.id == "aaaa1111"
    with pytest.raises(InputError):
        await store.get("aaaa")
    assert await store.get("zzz") is None


async def test_runs_are_listed_newest_first_and_found_by_their_words() -> None:
    store = new_store()
    await store_whole(store, run("a1", minutes=0))
    await store_whole(store, run("b2", minutes=5, question="Где висит Васин?"))

    assert [one.id for one in await store.list()] == ["b2", "a1"]
    assert [one.id for one in await store.list(text="Васин")] == ["b2"]
    assert [one.id for one in await store.list(workspace="elsewhere")] == []
    assert [one.id for one in await store.list(text="ВАСИН")] == ["b2"]
    assert [one.id for one in await store.list(status=RunStatus.FAILED)] == []
    (line,) = await store.list(text="Орлова")
    assert (line.confidence, line.ms) == (0.8, 6.0)


async def test_a_thread_remembers_what_was_asked_first_hand_oldest_first() -> None:
    store = new_store()
    await store_whole(store, run("a1", thread_id="t"))
    await store_whole(store, run("b2", minutes=1, thread_id="t", question="А Васин?"))
    await store_whole(store, run("c3", minutes=2, thread_id="t", parent_id="a1"))
    await store_whole(store, run("d4", minutes=3, thread_id="other"))

    turns = await store.turns("t")

    assert [turn.run_id for turn in turns] == ["a1", "b2"]
    assert turns[0].intents == ("WORKS",)
    assert turns[0].entities == (("painter:orlova", "Орлова"),)
    assert turns[0].filters == {"style": "cubism"}


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


async def test_a_fork_keeps_what_it_took_over(tmp_path: Path) -> None:
    store = new_store(f"sqlite:///{tmp_path / 'runs.sqlite'}")
    reused = StageRecord(name=Stage.PLAN, status="done", reused=True)
    fork = run("f1", parent_id="a1", plan=PLAN, stages=(reused,))

    await store.begin(fork)

    assert await store.get("f1") == fork


async def test_deleting_says_whether_there_was_anything() -> None:
    store = new_store()
    await store_whole(store, run("a1"))

    assert await store.delete("a1")
    assert not await store.delete("a1")
    assert await store.get("a1") is None


def test_sqlite_is_set_up_for_several_writers(tmp_path: Path) -> None:
    engine = open_engine(f"sqlite:///{tmp_path / 'deep' / 'runs.sqlite'}")

    with engine.connect() as connection:
        assert connection.exec_driver_sql("PRAGMA journal_mode").scalar() == "wal"
        assert connection.exec_driver_sql("PRAGMA busy_timeout").scalar() == 15_000
    engine.dispose()


def test_a_database_that_cannot_be_opened_is_a_typed_error() -> None:
    with pytest.raises(RunStoreError):
        open_engine("nonsense://nowhere")
