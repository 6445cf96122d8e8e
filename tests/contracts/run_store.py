"""Contract tests for RunStores; a subclass provides the store."""

import asyncio
from abc import ABC, abstractmethod
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Unpack

import pytest

from workbench.domain.answer import Answer, AskOptions, Citation
from workbench.domain.base import Span
from workbench.domain.drafts import DraftEnd, EdgeDraft, EntryDraft, Support
from workbench.domain.evidence import (
    Evidence,
    ExecutedCall,
    FactsMeta,
    FactsPayload,
    Gap,
    Passage,
    Quote,
)
from workbench.domain.plan import GraphArgs, PlanEntity, QueryPlan, ToolCall
from workbench.domain.run import Run, RunStatus, Stage, StageRecord, Usage
from workbench.domain.run_summary import RunAnnotation, RunFacets, RunFilters
from workbench.errors import InputError
from workbench.runs import RunStore

NOW = datetime(2026, 3, 1, 12, 0, tzinfo=UTC)


def run(run_id: str = "aaaa1111", minutes: int = 0, **fields: object) -> Run:
    """Build a run that has just started."""
    base = Run(
        id=run_id,
        workspace="museum",
        question="Что написала Орлова?",
        language="ru",
        created_at=NOW + timedelta(minutes=minutes),
        options=AskOptions(citations="footnote"),
    )
    return base.model_copy(update=fields)


def support(document: str = "hours.md") -> Support:
    """Build a place that states a draft."""
    return Support(
        document=document,
        quote="Vasin painted Lighthouse.",
        span=Span(start=3, end=28),
        model="openai:gpt-4o",
        found_at=NOW,
    )


def draft(painting: str, document: str = "hours.md") -> EdgeDraft:
    """Build a drafted edge to a new painting."""
    return EdgeDraft(
        id=f"draft-{painting}",
        workspace="museum",
        source=DraftEnd(name="Васин", type="painter", node_id="painter:vasin", is_new=False),
        type="PAINTED",
        target=DraftEnd(
            name=painting, type="painting", node_id=f"painting:{painting.lower()}", is_new=True
        ),
        properties={"year": 1924},
        supports=(support(document),),
        created_at=NOW,
    )


def entry(name: str) -> EntryDraft:
    """Build a drafted node type."""
    return EntryDraft(
        id=f"entry-{name}",
        workspace="museum",
        section="node_types",
        name=name,
        entry={"label": {"ru": "Зал", "en": "Hall"}},
        supports=(support(),),
        created_at=NOW,
    )


PLAN = QueryPlan(
    intents=("WORKS",),
    entities=(PlanEntity(type="painter", id="painter:orlova", name="Орлова"),),
    tool_calls=(ToolCall(tool="g", args=GraphArgs(intent="WORKS", filters={"style": "cubism"})),),
    confidence=0.9,
)


CITED_STAGES = (Stage.CHECK, Stage.DIAGNOSE)
"""The stages that store an answer with its citations."""


def citing(run_id: str, document: str, **fields: object) -> Run:
    """Build a run whose answer cites a document."""
    quote = Quote(document_id=document, text="closes", start=3, end=9)
    citation = Citation(
        source_index=0,
        evidence_id="e",
        chunk_id="c",
        quoted_text="",
        quote=quote,
        start_pos=0,
        end_pos=1,
    )
    return run(run_id, answer=Answer(text="Мост.", confidence=0.8, citations=(citation,)), **fields)  # type: ignore[arg-type]


CALL = ExecutedCall(tool="graph", args=GraphArgs(intent="WORKS"), status="empty")
FACTS = FactsPayload(
    found=True,
    items=(
        Evidence(type="fact", text="Orlova painted Bridge."),
        Evidence(
            type="passage",
            text="closes",
            span=Passage(document_id="hours.md", title="Hours", start=3, end=9),
        ),
    ),
    meta=FactsMeta(
        gaps=(Gap(call=0, entity_id=None, relation="WORKS", reason="absent", message="None."),)
    ),
)


async def store_executed(store: RunStore, run: Run, *, reused: bool = False) -> None:
    """Store a run that has made a call, or has those of its parent."""
    record = StageRecord(name=Stage.EXECUTE, status="done", reused=reused)
    run = run.model_copy(update={"facts": FACTS, "tool_calls": (CALL,)})
    values = run.model_dump(mode="json", include={"facts", "tool_calls"})
    await store.begin(run)
    await store.stage_ended(run.id, record, values)
    await store.finish(run)


async def store_whole(store: RunStore, run: Run) -> Run:
    """Store a run as the pipeline does, stage by stage."""
    answer = run.answer or Answer(text="Мост.", confidence=0.8)
    run = run.model_copy(update={"answer": None})
    await store.begin(run)
    written = answer.model_copy(update={"citations": ()})
    for stage, fields in (
        (Stage.NORMALIZE, {"normalized": "Что написала Орлова?"}),
        (Stage.PLAN, {"plan": PLAN}),
        (Stage.WRITE, {"answer": written}),
        *((stage, {"answer": answer}) for stage in CITED_STAGES if answer.citations),
    ):
        record = StageRecord(name=stage, status="done", ms=2.0)
        run = run.model_copy(update={**fields, "stages": (*run.stages, record)})
        values = run.model_dump(mode="json", include=set(fields))
        await store.stage_ended(run.id, record, values)
    run = run.model_copy(update={"status": RunStatus.DONE})
    await store.finish(run)
    return run


class RunStoreContract(ABC):
    """The tests."""

    @pytest.fixture
    @abstractmethod
    def store(self, tmp_path: Path) -> RunStore:
        """An empty store."""

    async def test_a_stored_run_comes_back_equal(self, store: RunStore) -> None:
        stored = await store_whole(store, run())

        assert await store.get(stored.id) == stored
        assert Run.model_validate_json(stored.model_dump_json(by_alias=True)) == stored

    async def test_a_run_that_ended_before_its_first_stage_keeps_its_language(
        self, store: RunStore
    ) -> None:
        ended = run(language="en", status=RunStatus.FAILED)
        await store.begin(ended)

        assert await store.get(ended.id) == ended

    async def test_the_beginning_of_an_id_is_enough_while_it_is_unambiguous(
        self, store: RunStore
    ) -> None:
        await store_whole(store, run("aaaa1111"))
        await store_whole(store, run("aaaa2222"))

        found = await store.get("aaaa1")

        assert found is not None
        assert found.id == "aaaa1111"
        with pytest.raises(InputError):
            await store.get("aaaa")
        assert await store.get("zzz") is None

    async def test_runs_are_listed_newest_first_and_found_by_their_words(
        self, store: RunStore
    ) -> None:
        await store_whole(store, run("a1", minutes=0))
        await store_whole(store, run("b2", minutes=5, question="Где висит Васин?"))

        assert [found.id for found in await store.list()] == ["b2", "a1"]
        assert [found.id for found in await store.list(text="Васин")] == ["b2"]
        assert [found.id for found in await store.list(workspace="elsewhere")] == []
        assert [found.id for found in await store.list(text="ВАСИН")] == ["b2"]
        assert [found.id for found in await store.list(status=RunStatus.FAILED)] == []
        (line,) = await store.list(text="Орлова")
        assert (line.confidence, line.ms) == (0.8, 6.0)

    async def test_what_is_noted_about_a_run_is_listed_replaced_and_goes_with_it(
        self, store: RunStore
    ) -> None:
        await store_whole(store, run("a1"))
        noted = RunAnnotation(run_id="a1", tags=("да", "v2"), rating=4, note="Проверено")

        await store.annotations.put(noted)
        (line,) = await store.list()

        assert await store.annotations.get("a1") == noted
        assert (line.tags, line.rating, line.note) == (("да", "v2"), 4, "Проверено")

        await store.annotations.put(RunAnnotation(run_id="a1", tags=("v2",)))
        (line,) = await store.list()
        assert (line.tags, line.rating, line.note) == (("v2",), None, "")

        await store.delete("a1")
        assert await store.annotations.get("a1") == RunAnnotation(run_id="a1")

    async def test_parts_of_an_annotation_put_at_once_are_all_stored(self, store: RunStore) -> None:
        noted = RunAnnotation(run_id="a1", tags=("v2",), rating=4, note="Checked")
        bare = RunAnnotation(run_id="a1")
        await asyncio.gather(
            store.annotations.put(bare.model_copy(update={"tags": noted.tags}), ["tags"]),
            store.annotations.put(bare.model_copy(update={"rating": noted.rating}), ["rating"]),
            store.annotations.put(bare.model_copy(update={"note": noted.note}), ["note"]),
        )
        assert await store.annotations.get("a1") == noted

    async def test_a_list_is_filtered_by_what_runs_have_and_what_was_noted(
        self, store: RunStore
    ) -> None:
        for minute, model in enumerate(("openai:gpt-4o", "offline")):
            stored = run(
                f"run{minute}",
                minute,
                models={"answer": model},
                parent_id=None if minute else "a1",
                templates={"answer": "5b1c"} if minute else {},
                usage=Usage(input_tokens=9, output_tokens=9, price_usd=0.02 * minute),
            )
            await store_whole(store, stored)
        await store.annotations.put(RunAnnotation(run_id="run0", tags=("v1", 'a "b" %'), rating=2))
        await store.annotations.put(RunAnnotation(run_id="run1", tags=("v11",), rating=5))

        async def found(**filters: Unpack[RunFilters]) -> list[str]:
            return [one.id for one in await store.list(**filters)]

        assert await found(model="offline") == ["run1"]
        assert await found(template="5b1c") == ["run1"]
        assert await found(is_fork=True) == ["run0"]
        assert await found(is_fork=False) == ["run1"]
        assert await found(price_usd=0.01) == ["run1"]
        assert await found(tag="v1") == ["run0"]
        assert await found(tag='a "b" %') == ["run0"]
        assert await found(rating=2) == ["run1", "run0"]
        assert await found(rating=3) == ["run1"]
        assert await found(since=NOW + timedelta(minutes=1)) == ["run1"]
        assert await found(before=NOW + timedelta(minutes=1)) == ["run0"]
        assert await found(verdict="answered") == []
        assert await found(model="offline", tag="v1") == []
        assert await store.facets() == RunFacets(
            models=("offline", "openai:gpt-4o"), templates=("5b1c",), tags=('a "b" %', "v1", "v11")
        )

    async def test_turns_leave_out_forks_and_are_oldest_first(self, store: RunStore) -> None:
        await store_whole(store, run("a1", thread_id="t"))
        await store_whole(store, run("b2", minutes=1, thread_id="t", question="А Васин?"))
        await store_whole(store, run("c3", minutes=2, thread_id="t", parent_id="a1"))
        await store_whole(store, run("d4", minutes=3, thread_id="other"))

        turns = await store.turns("t")

        assert [turn.run_id for turn in turns] == ["a1", "b2"]
        assert turns[0].intents == ("WORKS",)
        assert turns[0].entities == (("painter:orlova", "Орлова"),)
        assert turns[0].filters == {"style": "cubism"}

    async def test_a_fork_keeps_its_reused_stages(self, store: RunStore) -> None:
        reused = StageRecord(name=Stage.PLAN, status="done", reused=True)
        fork = run("f1", parent_id="a1", plan=PLAN, stages=(reused,))

        await store.begin(fork)

        assert await store.get("f1") == fork

    async def test_delete_returns_whether_the_run_existed(self, store: RunStore) -> None:
        await store_whole(store, run("a1"))

        assert await store.delete("a1")
        assert not await store.delete("a1")
        assert await store.get("a1") is None

    async def test_drafts_are_kept_with_the_passages_that_were_read(self, store: RunStore) -> None:
        drafts = store.drafts
        await drafts.record("museum", "passage-1", [draft("Mill"), entry("hall")])
        await drafts.record("museum", "passage-2", [draft("Mill", "letters.md")])
        await drafts.record("museum", "passage-2", [])
        await drafts.record("other", "passage-3", [])

        (mill,) = await drafts.list("museum")
        assert mill.supports == (support(), support("letters.md"))
        assert await drafts.entries("museum") == (entry("hall"),)
        assert await drafts.extracted("museum") == {"passage-1", "passage-2"}
        assert await drafts.list("other") == ()

    async def test_the_runs_that_cite_a_document_are_found_with_their_quotes(
        self, store: RunStore
    ) -> None:
        for number, name in enumerate(("hours.md", "hours.md", "tickets.md", "hours.md")):
            await store_whole(store, citing(f"a{number}", name, minutes=number))
        await store_whole(store, citing("b1", "hours.md", workspace="other"))
        await store_whole(store, run("c1"))

        found = await store.citing("museum", "hours.md")

        assert [one.run.id for one in found] == ["a3", "a1", "a0"]
        assert found[0].spans == (Span(start=3, end=9),)
        assert found[0].run.question == "Что написала Орлова?"
        assert [one.run.id for one in await store.citing("museum", "hours.md", limit=2)] == ["a3"]

    async def test_the_runs_with_gaps_are_found_newest_first(self, store: RunStore) -> None:
        for number in range(3):
            await store_executed(store, run(f"a{number}", minutes=number))
        await store_executed(store, run("a3", minutes=3), reused=True)
        await store_executed(store, run("b1", workspace="other"))
        await store_whole(store, run("c1"))

        found = await store.with_gaps("museum")

        assert [one.run_id for one in found] == ["a2", "a1", "a0"]
        assert found[0].gaps == FACTS.meta.gaps
        assert found[0].tool_calls == (CALL,)
        assert found[0].passages == FACTS.items[1:]
        assert [one.run_id for one in await store.with_gaps("museum", limit=2)] == ["a2"]

    async def test_a_running_run_has_its_finished_stages(self, store: RunStore) -> None:
        await store.begin(run())
        begun = await store.get("aaaa1111")
        record = StageRecord(name=Stage.NORMALIZE, status="done")
        await store.stage_ended("aaaa1111", record, {"normalized": "x"})
        grown = await store.get("aaaa1111")

        assert begun == run()
        assert grown is not None
        assert (grown.status, grown.normalized) == (RunStatus.RUNNING, "x")
        assert grown.stages == (record,)

    async def test_a_family_is_all_that_was_forked_from_one_run_in_any_thread(
        self, store: RunStore
    ) -> None:
        parents = {"a1": None, "b1": "a1", "b2": "a1", "c1": "b1", "other": None, "o1": "other"}
        for minute, (name, parent) in enumerate(parents.items()):
            thread = "t1" if name == "b2" else None
            await store_whole(store, run(name, minute, parent_id=parent, thread_id=thread))
        for name in ("a1", "b2", "c1"):
            family = await store.list(family=name)
            assert [one.id for one in family] == ["c1", "b2", "b1", "a1"]
        assert [one.id for one in await store.list(family="c1", thread="t1")] == ["b2"]
        assert await store.list(family="missing") == []

    async def test_pages_of_the_list_follow_each_other(self, store: RunStore) -> None:
        for minute in range(5):
            await store_whole(store, run(f"run{minute}", minute, thread_id=f"t{minute % 2}"))

        pages = [await store.list(limit=2, offset=offset) for offset in (0, 2, 4)]
        assert [[found.id for found in page] for page in pages] == [
            ["run4", "run3"],
            ["run2", "run1"],
            ["run0"],
        ]
        assert [found.id for found in await store.list(thread="t1")] == ["run3", "run1"]

    async def test_turns_are_the_last_ones_and_those_before_a_run(self, store: RunStore) -> None:
        for minute in range(4):
            await store_whole(store, run(f"run{minute}", minute, thread_id="t"))

        assert [turn.run_id for turn in await store.turns("t", limit=2)] == ["run2", "run3"]
        assert [turn.run_id for turn in await store.turns("t", before="run2")] == ["run0", "run1"]
        assert await store.turns("nowhere") == ()
