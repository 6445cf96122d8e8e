"""Whatever a provider of embeddings does: one typed error with a hint, and the index as before."""

import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from tests.llm.vendors import EMBEDDERS, KEY, settings_for
from tests.modelserver.embedding_faults import EMBEDDING_FAULTS, EmbeddingFault
from tests.modelserver.embeddings import embed
from tests.modelserver.server import ModelServer
from tests.support.museum import write_museum
from workbench.errors import ProviderError, StoreError, WorkbenchError
from workbench.ingest.build import OpenedLibrary, open_library, verify_library
from workbench.ingest.catalogue import FILE
from workbench.llm.breaker import Breaker
from workbench.llm.budget import Budget
from workbench.llm.embedder import ProviderEmbedder
from workbench.llm.line import Line
from workbench.llm.providers import embedding_model
from workbench.llm.retry import TRIES, Patience
from workbench.llm.slots import Slots
from workbench.retrieval.dense import ChromaIndex, collection_name
from workbench.settings import Settings
from workbench.workspace import open_workspace

HALLS = {"amber": "carved beads", "birch": "bark letters", "copper": "coins", "dune": "pictures"}


@dataclass
class Indexed:
    """A small workspace that was indexed with a provider's embeddings."""

    name: str
    root: Path
    settings: Settings
    server: ModelServer

    def write(self, hall: str, text: str) -> None:
        path = self.root / "documents" / f"{hall}.md"
        path.parent.mkdir(exist_ok=True)
        path.write_text(f"# {hall.title()}\n\nThe hall shows {text}.\n", "utf-8")

    def embedder(self, deadline_s: float = 10.0) -> ProviderEmbedder:
        return ProviderEmbedder(
            embedding_model(self.name, self.settings),
            Line(self.name, Slots(4), Breaker(failures=99, pause_s=1)),
            Budget(),
            query_deadline_s=deadline_s,
            documents_deadline_s=deadline_s,
            patience=Patience(pause_s=0.01),
        )

    def open(self, deadline_s: float = 10.0, *, rebuild: bool = False) -> OpenedLibrary:
        return open_library(
            open_workspace(self.root),
            self.settings,
            embedder=self.embedder(deadline_s),
            rebuild=rebuild,
        )

    def problems(self) -> tuple[str, ...]:
        return verify_library(open_workspace(self.root), self.settings, embedder=self.embedder())

    @property
    def vectors(self) -> ChromaIndex:
        folder = self.settings.workbench_home / "indexes" / "museum" / "vectors"
        return ChromaIndex(collection_name("museum", self.name), folder=folder)

    def state(self) -> tuple[bytes, set[str]]:
        catalogue = self.settings.workbench_home / "indexes" / "museum" / FILE
        return catalogue.read_bytes(), self.vectors.ids()


def indexed(name: str, folder: Path, server: ModelServer) -> Indexed:
    settings = settings_for(server).model_copy(update={"workbench_home": folder / "home"})
    museum = Indexed(name, write_museum(folder), settings, server)
    for hall, text in HALLS.items():
        museum.write(hall, text)
    server.always(embed())
    museum.open(60.0)
    return museum


@pytest.fixture(scope="module", params=EMBEDDERS)
def museum(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Indexed]:
    with ModelServer() as server:
        yield indexed(request.param, tmp_path_factory.mktemp("museum"), server)


@pytest.fixture
def fresh(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Indexed]:
    with ModelServer() as server:
        yield indexed(getattr(request, "param", EMBEDDERS[0]), tmp_path, server)


@pytest.mark.parametrize("fault", EMBEDDING_FAULTS.values(), ids=EMBEDDING_FAULTS)
def test_every_fault(fault: EmbeddingFault, museum: Indexed) -> None:
    before = museum.state()
    museum.server.always(fault.answer)
    museum.server.requests.clear()
    museum.write("amber", "new things")
    museum.write("birch", "other new things")
    started = time.monotonic()
    with pytest.raises(WorkbenchError) as failed:
        museum.open(fault.deadline_s)
    assert time.monotonic() - started < fault.deadline_s + 1
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
    assert "clocks" in str(library.retriever.look_up("clocks").passages[0].text)
    assert fresh.problems() == ()


def test_the_error_says_how_to_go_on_without_it(fresh: Indexed) -> None:
    fresh.server.always(EMBEDDING_FAULTS["http 401"].answer)
    fresh.write("amber", "clocks")
    with pytest.raises(ProviderError) as failed:
        fresh.open()
    assert "OPENAI_API_KEY" in failed.value.hint
    assert "unset EMBEDDER" in failed.value.message
    without = open_library(open_workspace(fresh.root), fresh.settings)
    assert "clocks" in str(without.retriever.look_up("clocks").passages[0].text)


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
        museum = indexed("compatible:bge-m3", tmp_path, server)
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
