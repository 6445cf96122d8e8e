"""QueryPlan: the contract between planner and executor (docs/formulas.md)."""

import json
from collections.abc import Mapping, Sequence
from enum import StrEnum
from typing import Annotated, Any, ClassVar, Literal, TypeAlias

from pydantic import Field, PlainValidator, SerializeAsAny, ValidationInfo

from workbench.domain.base import Value
from workbench.domain.graph_query import GraphQuery
from workbench.domain.schema_versions import PLAN

GENERAL_UNSTRUCTURED = "GENERAL_UNSTRUCTURED"
"""The intent of the emergency plan, which every workspace has."""

GRAPH_QUERY = "GRAPH_QUERY"
"""The intent of a query to the graph, which every workspace with a graph has."""

BULLETS_STYLE = "BULLETS"
GROUPED_STYLE = "GROUPED_BULLETS"
SHORT_STYLE = "SHORT"
TABLE_STYLE = "TABLE"
"""The default render styles, for lists, for a few sentences and for rows;
``workbench.render_styles`` has all of them."""


class FallbackCondition(StrEnum):
    """Conditions for calling the fallback tool."""

    NO_RESULTS = "NO_RESULTS"
    LOW_COVERAGE = "LOW_COVERAGE"


class PlanEntity(Value):
    """An entity of the plan; ``id`` is the canonical id."""

    type: str
    id: str
    name: str = ""


FilterValue: TypeAlias = str | float | bool | list[str]
Filters: TypeAlias = dict[str, FilterValue]


def filter_value_text(value: object) -> str:
    """Return one value of a filter, of a property or of metadata as filters compare them.

    ``2020.0`` is "2020" and ``True`` is "true".
    """
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, float) and value.is_integer():
        return str(int(value))
    return str(value)


class ToolArgs(Value):
    """Arguments of a call; each kind of tool has a subclass, or one for each form of its calls.

    A plan's JSON does not name the class; the field `marker` identifies it. Defining a subclass
    registers it for reading plans and runs.
    """

    kind: ClassVar[str]
    marker: ClassVar[str]

    @classmethod
    def __pydantic_init_subclass__(cls, **kwargs: Any) -> None:
        """Register the class for `read_args`."""
        super().__pydantic_init_subclass__(**kwargs)
        _ARGS[cls.kind, cls.marker] = cls

    @classmethod
    def accepts(cls, raw: Mapping[str, Any]) -> bool:
        """Return whether raw arguments are of this class."""
        return cls.marker in raw

    @property
    def intent_id(self) -> str | None:
        """The intent that the call answers, if its arguments name one."""
        return None

    @property
    def subject_id(self) -> str | None:
        """The canonical id of the entity that the call is about, if there is one."""
        return None

    @property
    def graph_query(self) -> GraphQuery | None:
        """The query to the graph that the call makes, if it is one."""
        return None

    @property
    def table_query(self) -> "ToolArgs | None":
        """The arguments themselves if they query a table, so that a follow-up can change them."""
        return None

    @property
    def table_names(self) -> tuple[str, ...]:
        """The names of the tables that the call queries."""
        return ()

    @property
    def applied_filters(self) -> Filters:
        """Slot values that narrow the call."""
        return {}

    @property
    def choosing_words(self) -> tuple[str, ...]:
        """Words of the question that choose among the facts of the call."""
        return ()

    @property
    def search_text(self) -> str:
        """The words that the call searches for; empty if it searches for none."""
        return ""

    def choosing_by(self, words: Sequence[str]) -> "ToolArgs":
        """Return the arguments with further words that choose among the facts of the call.

        Only a path through the graph has such words; other arguments are returned unchanged.
        """
        del words
        return self

    def finds_same(self, other: "ToolArgs") -> bool:
        """Return whether two calls find the same, apart from how much of it they return."""
        return self == other


_ARGS: dict[tuple[str, str], type[ToolArgs]] = {}


def kinds_of_args() -> tuple[type[ToolArgs], ...]:
    """Return the argument classes of every kind of tool."""
    return tuple(_ARGS.values())


class GraphArgs(ToolArgs):
    """Arguments of a graph call: follow the intent's path from one node, or from all of a type."""

    kind: ClassVar[str] = "graph"
    marker: ClassVar[str] = "intent"

    intent: str
    entity_id: str | None = None
    filters: Filters = Field(default_factory=dict)
    words: tuple[str, ...] = Field(default=(), exclude_if=lambda words: not words)
    """Words of the question that the path does not read: of several facts, those that say such a
    word are returned. Where none says it, it is left out."""

    @property
    def intent_id(self) -> str | None:
        """The intent whose path is followed."""
        return self.intent

    @property
    def subject_id(self) -> str | None:
        """The node that the path starts from."""
        return self.entity_id

    @property
    def applied_filters(self) -> Filters:
        """Slot values that filter the path."""
        return self.filters

    @property
    def choosing_words(self) -> tuple[str, ...]:
        """The words that the path does not read."""
        return self.words

    def choosing_by(self, words: Sequence[str]) -> "GraphArgs":
        """Return the arguments with further words that choose among the facts of the path."""
        every = tuple(dict.fromkeys((*self.words, *words)))
        return self.model_copy(update={"words": every})


class SearchArgs(ToolArgs):
    """Arguments of a document search."""

    kind: ClassVar[str] = "search"
    marker: ClassVar[str] = "query"

    query: str
    filters: Filters = Field(default_factory=dict)
    top_k: int | None = Field(default=None, ge=1, le=50)
    doc_types: tuple[str, ...] = ()

    @property
    def applied_filters(self) -> Filters:
        """Slots and metadata fields that filter the search."""
        return self.filters

    @property
    def search_text(self) -> str:
        """The query."""
        return self.query

    def finds_same(self, other: ToolArgs) -> bool:
        """Return whether two searches differ in ``top_k`` at most."""
        return super().finds_same(other.model_copy(update={"top_k": self.top_k}))


class GraphQueryArgs(ToolArgs):
    """Arguments of a graph call that needs no intent of the workspace: a typed query."""

    kind: ClassVar[str] = "graph"
    marker: ClassVar[str] = "query"

    query: GraphQuery

    @classmethod
    def accepts(cls, raw: Mapping[str, Any]) -> bool:
        """Return whether ``query`` is an object; that of a search is a text."""
        return isinstance(raw.get(cls.marker), Mapping | GraphQuery)

    @property
    def intent_id(self) -> str | None:
        """The intent of all queries."""
        return GRAPH_QUERY

    @property
    def graph_query(self) -> GraphQuery | None:
        """The query."""
        return self.query


def read_args(raw: Any, info: ValidationInfo) -> ToolArgs:
    """Parse arguments by their kind's marker; without any marker, as GraphArgs."""
    if isinstance(raw, ToolArgs):
        return raw
    if not isinstance(raw, Mapping):
        return ToolArgs.model_validate(raw)  # raises: not an object
    marked = (form for form in reversed(_ARGS.values()) if form.accepts(raw))
    args = next(marked, GraphArgs)
    if info.mode == "json":
        return args.model_validate_json(json.dumps(raw), strict=True)
    return args.model_validate(raw)


AnyToolArgs: TypeAlias = Annotated[SerializeAsAny[ToolArgs], PlainValidator(read_args)]


class ToolCall(Value):
    """One step of the plan: the workspace's name of a tool, and typed arguments."""

    tool: str
    args: AnyToolArgs
    offset: int | None = Field(default=None, ge=0, exclude_if=lambda offset: offset is None)
    """Number of the call's facts that earlier pages of a list showed. Such a page is limited by
    ``max_items`` only, not by policy caps."""

    @property
    def kind(self) -> str:
        """The kind of tool that these arguments belong to."""
        return self.args.kind


class Fallback(Value):
    """The tool to call when the plan's calls find too little."""

    enabled: bool = True
    tool: str | None = None
    when: tuple[FallbackCondition, ...] = (
        FallbackCondition.NO_RESULTS,
        FallbackCondition.LOW_COVERAGE,
    )
    filters: Filters = Field(default_factory=dict)
    """Filters of the fallback search, so that it does not answer about another product."""


BULLETS = "bullets"
"""The default kind of facts, rendered in one line each."""
DESCRIPTIONS = "descriptions"
"""The kind of facts that are rendered as paragraphs, such as passages of documents."""
NAMES = "names"
"""The kind of facts that are a name or a short value each."""
NEUTRAL_CAPS: Mapping[str, int] = {BULLETS: 10, DESCRIPTIONS: 4, NAMES: 30}
"""Default caps by kind of facts, for a planner's plans; a workspace may declare more kinds."""


class Limits(Value):
    """How much the renderer shows of each call.

    The workspace's caps also apply to a planner's plan; in a plan that a person supplies or edits
    these numbers are the only limits.
    """

    max_items: int = Field(default=10, ge=1, le=100)
    max_groups: int = Field(default=4, ge=1, le=50)
    max_paragraphs: int = Field(default=4, ge=1, le=20)


class QueryPlan(Value):
    """Which tools to call, and how to render the result; `workbench.planner.validate` checks it.

    ``intents`` and ``confidence`` (on 0-1) are required: with a default confidence an incomplete
    plan would pass every threshold.
    """

    schema_version: int = Field(default=PLAN.version, ge=1, le=PLAN.version)
    intents: tuple[str, ...]
    entities: tuple[PlanEntity, ...] = ()
    tool_calls: tuple[ToolCall, ...] = ()
    fallback: Fallback = Field(default_factory=Fallback)
    limits: Limits = Field(default_factory=Limits)
    render_style: str = BULLETS_STYLE
    answer_style: str = Field(default="", exclude_if=lambda style: not style)
    """Name of a style; empty for the default one of the question's language."""
    confidence: float = Field(ge=0.0, le=1.0)
    scope: Literal["in_scope", "off_topic"] = "in_scope"
    """``off_topic``: the question does not belong to the workspace; no tool is called."""


class PlanProblem(Value):
    """One reason why a plan is rejected (or, as a warning, adjusted)."""

    path: str
    """JSON path, such as ``$.tool_calls[0].args.intent``."""
    code: str
    """With ``words`` it selects the localized message and suggestion."""
    message: str
    suggestion: str = ""
    words: dict[str, str | int | float] = Field(default_factory=dict)
    layer: Literal["json", "shape", "vocabulary", "policy"] = "shape"
    severity: Literal["error", "warning"] = "error"


PlanOrigin: TypeAlias = Literal["model", "offline", "emergency", "edited"]


class PlanAttempt(Value):
    """One attempt of the planner: the model's reply and its problems."""

    reply: str
    problems: tuple[PlanProblem, ...] = ()
    model: str = ""
    ms: float = 0.0
    gaps: tuple[str, ...] = Field(default=(), exclude_if=lambda gaps: not gaps)
    """The calls that found nothing, for which the attempt adds others; empty for a first plan."""


class PlanningResult(Value):
    """The plan stage's output: the plan, its origin, and every attempt."""

    plan: QueryPlan
    origin: PlanOrigin
    attempts: tuple[PlanAttempt, ...] = ()
    scores: tuple[tuple[str, float], ...] = ()
    """The offline classifier's probabilities, best first."""
    reasons: tuple[str, ...] = ()
    """Why the plan has this origin, for readers."""
