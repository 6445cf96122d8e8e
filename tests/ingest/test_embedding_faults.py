"""Whatever a provider of embeddings does: one typed error with a hint, and the index as before."""

import asyncio
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

import pytest

from tests.llm.vendors import EMBEDDERS, KEY
from tests.modelserver.embedding_faults import EMBEDDING_FAULTS, EmbeddingFault
from tests.modelserver.embeddings import embed
from tests.modelserver.server import ModelServer
from tests.support.embedded_museum import HALLS, Indexed, indexed_museum
from workbench.errors import ProviderError, StoreError, WorkbenchError
from workbench.ingest.open_index import open_index
from workbench.llm.wrappers.retry import TRIES
from workbench.tools.registry import TOOL_SPECS
from workbench.workspace import open_workspace

LEAST_S = 0.001
"""Seconds that a request is given when the deadline is over."""


@pytest.fixture(scope="module", params=EMBEDDERS)
def museum(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Indexed]:
    with ModelServer() as server:
        yield indexed_museum(request.param, tmp_path_factory.mktemp("museum"), server)


@pytest.fixture
def fresh(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Indexed]:
    with ModelServer() as server:
        yield indexed_museum(getattr(request, "param", EMBEDDERS[0]), tmp_path, server)


@pytest.mark.parametrize("fault", EMBEDDING_FAULTS.values(), ids=EMBEDDING_FAULTS)
def test_a_fault_of_the_embedder_keeps_the_index_within_its_deadline(
    fault: EmbeddingFault, museum: Indexed
) -> None:
    before = museum.state()
    museum.server.always(fault.answer)
    museum.server.requests.clear()
    museum.write("amber", "new things")
    museum.write("birch", "other new things")
    museum.deadlines.clear()
    with pytest.raises(WorkbenchError) as failed:
        museum.open(fault.deadline_s)
    given = museum.deadlines
    assert all(seconds <= fault.deadline_s for seconds in given)
    assert all(later < earlier or later <= LEAST_S for earlier, later in pairwise(given))
    assert failed.value.kind == fault.error
    assert failed.value.message
    assert failed.value.hint
    if fault.tries is not None:
        assert len(museum.server.requests) == fault.tries
    assert len(museum.server.requests) <= TRIES
    assert museum.state() == before
    assert KEY not in f"{failed.value!r} {failed.value.__cause__!r} {museum.embedder()!r}"


def test_once_the_provider_is_well_again_the_index_is_finished(fresh: Indexed) -> None:
    fresh.server.always(EMBEDDING_FAULTS["not a number"].answer)
    fresh.write("amber", "clocks")
    with pytest.raises(ProviderError):
        fresh.open()
    fresh.server.always(embed())
    library = fresh.open()
    report = asyncio.run(library.retriever.search_with_report("clocks"))
    assert "clocks" in str(report.passages[0].text)
    assert fresh.problems() == ()


def test_the_error_says_how_to_go_on_without_it(fresh: Indexed) -> None:
    fresh.server.always(EMBEDDING_FAULTS["http 401"].answer)
    fresh.write("amber", "clocks")
    with pytest.raises(ProviderError) as failed:
        fresh.open()
    assert "OPENAI_API_KEY" in failed.value.hint
    assert "unset EMBEDDER" in failed.value.message
    without = asyncio.run(open_index(open_workspace(fresh.root, TOOL_SPECS), fresh.settings))
    report = asyncio.run(without.retriever.search_with_report("clocks"))
    assert "clocks" in str(report.passages[0].text)


def test_a_rebuild_forgets_nothing_before_the_embedder_answers(fresh: Indexed) -> None:
    before = fresh.state()
    fresh.server.always(EMBEDDING_FAULTS["http 503"].answer)
    with pytest.raises(ProviderError):
        fresh.open(rebuild=True)
    assert fresh.state() == before
    fresh.server.always(embed())
    assert not fresh.open().built


def test_a_model_that_changes_its_size_is_refused_until_the_index_is_built_anew(
    fresh: Indexed,
) -> None:
    before = fresh.state()
    fresh.server.always(embed(size=32))
    fresh.write("amber", "clocks")
    with pytest.raises(StoreError, match="dimension") as failed:
        fresh.open()
    assert "reindex" in failed.value.hint
    assert fresh.state() == before
    assert fresh.open(rebuild=True).built
    assert fresh.problems() == ()


def test_a_stopped_embedding_goes_on_where_it_stopped(tmp_path: Path) -> None:
    with ModelServer() as server:
        museum = indexed_museum("compatible:bge-m3", tmp_path, server)
        for number in range(150):
            museum.write(f"hall{number}", f"things numbered {number}")
        server.requests.clear()
        server.queue(embed(), embed())
        server.always(EMBEDDING_FAULTS["http 401"].answer)
        with pytest.raises(ProviderError):
            museum.open()
        assert len(museum.vectors.ids()) == len(HALLS) + 2 * 62
        server.requests.clear()
        server.always(embed())
        museum.open()
        assert len(server.requests) == 1, "150 passages less the 124 that were there"
        assert museum.problems() == ()
