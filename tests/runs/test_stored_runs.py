"""Runs that earlier releases stored are listed, shown, forked and replayed by this one."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from pydantic import SecretStr

from tests.modelserver.embeddings import embed
from tests.modelserver.server import ModelServer
from tests.support.stored_runs import NAMES, id_of, rows_of, write_database
from workbench import Workbench
from workbench.domain.evidence import FactsPayload
from workbench.domain.run import Run, RunStatus, Stage
from workbench.settings import Settings

EMBEDDER = "openai:text-embedding-3-small"


class Stored(NamedTuple):
    """A run of a release, by the name of its file."""

    release: str
    name: str

    @property
    def id(self) -> str:
        return id_of(*self)

    @property
    def header(self) -> dict[str, Any]:
        return dict(rows_of(*self)["runs"][0])


ALL = [Stored(release, name) for release, names in NAMES.items() for name in names]
each_stored_run = pytest.mark.parametrize("stored", ALL, ids="/".join)


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The state that the releases left behind."""
    home = tmp_path_factory.mktemp("stored")
    for release in NAMES:
        (home / release).mkdir()
        write_database(release, home / release / "runs.sqlite")
    return home


@pytest.fixture(scope="module")
def benches(home: Path) -> dict[str, Workbench]:
    """A workbench without any model over each release's runs; they share the open workspaces."""
    benches = {
        release: Workbench.open(Settings(workbench_home=home / release)) for release in NAMES
    }
    shared = next(iter(benches.values()))
    for bench in benches.values():
        bench.workspace_pool.opened |= {
            name: shared.prepare(name) for name in ("portfolio", "insurance")
        }
    return benches


@pytest.fixture(scope="module")
def with_embedder(home: Path) -> Iterator[Workbench]:
    """One whose documents are indexed by the embedder that a run recorded; it is down by now."""
    release = ALL[0].release
    with ModelServer() as server:
        server.always(embed())
        settings = Settings(
            workbench_home=home / "vectors",
            workbench_database_url=f"sqlite:///{home / release / 'runs.sqlite'}",
            embedder=EMBEDDER,
            openai_api_key=SecretStr("a-key-for-nobody"),
            openai_base_url=server.openai_url,
        )
        bench = Workbench.open(settings)
        bench.prepare("insurance")
    yield bench


def bench_for(stored: Stored, request: pytest.FixtureRequest) -> Workbench:
    if any(one["role"] == "embedder" for one in stored.header["header"]["exchanges"]):
        found: Workbench = request.getfixturevalue("with_embedder")
        return found
    benches: dict[str, Workbench] = request.getfixturevalue("benches")
    return benches[stored.release]


UNRECORDED = {
    # The process was killed before it stored what its planner had replied: the built-in one plans.
    RunStatus.INTERRUPTED: ("plan", "origin"),
    # A stop locates the citations of what had streamed; a replay ends with the text.
    RunStatus.CANCELLED: ("citations",),
}
"""What a replay cannot bring back, by how the run ended."""


def outcome(run: Run) -> dict[str, Any]:
    """What a replay has to bring back: the plan, the facts, the answer and its claims."""
    answer, facts, diagnostics = run.answer, run.facts, run.diagnostics
    return {
        "entities": [(one.canonical_id, one.type) for one in run.entities],
        "plan": run.plan and run.plan.model_copy(update=_of_samples(run)),
        "origin": run.plan_origin,
        "facts": [(one.id, one.text) for one in facts.items] if facts else None,
        "outcome": answer and answer.outcome,
        "marked": answer and answer.marked,
        "citations": [one.evidence_id for one in answer.citations] if answer else None,
        "claims": [(one.text, one.verdict) for one in diagnostics.claims] if diagnostics else None,
    }


def _of_samples(run: Run) -> dict[str, Any]:
    """The confidence of the built-in planner follows the samples' examples, which have grown."""
    return {} if run.plan_origin == "model" else {"confidence": 0.0}


@each_stored_run
async def test_it_is_listed_and_shown(stored: Stored, benches: dict[str, Workbench]) -> None:
    bench, row = benches[stored.release], stored.header

    listed = await bench.runs.list(text=row["question"], workspace=row["workspace"])
    run = await bench.run(stored.id)

    assert row["status"] == next(one.status for one in listed if one.id == stored.id)
    assert (run.question, run.status) == (row["question"], row["status"])
    assert [record.name.order for record in run.stages] == list(range(len(run.stages)))
    assert (run.answer and run.answer.confidence) == row["confidence"]
    assert len(run.exchanges) == len(row["header"]["exchanges"])
    assert Run.model_validate_json(run.model_dump_json(by_alias=True)) == run
    if run.answer:
        assert bench.display(run)


@each_stored_run
async def test_it_replays_to_the_same_plan_facts_answer_and_claims(
    stored: Stored, request: pytest.FixtureRequest
) -> None:
    bench = bench_for(stored, request)
    run = await bench.run(stored.id)

    again = await bench.replay(run)

    then, now = outcome(run), outcome(again)
    for field in UNRECORDED.get(run.status, ()):
        del then[field], now[field]
    if again.plan and not again.plan.answer_style:  # the default was Russian in every language
        then["plan"] = then["plan"].model_copy(update={"answer_style": ""})
    assert now == then
    assert all(use.cached for use in again.usage.calls)


def places(facts: FactsPayload) -> set[str]:
    """The documents of passages, and the facts of the graph themselves."""
    return {one.span.document_id if one.span else one.id for one in facts.items}


@each_stored_run
async def test_it_forks_from_its_plan(stored: Stored, request: pytest.FixtureRequest) -> None:
    bench = bench_for(stored, request)
    run = await bench.run(stored.id)

    fork = await bench.fork(run, Stage.PLAN, run.plan)

    assert (fork.parent_id, fork.forked_at, fork.plan) == (run.id, Stage.PLAN, run.plan)
    assert fork.status is (RunStatus.FAILED if fork.failure else RunStatus.DONE)
    assert fork.answer
    if run.facts and fork.facts:
        # A fork searches today's index, with today's least relevance: it may find more.
        assert places(fork.facts) >= places(run.facts)


@pytest.mark.parametrize("release", NAMES)
async def test_its_thread_is_remembered(release: str, benches: dict[str, Workbench]) -> None:
    names = ("thread-first", "thread-follow-up")

    turns = await benches[release].runs.turns("thread-1")

    assert [turn.run_id for turn in turns] == [id_of(release, name) for name in names]
    assert all(turn.answer and turn.intents for turn in turns)
