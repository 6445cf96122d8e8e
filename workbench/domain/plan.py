"""QueryPlan: the contract between planner and executor (docs/formulas.md)."""

import json
from collections.abc import Mapping
from enum import StrEnum
from typing import Annotated, Any, ClassVar, Literal, TypeAlias

from pydantic import Field, PlainValidator, SerializeAsAny, ValidationInfo

from workbench.domain.base import Value
from workbench.domain.schema_versions import PLAN

GENERAL_UNSTRUCTURED = "GENERAL_UNSTRUCTURED"
"""The intent of the emergency plan: every workspace has it."""

BULLETS_STYLE = "BULLETS"
SHORT_STYLE = "SHORT"
"""The render styles that are chosen where nobody names one: for lists, and for a few sentences.
``workbench.render_styles`` has all of them."""


class FallbackCondition(StrEnum):
    """When the fallback tool is called."""

    NO_RESULTS = "NO_RESULTS"
    LOW_COVERAGE = "LOW_COVERAGE"


class PlanEntity(Value):
    """An entity of the plan; ``id`` is the canonical id."""

    type: str
    id: str
    name: str = ""


FilterValue: TypeAlias = str | float | bool | list[str]
Filters: TypeAlias = dict[str, FilterValue]


class ToolArgs(Value):
    """Arguments of a call; each kind of tool has a subclass.

    A plan's JSON does not name the kind: `marker` is the field by which its arguments are told
    from those of other kinds. Defining a subclass is enough for plans and runs to be read with it.
    """

    kind: ClassVar[str]
    marker: ClassVar[str]

    @classmethod
    def __pydantic_init_subclass__(cls, **kwargs: Any) -> None:
        """Make the kind known to `read_args`."""
        super().__pydantic_init_subclass__(**kwargs)
        _ARGS_OF_KIND[cls.kind] = cls

    @property
    def intent_id(self) -> str | None:
        """The intent that the call answers, where its arguments name one."""
        return None

    @property
    def subject_id(self) -> str | None:
        """The canonical id of the entity that the call is about, where there is one."""
        return None

    @property
    def applied_filters(self) -> Filters:
        """Slot values that narrow the call."""
        return {}


_ARGS_OF_KIND: dict[str, type[ToolArgs]] = {}


class GraphArgs(ToolArgs):
    """Arguments of a graph call: the intent's path from one node, or from all of its type."""

    kind: ClassVar[str] = "graph"
    marker: ClassVar[str] = "intent"

    intent: str
    entity_id: str | None = None
    filters: Filters = Field(default_factory=dict)

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
        """Slot values that the path takes."""
        return self.filters


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
        """Slots and metadata fields that the search is narrowed by."""
        return self.filters


def read_args(raw: Any, info: ValidationInfo) -> ToolArgs:
    """Arguments as a value of their kind; without any kind's marker they are a graph call's."""
    if isinstance(raw, ToolArgs):
        return raw
    if not isinstance(raw, Mapping):
        return ToolArgs.model_validate(raw)  # raises: not an object
    marked = (one for one in reversed(_ARGS_OF_KIND.values()) if one.marker in raw)
    args = next(marked, GraphArgs)
    if info.mode == "json":
        return args.model_validate_json(json.dumps(raw), strict=True)
    return args.model_validate(raw)


AnyToolArgs: TypeAlias = Annotated[SerializeAsAny[ToolArgs], PlainValidator(read_args)]


class ToolCall(Value):
    """One step of the plan: a tool under its workspace's name, and typed arguments."""

    tool: str
    args: AnyToolArgs
    offset: int | None = Field(default=None, ge=0, exclude_if=lambda offset: offset is None)
    """Where the page begins in a plan that goes on with a list, from 0: so many facts of the call
    were shown before. Such a page is bound by ``max_items`` alone, not by policy caps."""

    @property
    def kind(self) -> str:
        """The kind of tool that these arguments belong to."""
        return self.args.kind


class Fallback(Value):
    """The tool that helps out, and when."""

    enabled: bool = True
    tool: str | None = None
    when: tuple[FallbackCondition, ...] = (
        FallbackCondition.NO_RESULTS,
        FallbackCondition.LOW_COVERAGE,
    )
    filters: Filters = Field(default_factory=dict)
    """What the fallback search is narrowed to: an answer about one product is not another's."""


BULLETS = "bullets"
"""The kind of facts that are told in a line each: what a fact is where nothing else is said."""
DESCRIPTIONS = "descriptions"
"""The kind of facts that are told in paragraphs, such as passages of documents."""
NEUTRAL_CAPS: Mapping[str, int] = {BULLETS: 10, DESCRIPTIONS: 4}
"""The most facts of a kind that a planner's plan shows; a workspace declares its own kinds too."""


class Limits(Value):
    """How much the renderer shows of each call.

    A plan made by a planner is bound by the workspace's caps as well; in one that a person gives or
    edits these numbers are the only limits.
    """

    max_items: int = Field(default=10, ge=1, le=100)
    max_groups: int = Field(default=4, ge=1, le=50)
    max_paragraphs: int = Field(default=4, ge=1, le=20)


class QueryPlan(Value):
    """What to ask of which tool, and how to show it; `workbench.planner.validate` checks it.

    ``intents`` and ``confidence`` (on 0-1) have no default: a plan that leaves its confidence out
    would otherwise pass every threshold.
    """

    schema_version: int = Field(default=PLAN.version, ge=1, le=PLAN.version)
    intents: tuple[str, ...]
    entities: tuple[PlanEntity, ...] = ()
    tool_calls: tuple[ToolCall, ...] = ()
    fallback: Fallback = Field(default_factory=Fallback)
    limits: Limits = Field(default_factory=Limits)
    render_style: str = BULLETS_STYLE
    answer_style: str = "NATURAL_RU"
    confidence: float = Field(ge=0.0, le=1.0)
    scope: Literal["in_scope", "off_topic"] = "in_scope"
    """``off_topic``: the question does not belong to the workspace; no tool is called."""


class PlanProblem(Value):
    """One reason why a plan is refused (or, as a warning, adjusted)."""

    path: str
    """JSON path, such as ``$.tool_calls[0].args.intent``."""
    code: str
    """With ``words`` it names the message and the suggestion in any language."""
    message: str
    suggestion: str = ""
    words: dict[str, str | int | float] = Field(default_factory=dict)
    layer: Literal["json", "shape", "vocabulary", "policy"] = "shape"
    severity: Literal["error", "warning"] = "error"


PlanOrigin: TypeAlias = Literal["model", "offline", "emergency", "edited"]


class PlanAttempt(Value):
    """One try of the planner: what came back and what was wrong with it."""

    reply: str
    problems: tuple[PlanProblem, ...] = ()
    model: str = ""
    ms: float = 0.0


class Planned(Value):
    """The plan stage's output: the plan, who made it, and every attempt on the way."""

    plan: QueryPlan
    origin: PlanOrigin
    attempts: tuple[PlanAttempt, ...] = ()
    scores: tuple[tuple[str, float], ...] = ()
    """The offline classifier's probabilities, best first."""
    reasons: tuple[str, ...] = ()
    """Why this origin, in plain words."""
