"""FactsPayload and Evidence: what was found, where it comes from, what is missing."""

from typing import Any, Literal, Protocol, Self

from pydantic import Field, model_validator

from workbench.domain.base import Value, content_id
from workbench.domain.local_text import whole_characters
from workbench.domain.plan import BULLETS, BULLETS_STYLE, AnyToolArgs


class SourceRef(Value):
    """What a fact is filed under: an entity or a document, with a readable title."""

    id: str
    title: str


class Passage(Value):
    """Where a passage stands: character offsets are into the document's stored text."""

    document_id: str
    title: str
    start: int
    end: int
    heading_path: tuple[str, ...] = ()
    page: int | None = None
    metadata: dict[str, str] = Field(default_factory=dict)


class GraphPath(Value):
    """The nodes and edges that a fact was read from, in walking order."""

    nodes: tuple[str, ...]
    edges: tuple[str, ...] = ()


class Quote(Value):
    """Exact words of a document: ``text`` equals the document's text[start:end]."""

    document_id: str
    text: str
    start: int
    end: int
    title: str = ""
    """The document's title."""
    heading_path: tuple[str, ...] = ()


class Found(Value):
    """How a piece of evidence was found: a channel with its own rank (from 1) and raw score."""

    channel: str
    """``graph``, ``words``, ``characters``, ``dense`` or ``rerank``."""
    rank: int | None = None
    score: float | None = None


class Cell(Value):
    """One column of a fact laid out as a table row."""

    label: str
    value: str


class Evidence(Value):
    """A graph fact or a passage: the only citable thing. Its id depends on its content alone."""

    type: str
    text: str | None = None
    title: str | None = None
    summary: str | None = None
    source: SourceRef | None = None
    id: str = ""
    score: float | None = None
    """Absolute relevance on 0-1, comparable between graph and documents."""
    found_by: tuple[Found, ...] = ()
    span: Passage | None = None
    path: GraphPath | None = None
    more_paths: tuple[GraphPath, ...] = ()
    quote: Quote | None = None
    """The words of a document that state a graph fact, where they are known."""
    cells: tuple[Cell, ...] = ()
    group: str | None = None
    call: int = 0
    """Which executed call found it first."""

    @model_validator(mode="after")
    def _derive_id(self) -> Self:
        if not self.id:
            object.__setattr__(self, "id", self._content_id())
        return self

    def _content_id(self) -> str:
        if self.span is not None:
            return content_id("p", self.span.document_id, self.span.start, self.span.end, self.text)
        if self.path is not None:
            return content_id("f", self.type, self.path.nodes, self.path.edges)
        return content_id("f", self.type, self.text, self.title, self.summary)

    @property
    def content(self) -> str:
        """The words of the evidence: its text, or title and summary."""
        if self.text is not None:
            return self.text
        return " — ".join(part for part in (self.title, self.summary) if part)


class FactGroup(Value):
    """Items that belong together under a title."""

    title: str
    items: tuple[Evidence, ...] = ()


class Gap(Value):
    """A (entity, relation) pair that was asked for and not answered, and why."""

    call: int
    entity_id: str | None
    relation: str
    reason: Literal["absent", "filtered", "unknown_entity", "low_relevance", "failed"]
    message: str


class Section(Value):
    """What one executed call contributed, with how it wants to be shown."""

    call: int
    intent: str | None = None
    heading: str = ""
    render_style: str = BULLETS_STYLE
    limit_kind: str = BULLETS
    """The kind of its facts, for which the workspace has a cap."""
    total: int = 0
    """How many facts there are, before any limit."""


class FactsMeta(Value):
    """How complete it is. ``coverage`` = answered / requested (entity x relation) pairs."""

    coverage: float | None = None
    requested: int = 0
    answered: int = 0
    gaps: tuple[Gap, ...] = ()
    sections: tuple[Section, ...] = ()
    fallback: str | None = None
    """The condition that called the fallback tool, if any did."""


class SourceLabel(Value):
    """An entry of the payload's list of sources."""

    id: str
    label: str


class FactsPayload(Value):
    """All evidence from one plan: the single contract between tools and everything after them."""

    found: bool
    items: tuple[Evidence, ...] = ()
    groups: tuple[FactGroup, ...] = ()
    meta: FactsMeta = Field(default_factory=FactsMeta)
    sources: tuple[SourceLabel, ...] = ()

    def evidence_by_id(self) -> dict[str, Evidence]:
        """Every piece of evidence, whether it stands among the items or in a group alone."""
        grouped = (item for group in self.groups for item in group.items)
        return {item.id: item for item in (*grouped, *self.items)}

    def by_id(self, evidence_id: str) -> Evidence | None:
        """The item with this id."""
        return next((item for item in self.items if item.id == evidence_id), None)


class SubgraphNode(Value):
    """A node as it is drawn."""

    id: str
    type: str
    label: str


class SubgraphEdge(Value):
    """An edge as it is drawn."""

    id: str
    source: str
    target: str
    type: str
    label: str


class Subgraph(Value):
    """Exactly the nodes and edges that a call used."""

    nodes: tuple[SubgraphNode, ...] = ()
    edges: tuple[SubgraphEdge, ...] = ()

    def merged(self, other: "Subgraph") -> "Subgraph":
        """Both, each node and edge once, in order of first appearance."""
        nodes = {n.id: n for n in (*self.nodes, *other.nodes)}
        edges = {e.id: e for e in (*self.edges, *other.edges)}
        return Subgraph(nodes=tuple(nodes.values()), edges=tuple(edges.values()))


class Reported(Protocol):
    """What a record takes of an error."""

    @property
    def kind(self) -> str:
        """Its stable name."""
        ...

    message: str
    hint: str
    retryable: bool
    code: str
    words: dict[str, str | int | float]


class StageError(Value):
    """A typed error as a record keeps it: no traceback, no key."""

    kind: str
    message: str
    hint: str = ""
    retryable: bool = False
    code: str = ""
    """Names its sentences in any language, such as ``llm.timeout``; empty where there are none."""
    words: dict[str, str | int | float] = Field(default_factory=dict)
    """What the sentences leave room for."""

    @classmethod
    def of(cls, error: Reported) -> Self:
        """The error as a value, without what it came from."""
        return cls(
            kind=error.kind,
            message=whole_characters(error.message),
            hint=whole_characters(error.hint),
            retryable=error.retryable,
            code=error.code,
            words={
                name: whole_characters(word) if isinstance(word, str) else word
                for name, word in error.words.items()
            },
        )


class ExecutedCall(Value):
    """One tool call as it was carried out; ``ms`` is wall time."""

    tool: str
    args: AnyToolArgs
    status: Literal["ok", "empty", "failed", "skipped"]
    ms: float = 0.0
    items: int = 0
    error: StageError | None = None
    """Why it failed; or, with another status, what it had to do without."""
    subgraph: Subgraph = Field(default_factory=Subgraph)
    caused_by: str = ""
    """``plan[0]`` for a step of the plan, or the fallback condition."""


class Execution(Value):
    """The execute stage's output."""

    tool_calls: tuple[ExecutedCall, ...] = ()
    facts: FactsPayload

    @property
    def outage(self) -> StageError | None:
        """Why nothing was found, where a call failed: an outage is not an empty result."""
        if self.facts.found:
            return None
        return next((call.error for call in self.tool_calls if call.error), None)

    @property
    def subgraph(self) -> Subgraph:
        """Everything the calls used, drawn once."""
        merged = Subgraph()
        for call in self.tool_calls:
            merged = merged.merged(call.subgraph)
        return merged


def empty_facts(**meta: Any) -> FactsPayload:
    """A payload that found nothing."""
    return FactsPayload(found=False, meta=FactsMeta(**meta))


def titles_of(item: Evidence) -> tuple[str, ...]:
    """The title of a passage's document with the headings above it; none for a graph fact."""
    return (item.span.title, *item.span.heading_path) if item.span else ()
