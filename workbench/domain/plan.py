"""QueryPlan: the contract between planner and executor (docs/formulas.md)."""

from collections.abc import Mapping
from enum import StrEnum
from typing import Annotated, Any, Literal, TypeAlias

from pydantic import Discriminator, Field, Tag

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


class GraphArgs(Value):
    """Arguments of a graph call: the intent's path from one node, or from all of its type."""

    intent: str
    entity_id: str | None = None
    filters: Filters = Field(default_factory=dict)


class SearchArgs(Value):
    """Arguments of a document search."""

    query: str
    filters: Filters = Field(default_factory=dict)
    top_k: int | None = Field(default=None, ge=1, le=50)
    doc_types: tuple[str, ...] = ()


def _args_kind(raw: Any) -> str:
    """Tell the kind of arguments by the field only that kind has."""
    if isinstance(raw, Mapping):
        return "search" if "query" in raw else "graph"
    return "search" if isinstance(raw, SearchArgs) else "graph"


ToolArgs: TypeAlias = Annotated[
    Annotated[GraphArgs, Tag("graph")] | Annotated[SearchArgs, Tag("search")],
    Discriminator(_args_kind),
]


class ToolCall(Value):
    """One step of the plan: a tool under its workspace's name, and typed arguments."""

    tool: str
    args: ToolArgs
    offset: int | None = Field(default=None, ge=0, exclude_if=lambda offset: offset is None)
    """Where the page begins in a plan that goes on with a list, from 0: so many facts of the call
    were shown before. Such a page is bound by ``max_items`` alone, not by policy caps."""

    @property
    def kind(self) -> Literal["graph", "search"]:
        """The kind of tool these arguments belong to."""
        return "graph" if isinstance(self.args, GraphArgs) else "search"


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
