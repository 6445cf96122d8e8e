"""A small workspace indexed with a provider's embeddings."""

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from tests.llm.vendors import settings_for
from tests.modelserver.embeddings import embed
from tests.modelserver.server import ModelServer
from tests.support.museum_workspace import write_museum
from workbench.errors import ProviderError
from workbench.ingest.catalogue import Catalogue, IndexState
from workbench.ingest.index_spec import OpenedIndex
from workbench.ingest.open_index import open_index, verify_index
from workbench.llm.embedding.provider_embedder import ProviderEmbedder
from workbench.llm.embedding_model import (
    EmbeddedTexts,
    EmbeddingLimits,
    EmbeddingModel,
    Purpose,
)
from workbench.llm.endpoint import embedding_model
from workbench.llm.wrappers.budget import Budget
from workbench.llm.wrappers.guard import CircuitBreaker, ConcurrencyLimiter, FairSemaphore
from workbench.llm.wrappers.retry import RetryPolicy
from workbench.retrieval.dense import ChromaIndex, collection_name
from workbench.settings import Settings
from workbench.tools.registry import TOOL_SPECS
from workbench.workspace import open_workspace

HALLS = {"amber": "carved beads", "birch": "bark letters", "copper": "coins", "dune": "pictures"}


@dataclass(frozen=True)
class TimedModel:
    """A model that notes the seconds that each request is given."""

    model: EmbeddingModel
    deadlines: list[float]

    @property
    def name(self) -> str:
        return self.model.name

    @property
    def limits(self) -> EmbeddingLimits:
        return self.model.limits

    async def embed(
        self, texts: Sequence[str], purpose: Purpose, deadline_s: float
    ) -> EmbeddedTexts:
        self.deadlines.append(deadline_s)
        return await self.model.embed(texts, purpose, deadline_s)

    def dimension_error(self) -> ProviderError:
        return self.model.dimension_error()


@dataclass
class Indexed:
    """The workspace, its server and its embedder."""

    name: str
    root: Path
    settings: Settings
    server: ModelServer
    deadlines: list[float] = field(default_factory=list)
    """Seconds given to each request for embeddings."""

    def write(self, hall: str, text: str) -> None:
        path = self.root / "documents" / f"{hall}.md"
        path.parent.mkdir(exist_ok=True)
        path.write_text(f"# {hall.title()}\n\nThe hall shows {text}.\n", "utf-8")

    def embedder(self, deadline_s: float = 10.0) -> ProviderEmbedder:
        breaker = CircuitBreaker(failures=99, cool_down_s=1)
        return ProviderEmbedder(
            TimedModel(embedding_model(self.name, self.settings), self.deadlines),
            ConcurrencyLimiter(self.name, FairSemaphore(4), breaker),
            Budget(),
            query_deadline_s=deadline_s,
            documents_deadline_s=deadline_s,
            retry_policy=RetryPolicy(pause_s=0.01),
        )

    def open(self, deadline_s: float = 10.0, *, rebuild: bool = False) -> OpenedIndex:
        opening = open_index(
            open_workspace(self.root, TOOL_SPECS),
            self.settings,
            embedder=self.embedder(deadline_s),
            rebuild=rebuild,
        )
        return asyncio.run(opening)

    def problems(self) -> tuple[str, ...]:
        return verify_index(
            open_workspace(self.root, TOOL_SPECS), self.settings, embedder=self.embedder()
        )

    @property
    def vectors(self) -> ChromaIndex:
        folder = self.settings.workbench_home / "indexes" / "museum" / "vectors"
        return ChromaIndex(collection_name("museum", self.name), folder=folder)

    def state(self) -> tuple[IndexState, set[str]]:
        """The published state and the vectors."""
        state = Catalogue(self.settings.workbench_home / "indexes" / "museum").state()
        assert state is not None
        return replace(state, is_building=False, build=0, fingerprints={}), self.vectors.ids()


def indexed_museum(name: str, folder: Path, server: ModelServer) -> Indexed:
    """Build the workspace and its index, with a server that works."""
    settings = settings_for(server).model_copy(update={"workbench_home": folder / "home"})
    museum = Indexed(name, write_museum(folder), settings, server)
    for hall, text in HALLS.items():
        museum.write(hall, text)
    server.always(embed())
    museum.open(60.0)
    return museum
