"""What flows between the stages, what serves them, and which of the run's fields each one gives."""

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from typing import TypeAlias, TypedDict

from workbench.answer.protocol import Writer
from workbench.checks.diagnose import DEFAULT_CHECKS, CheckConfig
from workbench.domain.documents import Document
from workbench.domain.question import Turn
from workbench.domain.run import Run, Stage
from workbench.llm.protocol import ChatModel
from workbench.llm.recording import Recording
from workbench.llm.run_vectors import RunVectors
from workbench.planner.protocol import Planner
from workbench.settings import JUDGE_DEADLINE_S, SOURCE_TOKENS
from workbench.tools.protocol import Tool
from workbench.understanding.registry import EntityRegistry
from workbench.workspace import Workspace

RecallTurns: TypeAlias = Callable[[str], Awaitable[tuple[Turn, ...]]]
"""A thread's id -> its earlier turns, oldest first."""


class StageStopped(Exception):  # noqa: N818 - the way out of the graph, not an error
    """A stage said why it cannot go on; its record already has the error."""


class RunState(TypedDict):
    """LangGraph's state: the run so far, and where it begins."""

    run: Run
    start_at: Stage


@dataclass(frozen=True)
class Services:
    """Everything the stages call, wired for one run."""

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
    """The model that serves each role (``offline`` where none does)."""
    vectors: RunVectors | None = None
    """Where the vectors of the run's questions are recorded."""
    said: list[str] = field(default_factory=list)
    """The answer's text as it is handed on: what a run that is stopped has of it."""
    judge: ChatModel | None = None
    """The optional model judge of the diagnose stage."""
    judge_deadline_s: float = JUDGE_DEADLINE_S
    settings: Mapping[str, float] = field(default_factory=dict)
    """Those that shape what the models are asked, for the run's record."""
    source_tokens: int = SOURCE_TOKENS
    """About so many tokens of sources the answer model sees."""
    fits: Callable[[str], bool] = lambda _: True
    """Whether a structured answer may read so."""
    checks: CheckConfig = DEFAULT_CHECKS
    """Every constant of the checks, the same for the check and the diagnosis."""

    @property
    def by_models(self) -> frozenset[str]:
        """Every model that has a role or stood in for one that failed."""
        return frozenset({*self.models.values(), *self.recording.served.values()})


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
"""The run's fields that each stage fills."""
