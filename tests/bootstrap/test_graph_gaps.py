"""The register of graph gaps: counted over runs, with passages; a known edge goes to review."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from tests.support.museum_workspace import without_intents, write_museum
from workbench import Workbench
from workbench.domain.graph_gaps import GraphGap
from workbench.errors import InputError
from workbench.settings import Settings

TEXT = "Vasin painted Bridge with oil, after the picture by Orlova, and called it Harbour."
NO_EDGE = "With what technique did Vasin paint Bridge?"
NO_WORKS = "What did Vasin paint?"


@pytest.fixture
async def bench(tmp_path: Path) -> AsyncIterator[Workbench]:
    folder = write_museum(tmp_path, without_intents("WORKS", "PAINTERS", "HALLS_OF"))
    (folder / "documents" / "harbour.md").write_text(f"# Harbour\n\n{TEXT}\n", "utf-8")
    settings = Settings(
        _env_file=None,  # type: ignore[call-arg]
        workbench_home=tmp_path / "home",
        workbench_workspaces=(tmp_path,),
        workbench_default="museum",
    )
    yield Workbench.open(settings)


async def gap_of(bench: Workbench, question: str) -> GraphGap:
    """The line of the register with the newest run of a question."""
    gaps = await bench.graph_gaps("museum")
    return next(gap for gap in gaps if question in {run.question for run in gap.runs})


async def test_a_gap_is_counted_over_the_runs_that_met_it(bench: Workbench) -> None:
    asked = [await bench.ask(NO_WORKS, workspace="museum") for _ in range(2)]
    await bench.ask("In which hall does Sketch hang?", workspace="museum")
    await bench.ask("What did Orlova paint?", workspace="museum")

    first, second = await bench.graph_gaps("museum")

    assert (first.missing.subject, first.missing.relation) == ("painter:vasin", "PAINTED")
    assert first.times == 2
    assert [run.id for run in first.runs] == [run.id for run in reversed(asked)]
    assert first.last_at == asked[1].created_at
    assert [one.text for one in first.passages] == [TEXT]
    assert first.draft is None, "the object is not known"
    assert (second.missing.subject, second.missing.relation) == ("painting:sketch", "HANGS_IN")
    assert second.times == 1


async def test_a_fork_that_reuses_the_calls_does_not_count(bench: Workbench) -> None:
    run = await bench.ask(NO_WORKS, workspace="museum")
    await bench.fork(run, "render")
    (gap,) = await bench.graph_gaps("museum")
    assert [one.id for one in gap.runs] == [run.id]


async def test_an_edge_that_a_passage_names_goes_to_review(bench: Workbench) -> None:
    await bench.ask(NO_EDGE, workspace="museum")
    assert (await gap_of(bench, NO_EDGE)).draft is None, "no run has found a passage"
    await bench.ask(NO_WORKS, workspace="museum")

    gap = await gap_of(bench, NO_EDGE)
    assert not gap.is_drafted
    draft = await bench.promote_gap("museum", gap.id)
    await bench.promote_gap("museum", gap.id)

    (reviewed,) = await bench.drafts("museum")
    assert reviewed.state == "pending"
    assert reviewed.edge.id == "painter:vasin|PAINTED|painting:bridge"
    assert [one.quote for one in reviewed.draft.supports] == [TEXT]
    assert (await gap_of(bench, NO_EDGE)).is_drafted
    await bench.accept_drafts("museum", [draft.id])
    again = await bench.ask(NO_WORKS, workspace="museum")
    assert again.facts is not None and again.facts.found
    assert not again.facts.meta.gaps
    assert (await gap_of(bench, NO_EDGE)).draft is None, "the graph has the edge"


async def test_a_gap_that_is_no_edge_is_not_promoted(bench: Workbench) -> None:
    await bench.ask(NO_WORKS, workspace="museum")
    gap = await gap_of(bench, NO_WORKS)
    with pytest.raises(InputError, match="not one edge"):
        await bench.promote_gap("museum", gap.id)
    with pytest.raises(InputError, match="no gap"):
        await bench.promote_gap("museum", "gap-0")
