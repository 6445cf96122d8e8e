"""The Tool port: one kind of plan step, carried out."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Protocol

from workbench.domain.evidence import Evidence, Gap, Section, StageError, Subgraph
from workbench.domain.local_text import Language
from workbench.domain.plan import Limits
from workbench.retrieval.graph_store import DictGraphStore
from workbench.retrieval.search import Retriever
from workbench.workspace import Workspace
from workbench.workspace.tool_specs import ToolSpec


@dataclass(frozen=True)
class CallContext:
    """What a tool needs to know beside its arguments."""

    language: Language
    call: int
    """Index of the executed call, kept on every item."""
    limits: Limits
    relevance: Mapping[str, float] = field(default_factory=dict)
    """How surely each entity id was recognised, on 0-1: the relevance of facts about it."""
    default_relevance: float = 1.0
    """The plan's own confidence, for facts about no entity in particular."""
    order_language: Language | None = None
    """The language that sorts names on a further page of a list; None for the reader's own."""

    @property
    def sorted_in(self) -> Language:
        """The language whose spelling of names gives the facts their order."""
        return self.order_language or self.language


@dataclass(frozen=True)
class ToolOutcome:
    """What one call found: all of it, before any display limit."""

    items: tuple[Evidence, ...] = ()
    section: Section | None = None
    subgraph: Subgraph = field(default_factory=Subgraph)
    requested: int = 1
    """How many (entity x relation) pairs the call asked for."""
    answered: int = 0
    gaps: tuple[Gap, ...] = ()
    outage: StageError | None = None
    """What it had to do without: something it searches was down, and it went on."""


class Tool(Protocol):
    """Carries out calls of one kind. A store that is down raises ToolError or StoreError."""

    @property
    def kind(self) -> str:
        """The kind of arguments that it takes."""
        ...

    async def run(self, args: Any, context: CallContext) -> ToolOutcome:
        """Carry out one call. ``args`` are of the kind's own class: the executor sees to it."""
        ...


@dataclass(frozen=True)
class ToolParts:
    """What a workspace has for its tools."""

    workspace: Workspace
    graph: DictGraphStore
    retriever: Retriever


@dataclass(frozen=True)
class ToolKind:
    """A kind of tool: what plans, editor and panels know of it, and how it is built."""

    spec: ToolSpec
    build: Callable[[ToolParts], Tool]
