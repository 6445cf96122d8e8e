"""Drafted edges are reviewed: accepted into the graph with their provenance, rejected, undone."""

from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest

from tests.modelserver.server import ModelServer
from tests.support.extracting_museum import (
    MODEL,
    OBEDIENT,
    QUOTE,
    open_museum,
    script,
    write_documents,
)
from workbench import Workbench
from workbench.domain.answer import AskOptions
from workbench.domain.graph import Edge
from workbench.errors import InputError, WorkspaceError

OFFLINE = AskOptions(models={"planner": "offline"})
PAINTED = "painter:vasin|PAINTED|painting:lighthouse"
HANGS = "painting:lighthouse|HANGS_IN|hall:north"


@pytest.fixture
def server() -> Iterator[ModelServer]:
    with ModelServer() as server:
        script(server, OBEDIENT)
        yield server


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return write_documents(tmp_path)


@pytest.fixture
async def bench(folder: Path, server: ModelServer) -> AsyncIterator[Workbench]:
    bench = open_museum(folder.parent, server)
    await extract(bench)
    yield bench


async def extract(bench: Workbench, **options: str) -> None:
    async for _ in bench.extract("museum", **options):
        pass


async def ids(bench: Workbench) -> dict[str, str]:
    """The ids of the drafts by their edges."""
    return {one.draft.edge.id: one.draft.id for one in await bench.drafts("museum")}


async def states(bench: Workbench) -> dict[str, str]:
    return {one.draft.edge.id: one.state for one in await bench.drafts("museum")}


async def edges(bench: Workbench) -> dict[str, Edge]:
    return {one.id: one for one in (await bench.workspace_pool.get("museum")).workspace.edges}


async def test_an_accepted_edge_is_in_the_graph_with_its_provenance(bench: Workbench) -> None:
    draft = (await ids(bench))[PAINTED]
    assert (await bench.accept_drafts("museum", [draft], author="Ann")).decided == (draft,)
    edge = (await edges(bench))[PAINTED]
    assert edge.evidence and (edge.evidence.model, edge.evidence.date) > ("", "")
    assert edge.evidence.model == MODEL and edge.properties == {"technique": "tempera"}
    opened = await bench.workspace_pool.get("museum")
    assert opened.workspace.nodes["painting:lighthouse"].evidence == edge.evidence
    text = opened.documents[edge.evidence.document].text
    span = edge.evidence.span
    assert span and text[span.start : span.end] == edge.evidence.quote
    (made,) = await bench.corrections("museum")
    assert (made.kind, made.author, made.other_id) == (
        "accept_draft",
        "Ann",
        "painting:lighthouse",
    )
    assert await states(bench) == {PAINTED: "accepted", HANGS: "pending"}


async def test_an_answer_cites_the_quote_of_an_accepted_edge(bench: Workbench) -> None:
    before = await bench.ask("What did Vasin paint?", workspace="museum", options=OFFLINE)
    assert not any(fact.path for fact in before.facts.items)
    await bench.accept_drafts("museum", [(await ids(bench))[PAINTED]])
    run = await bench.ask("What did Vasin paint?", workspace="museum", options=OFFLINE)
    (fact,) = [fact for fact in run.facts.items if fact.path]
    assert fact.quote and fact.quote.model == MODEL and "Lighthouse" in (fact.text or "")
    assert (await bench.runs.get(run.id)) == run


async def test_undoing_takes_the_edge_and_its_node_back(bench: Workbench) -> None:
    drafts = await ids(bench)
    await bench.accept_drafts("museum", list(drafts.values()))
    await bench.undo_drafts("museum", [drafts[PAINTED]])
    opened = (await bench.workspace_pool.get("museum")).workspace
    assert PAINTED not in await edges(bench) and HANGS in await edges(bench)
    assert "painting:lighthouse" in opened.nodes, "the other edge has it too"
    await bench.undo_drafts("museum", [drafts[HANGS]])
    opened = (await bench.workspace_pool.get("museum")).workspace
    assert "painting:lighthouse" not in opened.nodes
    assert set((await states(bench)).values()) == {"pending"}
    (first, *_) = await bench.corrections("museum")
    with pytest.raises(InputError):
        await bench.undo_correction("museum", first.id)


async def test_a_rejected_edge_does_not_come_back(bench: Workbench) -> None:
    await bench.reject_drafts("museum", [(await ids(bench))[PAINTED]])
    await extract(bench, model="openai:gpt-4o-mini")
    assert await states(bench) == {PAINTED: "rejected", HANGS: "pending"}
    assert PAINTED not in await edges(bench)
    await bench.accept_drafts("museum", [(await ids(bench))[PAINTED]])
    assert (await states(bench))[PAINTED] == "accepted", "the last decision counts"
    await bench.remove_edge("museum", PAINTED)
    assert (await states(bench))[PAINTED] == "rejected", "an edge that a person removed is rejected"


async def test_an_edited_draft_is_accepted_with_its_changes(bench: Workbench) -> None:
    (one,) = [one.draft for one in await bench.drafts("museum") if one.draft.edge.id == HANGS]
    south = one.target.model_copy(update={"node_id": "hall:south"})
    with pytest.raises(WorkspaceError):
        await bench.edit_draft("museum", one.model_copy(update={"type": "PAINTED"}))
    await bench.edit_draft("museum", one.model_copy(update={"target": south}))
    assert "painting:lighthouse|HANGS_IN|hall:south" in await edges(bench)
    assert HANGS not in await edges(bench)
    assert (await states(bench))[HANGS] == "edited"
    assert [one.state for one in await bench.drafts("museum", state="accepted")] == ["edited"]


async def test_drafts_are_chosen_by_relation_document_and_supports(bench: Workbench) -> None:
    async def chosen(**filters: object) -> set[str]:
        found = await bench.drafts("museum", **filters)  # type: ignore[arg-type]
        return {one.draft.edge.id for one in found}

    assert await chosen() == {PAINTED, HANGS}
    assert await chosen(relation="HANGS_IN") == {HANGS}
    assert await chosen(document="letters*") == {PAINTED}
    assert await chosen(supports=2) == {PAINTED}
    assert await chosen(state="rejected") == set()


async def test_a_quote_is_found_again_in_a_changed_document(bench: Workbench, folder: Path) -> None:
    await bench.accept_drafts("museum", list((await ids(bench)).values()))
    document = folder / "documents" / "lighthouse.md"
    document.write_text(f"# Much later\n\nNews first.\n\n{QUOTE}", "utf-8")
    await bench.workspace_pool.reopen("museum")
    text = (await bench.workspace_pool.get("museum")).documents["lighthouse.md"].text
    hung = (await edges(bench))[HANGS]
    assert hung.evidence and hung.evidence.span is None, "the quote is gone"
    nodes = (await bench.workspace_pool.get("museum")).workspace.nodes
    assert nodes["painting:lighthouse"].evidence
    for edge in (await edges(bench)).values():
        if edge.evidence and edge.evidence.span:
            span, name = edge.evidence.span, edge.evidence.document
            text = bench.sync.document("museum", name).text
            assert text[span.start : span.end] == edge.evidence.quote


async def test_a_draft_whose_node_is_gone_is_refused(bench: Workbench) -> None:
    drafts = await ids(bench)
    await bench.remove_node("museum", "hall:north")
    with pytest.raises(InputError, match="draft-nobody"):
        await bench.accept_drafts("museum", ["draft-nobody"])
    made = await bench.accept_drafts("museum", list(drafts.values()))
    assert made.decided == (drafts[PAINTED],)
    assert made.refused[drafts[HANGS]].kind == "WorkspaceError"


async def test_a_rejection_makes_no_run_outdated(bench: Workbench) -> None:
    run = await bench.ask("What hangs in the North hall?", workspace="museum", options=OFFLINE)
    drafts = await ids(bench)
    await bench.reject_drafts("museum", [drafts[HANGS]])
    summaries = await bench.runs.list(workspace="museum")
    assert await bench.outdated_runs(summaries) == frozenset()
    await bench.accept_drafts("museum", [drafts[HANGS]])
    assert await bench.outdated_runs(summaries) == {run.id}
