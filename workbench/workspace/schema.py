"""workspace.yaml as typed values; docs/workspaces.md describes it for people."""

from collections.abc import Mapping
from typing import Annotated, Literal, Self, TypeAlias

from pydantic import ConfigDict, Field, model_validator

from workbench.domain.answer import DEFAULT_CITATIONS
from workbench.domain.base import Value
from workbench.domain.local_text import Language, LocalText
from workbench.domain.plan import NEUTRAL_CAPS
from workbench.workspace.answer_styles import AnswerStyle, builtin_styles, default_styles
from workbench.workspace.intents import Intent

TextList: TypeAlias = dict[str, tuple[str, ...]]


class Scope(Value):
    """What the workspace covers, and the texts for off-topic and unanswerable questions."""

    description: LocalText
    off_topic: LocalText
    no_answer: LocalText


class PropertySpec(Value):
    """One property of a node or edge type."""

    label: LocalText
    kind: Literal["text", "number", "boolean", "date", "url"] = "text"
    words: tuple[str, ...] = ()
    """Further words that questions use for it, in any language."""
    not_words: tuple[str, ...] = ()
    """Words for the opposite of a boolean: "coastal" for ``landlocked``."""
    value_words: dict[str, tuple[str, ...]] = Field(default_factory=dict)
    """Further words for values of a text, in any language: «действующий» for "active"."""
    unit: str = ""
    """The unit of a number: ``km2``."""
    measure: str = ""
    """What a comparison means by it: ``size``, ``time``; by default derived from its names."""
    between: tuple[str, str] | None = None
    """The two dates or years that it is the time between, in days or years; computed on loading."""
    hidden: bool = False
    """Not asked about by questions in words."""


class NodeType(Value):
    """A type of node and the properties its nodes may have."""

    label: LocalText
    words: tuple[str, ...] = ()
    """Further words that questions use for it, in any language."""
    properties: dict[str, PropertySpec] = Field(default_factory=dict)


SYMMETRIC_SHARE = 0.8
"""Share of the edges of a relation within one type that stand both ways, from which its directions
mean the same."""


class EdgeType(Value):
    """A type of edge: the node types it connects, and its properties."""

    label: LocalText
    words: tuple[str, ...] = ()
    """Further words that questions use for it, in any language."""
    inverse_words: tuple[str, ...] = ()
    """Words that state it from its other end: "student of", «учиться у» for ``TEACHES``."""
    symmetric: bool | None = None
    """Whether its directions mean the same; by default derived from the edges."""
    hidden: bool = False
    """Not asked about by questions in words."""
    from_: tuple[str, ...] = Field(alias="from")
    to: tuple[str, ...]
    properties: dict[str, PropertySpec] = Field(default_factory=dict)


class Tools(Value):
    """The workspace's name for each kind of tool; unnamed kinds have a default name."""

    model_config = ConfigDict(extra="allow")
    __pydantic_extra__: dict[str, str]

    graph: str = "graph_query_tool"
    search: str = "search_tool"

    @property
    def other_names(self) -> Mapping[str, str]:
        """Names of further kinds, other than graph and search."""
        return self.__pydantic_extra__

    def name_of(self, kind: str) -> str | None:
        """Return the name that the workspace gives to a kind; None if it gives none."""
        return {"graph": self.graph, "search": self.search, **self.other_names}.get(kind)


class MetadataField(Value):
    """A front-matter field that searches may filter by."""

    label: LocalText
    values: tuple[str, ...] = ()
    value_labels: dict[str, LocalText] = Field(default_factory=dict)
    """What people read in place of a value: ``{cv: {en: CV, ru: Резюме}}``."""
    node_type: str = ""
    patterns: dict[str, tuple[str, ...]] = Field(default_factory=dict)
    """By value, the paths of the documents that have it without naming it: ``["guides/*"]``."""


class Documents(Value):
    """Metadata fields of the workspace's documents."""

    metadata: dict[str, MetadataField] = Field(default_factory=dict)


class SlotValue(Value):
    """A value of a slot, with the words people use for it."""

    label: LocalText
    aliases: tuple[str, ...] = ()


class Slot(Value):
    """A filter of a plan, with its allowed values: of a property, or entities of a type."""

    label: LocalText
    property: str = ""
    """``node_type.property`` whose values are allowed."""
    values: dict[str, SlotValue] = Field(default_factory=dict)
    node_type: str = ""

    @model_validator(mode="after")
    def _one_kind(self) -> "Slot":
        if bool(self.node_type) == bool(self.property or self.values):
            raise ValueError("a slot has either `node_type`, or `values` (with `property`)")
        return self


class TextRules(Value):
    """Phrases that an answer must not contain, by language."""

    forbidden_phrases: TextList = Field(default_factory=dict)
    speculation: TextList = Field(default_factory=dict)
    allowed_speculation: TextList = Field(default_factory=dict)
    """Phrases of the built-in list or of ``speculation`` that a final text may contain."""


class TableNode(Value):
    """How to make a node of each row of a table."""

    type: str
    id: str
    """``person:{login}``: the type, and the columns that identify the node."""
    name: LocalText
    """``{full_name}``, or such a template per language."""
    aliases: tuple[str, ...] = ()
    """Columns; a cell may have several aliases, separated by semicolons."""
    properties: dict[str, str] = Field(default_factory=dict)
    """Columns by property name."""


class TableEdge(Value):
    """How to make an edge of each row of a table."""

    type: str
    source: str
    """The id of a node, as in ``TableNode.id``."""
    target: str
    key: str = ""
    properties: dict[str, str] = Field(default_factory=dict)


class TableSpec(Value):
    """A CSV file of the graph folder, and the nodes and edges in its rows."""

    file: str = Field(pattern=r"^[^/\\]+\.csv$")
    nodes: tuple[TableNode, ...] = ()
    edges: tuple[TableEdge, ...] = ()


class ChannelWeights(Value):
    """The weight of each retrieval channel in the fusion."""

    words: float = Field(default=1.0, ge=0)
    characters: float = Field(default=1.0, ge=0)
    dense: float = Field(default=1.0, ge=0)


class RetrievalPreset(Value):
    """Settings of a search, which can be changed without indexing anything again."""

    top_k: int = Field(default=6, ge=1, le=50)
    relevance_floor: float = Field(default=0.04, ge=0, le=1)
    """Passages of lower relevance, on 0-1, do not count as found. It is low, since a question in
    other words than its answer shares little with it; sufficiency and confidence say the rest."""
    fusion: Literal["score_sum", "reciprocal_rank"] = "score_sum"
    weights: ChannelWeights = Field(default_factory=ChannelWeights)


class RetrievalSpec(RetrievalPreset):
    """Retrieval settings of the workspace."""

    chunk_words: int = Field(default=160, ge=20, le=1000)

    @property
    def preset(self) -> RetrievalPreset:
        """The settings of a search alone."""
        return RetrievalPreset.model_validate(self.model_dump(exclude={"chunk_words"}))

    def with_preset(self, preset: RetrievalPreset) -> Self:
        """Return these settings with those of a search replaced."""
        return self.model_copy(update=dict(preset))


WORKSPACE_ID = r"^[a-z][a-z0-9-]{1,40}$"
"""The id of a workspace, which is the name of its folder too: ``portfolio``."""


class WorkspaceSpec(Value):
    """The content of workspace.yaml."""

    id: str = Field(pattern=WORKSPACE_ID)
    title: LocalText
    languages: tuple[Language, ...] = Field(min_length=1)
    scope: Scope
    examples: dict[Language, tuple[str, ...]] = Field(default_factory=dict)
    node_types: dict[str, NodeType] = Field(default_factory=dict)
    edge_types: dict[str, EdgeType] = Field(default_factory=dict)
    tables: tuple[TableSpec, ...] = ()
    """Tables to build the graph from, in addition to node and edge files."""
    tools: Tools = Field(default_factory=Tools)
    documents: Documents = Field(default_factory=Documents)
    slots: dict[str, Slot] = Field(default_factory=dict)
    intents: dict[str, Intent]
    text_rules: TextRules = Field(default_factory=TextRules)
    answer_styles: dict[str, AnswerStyle] = Field(default_factory=dict)
    limit_kinds: dict[str, Annotated[int, Field(ge=1, le=100)]] = Field(default_factory=dict)
    """Maximum number of facts per kind in a plan."""
    citations: str = DEFAULT_CITATIONS
    retrieval: RetrievalSpec = Field(default_factory=RetrievalSpec)
    confidence_config: dict[str, float] = Field(default_factory=dict)
    """Overrides of constants of the confidence formula."""

    @model_validator(mode="before")
    @classmethod
    def _name_intents(cls, raw: object) -> object:
        if isinstance(raw, dict) and isinstance(raw.get("intents"), dict):
            named = {
                key: {**value, "id": key} if isinstance(value, dict) else value
                for key, value in raw["intents"].items()
            }
            return {**raw, "intents": named}
        return raw

    @property
    def language(self) -> Language:
        """The workspace's default language."""
        return self.languages[0]

    def default_style(self, language: Language) -> str:
        """The answer style of a plan that asks for no other."""
        return default_styles()[language]

    @property
    def all_answer_styles(self) -> dict[str, AnswerStyle]:
        """Built-in styles and the workspace's own."""
        return {**builtin_styles(), **self.answer_styles}

    def answer_style(self, name: str, language: Language) -> AnswerStyle:
        """Return a plan's style: the language's default one for an empty or unknown name."""
        styles = self.all_answer_styles
        return styles.get(name) or styles[self.default_style(language)]

    @property
    def caps(self) -> dict[str, int]:
        """Maximum number of facts per kind in a plan, built-in kinds included."""
        return {**NEUTRAL_CAPS, **self.limit_kinds}
