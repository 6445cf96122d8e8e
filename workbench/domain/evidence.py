"""FactsPayload and Evidence: facts and passages, their sources, and gaps."""

from typing import Any, Literal, Protocol, Self

from pydantic import Field, model_validator

from workbench.domain.base import Span, Value, content_id, is_empty
from workbench.domain.local_text import whole_characters
from workbench.domain.plan import BULLETS, BULLETS_STYLE, AnyToolArgs


class SourceRef(Value):
    """The entity or document that a fact belongs to, with a readable title."""

    id: str
    title: str


class Passage(Value):
    """Location of a passage; character offsets refer to the document's stored text."""

    document_id: str
    title: str
    start: int
    end: int
    heading_path: tuple[str, ...] = ()
    page: int | None = None
    metadata: dict[str, str] = Field(default_factory=dict)
    columns: str = Field(default="", exclude_if=is_empty)
    """The header row of a long table whose later rows the passage begins with, as a Markdown table
    with its rule."""


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
    model: str = Field(default="", exclude_if=is_empty)
    """The model that drafted the fact from it, as ``provider:name``."""
    date: str = Field(default="", exclude_if=is_empty)
    """When it was drafted."""


class ChannelHit(Value):
    """How a piece of evidence was found: a channel with its own rank (from 1) and raw score."""

    channel: str
    """``graph``, ``words``, ``characters``, ``dense``, ``rerank`` or ``sections``."""
    rank: int | None = None
    score: float | None = None


class Cell(Value):
    """One column of a fact laid out as a table row."""

    label: str
    value: str


class TableRows(Value):
    """The rows of a table that a fact states, or that a number was computed from.

    Of several documents, ``numbers`` and ``spans`` are the rows of the first one.
    """

    table: str
    document_id: str
    sheet: str = ""
    count: int
    """Number of all these rows; ``numbers`` and ``spans`` have the first of them."""
    numbers: tuple[int, ...] = ()
    """Their numbers in the file, from 1, as spreadsheets count: the header is usually row 1."""
    spans: tuple[Span, ...] = ()
    """Their lines in the document's text."""
    documents: tuple[str, ...] = Field(default=(), exclude_if=lambda names: not names)
    """The documents that hold the rows of a fact over several, of the first rows if they are many;
    empty for one."""


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
    found_by: tuple[ChannelHit, ...] = ()
    span: Passage | None = None
    path: GraphPath | None = None
    more_paths: tuple[GraphPath, ...] = ()
    quote: Quote | None = None
    """The passage of a document that states a graph fact, where it is known."""
    rows: TableRows | None = Field(default=None, exclude_if=lambda rows: rows is None)
    cells: tuple[Cell, ...] = ()
    group: str | None = None
    call: int = 0
    """Index of the executed call that found it first."""

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
        if self.rows is not None:
            place = (self.rows.document_id, self.rows.table, self.rows.numbers)
            return content_id("f", self.type, self.text, self.title, self.summary, place)
        return content_id("f", self.type, self.text, self.title, self.summary)

    @property
    def content(self) -> str:
        """The text of the evidence, below the header of its table; or its title and summary."""
        if self.text is not None:
            columns = self.span.columns if self.span is not None else ""
            return f"{columns}\n{self.text}" if columns else self.text
        return " — ".join(part for part in (self.title, self.summary) if part)


class FactGroup(Value):
    """Items that belong together under a title."""

    title: str
    items: tuple[Evidence, ...] = ()


class Gap(Value):
    """An (entity, relation) pair that was requested and not answered, and why."""

    call: int
    entity_id: str | None
    relation: str
    reason: Literal["absent", "filtered", "unknown_entity", "low_relevance", "failed", "unclear"]
    message: str
    unseen: tuple[str, ...] = Field(default=(), exclude_if=lambda words: not words)
    """Words of a search that no passage has, nor one that stands for them."""


class Section(Value):
    """The contribution of one executed call, and how to render it."""

    call: int
    intent: str | None = None
    heading: str = ""
    render_style: str = BULLETS_STYLE
    limit_kind: str = BULLETS
    """The kind of its facts, which selects the workspace's cap."""
    total: int = 0
    """Number of facts before any limit."""


class FactsMeta(Value):
    """Completeness of a payload. ``coverage`` = answered / requested (entity x relation) pairs."""

    coverage: float | None = None
    requested: int = 0
    answered: int = 0
    gaps: tuple[Gap, ...] = ()
    sections: tuple[Section, ...] = ()
    fallback: str | None = None
    """The condition that triggered the fallback tool, if one did."""


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
        """Every piece of evidence by id, including those that only a group lists."""
        grouped = (item for group in self.groups for item in group.items)
        return {item.id: item for item in (*grouped, *self.items)}

    def by_id(self, evidence_id: str) -> Evidence | None:
        """The item with this id."""
        return next((item for item in self.items if item.id == evidence_id), None)


class SubgraphNode(Value):
    """A node of a drawn subgraph."""

    id: str
    type: str
    label: str


class SubgraphEdge(Value):
    """An edge of a drawn subgraph."""

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
        """Return the union, each node and edge once, in order of first appearance."""
        nodes = {n.id: n for n in (*self.nodes, *other.nodes)}
        edges = {e.id: e for e in (*self.edges, *other.edges)}
        return Subgraph(nodes=tuple(nodes.values()), edges=tuple(edges.values()))


class StorableError(Protocol):
    """The attributes of an error that a record stores."""

    @property
    def kind(self) -> str:
        """The stable name of the error's class."""
        ...

    message: str
    hint: str
    retryable: bool
    code: str
    words: dict[str, str | int | float]


class StageError(Value):
    """A stored error, without traceback and keys."""

    kind: str
    message: str
    hint: str = ""
    retryable: bool = False
    code: str = ""
    """Key of the localized texts, such as ``llm.timeout``; empty where there are none."""
    words: dict[str, str | int | float] = Field(default_factory=dict)
    """Values for the placeholders of the localized texts."""

    @classmethod
    def of(cls, error: StorableError) -> Self:
        """Build the record of an error, without its cause."""
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


class ExecutedStatement(Value):
    """An SQL statement as it ran, with the values bound to ``$1``, ``$2``, …."""

    sql: str
    values: tuple[str | bool | int | float, ...] = ()


class ExecutedCall(Value):
    """One executed tool call; ``ms`` is wall time."""

    tool: str
    args: AnyToolArgs
    status: Literal["ok", "empty", "failed", "skipped"]
    ms: float = 0.0
    items: int = 0
    error: StageError | None = None
    """Why the call failed; with another status, why its result is incomplete."""
    subgraph: Subgraph = Field(default_factory=Subgraph)
    statement: ExecutedStatement | None = Field(default=None, exclude_if=lambda one: one is None)
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
        """The union of the calls' subgraphs."""
        merged = Subgraph()
        for call in self.tool_calls:
            merged = merged.merged(call.subgraph)
        return merged


def empty_facts(**meta: Any) -> FactsPayload:
    """Build a payload without evidence."""
    return FactsPayload(found=False, meta=FactsMeta(**meta))


def title_and_headings(item: Evidence) -> tuple[str, ...]:
    """The title of a passage's document with the headings above it; none for a graph fact."""
    return (item.span.title, *item.span.heading_path) if item.span else ()
