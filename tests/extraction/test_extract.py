"""Edges are drafted from passages by a model: verified, merged, resumable, and bounded."""

import asyncio
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.modelserver.answers import hang, status
from tests.modelserver.server import ModelServer
from tests.support.extracting_museum import (
    DOCUMENTS,
    MODEL,
    OBEDIENT,
    QUOTE,
    edge,
    node,
    open_museum,
    passage_of,
    reply,
    script,
    write_documents,
)
from workbench import Workbench
from workbench.domain.drafts import EdgeDraft
from workbench.errors import InputError
from workbench.extraction import request as requests
from workbench.extraction.report import ExtractionReport, ExtractionStep


@pytest.fixture
def server() -> Iterator[ModelServer]:
    with ModelServer() as server:
        yield server


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return write_documents(tmp_path)


@pytest.fixture
def bench(folder: Path, server: ModelServer) -> Workbench:
    return open_museum(folder.parent, server)


async def extract(bench: Workbench, **options: Any) -> ExtractionReport:
    events = [event async for event in bench.extract("museum", **options)]
    assert all(isinstance(event, ExtractionStep) for event in events[:-1])
    assert isinstance(events[-1], ExtractionReport)
    return events[-1]


async def drafts(bench: Workbench) -> dict[str, EdgeDraft]:
    """The drafts by their edges."""
    return {draft.edge.id: draft for draft in await bench.runs.drafts.list("museum")}


async def test_an_obedient_model_drafts_edges_with_their_quotes(
    bench: Workbench, server: ModelServer
) -> None:
    script(server, OBEDIENT)
    report = await extract(bench)
    assert (report.passages, report.new, report.in_graph, report.supported) == (3, 2, 1, 1)
    assert not report.dropped and not report.failed
    found = await drafts(bench)
    assert set(found) == {
        "painter:vasin|PAINTED|painting:lighthouse",
        "painting:lighthouse|HANGS_IN|hall:north",
    }
    painted = found["painter:vasin|PAINTED|painting:lighthouse"]
    assert [one.document for one in painted.supports] == ["letters.md", "lighthouse.md"]
    assert painted.properties == {"technique": "tempera"}
    for draft in found.values():
        assert draft.is_certain
        for support in draft.supports:
            text = bench.sync.document("museum", support.document).text
            assert text[support.span.start : support.span.end] == support.quote
    added = [node for draft in found.values() for node in draft.new_nodes]
    assert {node.id for node in added} == {"painting:lighthouse"}
    assert all(node.evidence and node.evidence.model == MODEL for node in added)


async def test_drafts_do_not_count_before_review(bench: Workbench, server: ModelServer) -> None:
    before = (await bench.workspace_pool.get("museum")).workspace
    script(server, OBEDIENT)
    await extract(bench)
    await bench.workspace_pool.refresh("museum")
    after = (await bench.workspace_pool.get("museum")).workspace
    assert (after.nodes, after.edges) == (before.nodes, before.edges)


async def test_a_passage_is_read_once_with_the_same_model_prompt_and_types(
    bench: Workbench, server: ModelServer, folder: Path
) -> None:
    script(server, OBEDIENT)
    assert (await extract(bench, limit=1)).passages == 1
    assert (await extract(bench)).passages == 2
    assert (await extract(bench)).passages == 0
    assert len(server.requests) == len({passage_of(one)["text"] for one in server.requests}) == 3
    assert (await extract(bench, model="openai:gpt-4o-mini")).repeated == 3
    spec = folder / "workspace.yaml"
    spec.write_text(spec.read_text("utf-8").replace("висит в", "выставлена в"), "utf-8")
    await bench.workspace_pool.reopen("museum")
    assert (await bench.estimate_extraction("museum")).passages == 3


async def test_the_estimate_tells_calls_tokens_and_price(
    bench: Workbench, server: ModelServer
) -> None:
    script(server, OBEDIENT)
    await extract(bench, documents="known.md")
    estimate = await bench.estimate_extraction("museum", limit=1)
    assert (estimate.passages, estimate.done, estimate.left) == (1, 1, 1)
    assert estimate.input_tokens > 300 and estimate.output_tokens == requests.MAX_TOKENS
    assert estimate.price_usd is not None and 0 < estimate.price_usd < 0.1
    unknown = await bench.estimate_extraction("museum", model="openai:nobody-knows")
    assert unknown.price_usd is None
    assert len(server.requests) == 1


async def test_edges_that_the_passage_does_not_state_are_dropped_with_their_reason(
    bench: Workbench, server: ModelServer
) -> None:
    nodes = [
        node("painter", "Vasin"),
        node("painting", "Lighthouse"),
        node("hall", "North hall"),
        node("painter", "Orlova"),
    ]
    script(
        server,
        {
            "lighthouse.md": reply(
                nodes,
                [
                    edge("Vasin", "PAINTED", "Lighthouse", "Vasin painted a lighthouse."),
                    edge("Vasin", "PAINTED", "Lighthouse", "."),
                    edge("Lighthouse", "PAINTED", "Vasin", QUOTE),
                    edge("Vasin", "LIKES", "Lighthouse", QUOTE),
                    edge("Vasin", "PAINTED", "Ghost ship", QUOTE),
                    edge("Orlova", "PAINTED", "Lighthouse", QUOTE),
                    edge("Vasin", "PAINTED", "Lighthouse", QUOTE, technique="watercolour"),
                ],
            )
        },
    )
    report = await extract(bench)
    assert report.dropped == {
        "no_quote": 2,
        "wrong_ends": 1,
        "no_relation": 1,
        "no_type": 1,
        "not_named": 1,
    }
    (draft,) = (await drafts(bench)).values()
    assert draft.edge.id == "painter:vasin|PAINTED|painting:lighthouse"
    assert draft.properties == {}, "the passage knows of no watercolour"


async def test_names_that_are_no_names_are_dropped(bench: Workbench, server: ModelServer) -> None:
    def drafted(name: str) -> str:
        nodes = [node("painter", "Vasin", "Vasin\x1b[2J", "x" * 500), node("painting", name)]
        return reply(nodes, [edge("Vasin", "PAINTED", name, QUOTE, technique="tempera\x00")])

    script(server, {"lighthouse.md": drafted("Lighthouse\x00")})
    assert (await extract(bench)).dropped == {"no_type": 1}
    script(server, {"lighthouse.md": drafted("Lighthouse")})
    assert (await extract(bench, model="openai:gpt-4o-mini")).new == 1
    (draft,) = (await drafts(bench)).values()
    assert draft.source.aliases == () and draft.properties == {}


async def test_a_node_under_another_name_is_not_drafted_again(
    bench: Workbench, server: ModelServer
) -> None:
    script(
        server,
        {
            "lighthouse.md": reply(
                [node("painter", "Васин", "Vasin"), node("painting", "The Lighthouse")],
                [edge("Vasin", "PAINTED", "The Lighthouse", QUOTE)],
            ),
            "letters.md": reply(
                [node("painter", "Vasin"), node("painting", "Lighthouses", "Lighthouse")],
                [edge("Vasin", "PAINTED", "Lighthouses", "Vasin, who painted Lighthouse")],
            ),
        },
    )
    report = await extract(bench)
    assert (report.new, report.supported) == (1, 1)
    (draft,) = (await drafts(bench)).values()
    assert draft.source.node_id == "painter:vasin" and not draft.source.is_new
    assert draft.target.is_new and len(draft.supports) == 2


async def test_an_uncertain_name_is_shown_as_such(bench: Workbench, server: ModelServer) -> None:
    script(
        server,
        {
            "letters.md": reply(
                [node("painter", "Petrov"), node("painting", "Lighthouse")],
                [edge("Petrov", "PAINTED", "Lighthouse", "Vasin, who painted Lighthouse")],
            ),
            "known.md": reply(
                [node("painter", "Anna Orlova", "Orlova"), node("painting", "Bridge")],
                [edge("Anna Orlova", "PAINTED", "Bridge", "Orlova painted Bridge in 1924.")],
            ),
        },
    )
    await extract(bench)
    found = {draft.source.name: draft.source for draft in (await drafts(bench)).values()}
    assert set(found) == {"Anna Orlova"}, "a name that is not in the text is dropped"
    assert not found["Anna Orlova"].is_certain
    assert found["Anna Orlova"].node_id == "painter:orlova"


async def test_a_bad_reply_costs_one_passage_and_is_asked_for_again(
    bench: Workbench, server: ModelServer
) -> None:
    script(server, {**OBEDIENT, "letters.md": '{"nodes": [], "edges": [{"source": '})
    report = await extract(bench)
    assert (report.passages, report.new) == (2, 2)
    (failed,) = report.failed
    assert (failed.document, failed.error.code) == ("letters.md", "extraction.not_edges")
    script(server, OBEDIENT)
    again = await extract(bench)
    assert (again.passages, again.supported, again.failed) == (1, 1, ())


async def test_a_reply_that_does_not_come_costs_one_passage(
    bench: Workbench, server: ModelServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(requests, "DEADLINE_S", 0.5)
    script(server, {**OBEDIENT, "letters.md": hang})
    report = await extract(bench)
    assert (report.passages, report.stopped) == (2, None)
    assert [one.document for one in report.failed] == ["letters.md"]


async def test_a_refused_key_stops_the_extraction(bench: Workbench, server: ModelServer) -> None:
    server.always(status(401))
    report = await extract(bench)
    assert report.stopped is not None and report.stopped.code == "llm.refused_key"
    assert report.passages == 0 and len(report.failed) + report.unread == len(DOCUMENTS)


async def test_a_spent_budget_stops_the_extraction(folder: Path, server: ModelServer) -> None:
    bench = open_museum(folder.parent, server, budget_tokens=100)
    script(server, OBEDIENT)
    report = await extract(bench)
    assert report.stopped is not None and report.stopped.kind == "BudgetError"
    assert server.requests == []


async def test_closing_the_stream_keeps_what_was_read(
    bench: Workbench, server: ModelServer
) -> None:
    script(server, OBEDIENT)
    stream = bench.extract("museum")
    await anext(stream)
    await stream.aclose()
    await asyncio.sleep(0)
    left = await bench.estimate_extraction("museum")
    assert (left.done, left.passages) == (1, 2)


async def test_what_cannot_be_extracted_is_said_before_any_call(
    folder: Path, server: ModelServer
) -> None:
    bench = open_museum(folder.parent, server, planner_model="offline")
    with pytest.raises(InputError, match="needs a model"):
        await bench.estimate_extraction("museum")
    with pytest.raises(InputError, match="no documents"):
        await bench.estimate_extraction("museum", model=MODEL, documents="reports/*")
    (folder.parent / "plain").mkdir()
    (folder.parent / "plain" / "workspace.yaml").write_text("id: plain\ntitle: Plain\n", "utf-8")
    bench.workspace_pool.find()
    with pytest.raises(InputError, match="no types of edges"):
        await bench.estimate_extraction("plain", model=MODEL)
    assert server.requests == []
