"""The services of a run, and the fields that each stage outputs."""

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from typing import NamedTuple, TypeAlias

from workbench.answer.protocol import Writer
from workbench.checks.diagnostics.diagnose import DEFAULT_CHECKS, CheckConfig
from workbench.checks.grounding.model_judge import Judge
from workbench.domain.documents import Document
from workbench.domain.evidence import Execution
from workbench.domain.plan import QueryPlan
from workbench.domain.question import Turn
from workbench.domain.run import Run, Stage
from workbench.errors import ProviderError
from workbench.llm.recording.record import Recording
from workbench.planner.protocol import Planner
from workbench.retrieval.embedders import Embedder
from workbench.settings import JUDGE_DEADLINE_S, OFFLINE, SOURCE_TOKENS
from workbench.tools.protocol import Tool
from workbench.understanding.entity_registry import EntityRegistry
from workbench.workspace import Workspace

RecallTurns: TypeAlias = Callable[[str], Awaitable[tuple[Turn, ...]]]
"""Returns a thread's earlier turns, oldest first, by the thread's id."""


class StageStopped(Exception):  # noqa: N818 - the way out of a run, not an error
    """A stage failed without a fallback; its record already has the error."""


class TriedPlan(NamedTuple):
    """A plan with what its calls found, and how long they took."""

    plan: QueryPlan
    execution: Execution
    ms: float


@dataclass(frozen=True)
class Services:
    """Dependencies of the stages, wired for one run."""

    workspace: Workspace
    registry: EntityRegistry
    documents: Mapping[str, Document]
    tools: Mapping[str, Tool]
    planner: Planner
    writer: Writer
    offline_planner: Planner
    offline_writer: Writer
    recall_turns: RecallTurns
    recording: Recording
    models: Mapping[str, str]
    """The model for each role, ``offline`` for none."""
    embedder: Embedder | None = None
    """Records and replays the vectors of the run's queries; None if the run searches nothing."""
    embedder_changed: ProviderError | None = None
    """In a replay, that EMBEDDER has changed since the recorded run."""
    replayed: Run | None = None
    """The run that is replayed, if this run is a replay."""
    streamed_text: list[str] = field(default_factory=list)
    """Pieces of the answer streamed so far; a cancelled run keeps them."""
    tried: list[TriedPlan] = field(default_factory=list)
    """The plans that the run carried out."""
    judge: Judge | None = None
    """The optional model judge of the diagnose stage."""
    judge_deadline_s: float = JUDGE_DEADLINE_S
    templates: Mapping[str, str] = field(default_factory=dict)
    """The hash of the prompt templates of each role with a model, for the run's record."""
    settings: Mapping[str, float] = field(default_factory=dict)
    """The settings that affect model requests, for the run's record."""
    source_tokens: int = SOURCE_TOKENS
    """Estimated tokens of sources in the answer model's prompt, at most."""
    fits: Callable[[str], bool] = lambda _: True
    """Whether a text satisfies the schema of a structured answer."""
    checks: CheckConfig = DEFAULT_CHECKS
    """Constants of the checks, shared by the check and diagnose stages."""

    def tried_plan(self, plan: QueryPlan) -> TriedPlan | None:
        """Return the execution of a plan; None if the run has not carried it out."""
        return next((one for one in self.tried if one.plan == plan), None)

    @property
    def has_models(self) -> bool:
        """Whether a model has a role."""
        return any(name != OFFLINE for name in self.models.values())

    @property
    def by_models(self) -> frozenset[str]:
        """Every model that has a role or served as a fallback."""
        return frozenset({*self.models.values(), *self.recording.last_models.values()})


STAGE_OUTPUTS: Mapping[Stage, tuple[str, ...]] = {
    Stage.NORMALIZE: ("normalized", "language"),
    Stage.RECALL: ("memory",),
    Stage.RESOLVE: ("entities", "slots"),
    Stage.PLAN: ("plan", "plan_origin", "plan_attempts", "plan_scores", "plan_reasons"),
    Stage.EXECUTE: ("tool_calls", "facts"),
    Stage.RENDER: ("rendered",),
    Stage.WRITE: ("answer",),
    Stage.CHECK: ("answer", "findings"),
    Stage.DIAGNOSE: ("answer", "diagnostics"),
}
"""The fields of the run that each stage outputs."""
