"""The Tool port, which executes one kind of plan step."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Protocol

from workbench.domain.evidence import (
    Evidence,
    ExecutedStatement,
    Gap,
    Section,
    StageError,
    Subgraph,
)
from workbench.domain.graph_query import GraphQuery
from workbench.domain.local_text import Language
from workbench.domain.plan import Limits
from workbench.errors import ProviderError
from workbench.retrieval.embedders import Embedder
from workbench.retrieval.graph_store import GraphStore
from workbench.retrieval.search import Retriever
from workbench.retrieval.tables.query import TableStore
from workbench.workspace import Workspace
from workbench.workspace.tool_specs import ToolSpec


@dataclass(frozen=True)
class CallContext:
    """The context of a call, besides its arguments."""

    language: Language
    call: int
    """Index of the executed call, stored on every item."""
    limits: Limits
    relevance: Mapping[str, float] = field(default_factory=dict)
    """Confidence of each entity id on 0-1, used as the relevance of facts about it."""
    default_relevance: float = 1.0
    """The plan's confidence, used as the relevance of facts not tied to an entity."""
    order_language: Language | None = None
    """The language to sort names by on later pages of a list; None uses the reader's language."""

    earlier: GraphQuery | None = None
    """The query of the earlier turn, whose sets a query may refer to."""
    embedder: Embedder | None = None
    """The run's embedder, which records and replays query vectors; None uses the workspace's."""
    embedder_changed: ProviderError | None = None
    """Why a replay finds other passages than the recorded run: EMBEDDER has changed since."""

    @property
    def sort_language(self) -> Language:
        """The language to sort names by."""
        return self.order_language or self.language


@dataclass(frozen=True)
class ToolOutcome:
    """All results of one call, before display limits."""

    items: tuple[Evidence, ...] = ()
    section: Section | None = None
    subgraph: Subgraph = field(default_factory=Subgraph)
    statement: ExecutedStatement | None = None
    """The SQL statement that ran, if one did."""
    requested: int = 1
    """Number of (entity x relation) pairs that the call asked for."""
    answered: int = 0
    gaps: tuple[Gap, ...] = ()
    outage: StageError | None = None
    """The failure of a part, such as the embedder, without which the call completed."""


class Tool(Protocol):
    """Executes calls of one kind. Raises ToolError or StoreError if its store is down."""

    @property
    def kind(self) -> str:
        """The kind of its arguments."""
        ...

    async def run(self, args: Any, context: CallContext) -> ToolOutcome:
        """Execute one call. The executor passes ``args`` of the kind's own class."""
        ...


@dataclass(frozen=True)
class ToolParts:
    """The parts of a workspace that tools are built from."""

    workspace: Workspace
    graph: GraphStore
    retriever: Retriever
    tables: TableStore


@dataclass(frozen=True)
class ToolKind:
    """A kind of tool: its description for plans and screens, and its factory."""

    spec: ToolSpec
    build: Callable[[ToolParts], Tool]
