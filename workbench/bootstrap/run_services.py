"""Everything that serves a run: its models, stages, memory and store, wired for each run."""

from functools import partial
from typing import Any

from workbench.answer.offline_writer import OfflineWriter
from workbench.answer.output_schemas import Schemas, satisfies
from workbench.answer.structured_output import schema_of
from workbench.bootstrap.input_limits import check_json
from workbench.bootstrap.opened_workspace import OpenedWorkspace
from workbench.bootstrap.recalled_turns import thread_turns, told_turns
from workbench.bootstrap.run_models import BufferedRunModels, RunModels
from workbench.bootstrap.values import Plan
from workbench.checks.confidence.config import ConfidenceConfig
from workbench.checks.diagnose import CheckConfig
from workbench.domain.answer import AskOptions
from workbench.domain.plan import QueryPlan
from workbench.domain.question import Turn
from workbench.domain.run import Run
from workbench.errors import PlanError
from workbench.llm.gateway import ModelGateway
from workbench.pipeline.given_context import given_turns
from workbench.pipeline.given_plan import GivenPlan
from workbench.pipeline.state import RecallTurns, Services
from workbench.planner.continuation import ContinuationPlanner
from workbench.planner.protocol import Planner
from workbench.planner.validate import validate_plan
from workbench.runs import RunStore
from workbench.settings import Settings
from workbench.understanding.registry import EntityRegistry
from workbench.workspace import Workspace


class RunServices:
    """Wires the services of each run. Shared by all runs: it keeps nothing of any."""

    def __init__(
        self,
        settings: Settings,
        runs: RunStore,
        switchboard: ModelGateway,
        schemas: Schemas,
    ) -> None:
        self._settings = settings
        self._runs = runs
        self._schemas = schemas
        self.models = partial(
            RunModels, settings=settings, switchboard=switchboard, schemas=schemas
        )
        self.unread_models = partial(
            BufferedRunModels, settings=settings, switchboard=switchboard, schemas=schemas
        )

    def for_context(self, run: Run, workspace: Workspace, models: RunModels) -> Services:
        """What answers from context: a writer and the checks; there is nothing to plan or call."""
        offline = OfflineWriter(workspace)
        planner = GivenPlan(run.plan or QueryPlan(intents=(), confidence=0.0))
        turns = given_turns(run.options.history)

        async def recall(_: str) -> tuple[Turn, ...]:
            return turns

        return Services(
            workspace=workspace,
            registry=EntityRegistry.build(workspace),
            documents={},
            tools={},
            planner=planner,
            writer=models.writer(workspace, offline),
            offline_planner=planner,
            offline_writer=offline,
            recall_turns=recall,
            **self._shared(workspace, models),
        )

    def valid(self, plan: Plan, workspace: Workspace) -> QueryPlan:
        """A plan from outside, checked; a PlanError has everything that is wrong with it."""
        check_json(plan, "plan")
        most = self._settings.max_tool_calls
        valid, problems = validate_plan(plan, workspace, max_tool_calls=most)
        if valid is None:
            raise PlanError([p for p in problems if p.severity == "error"])
        return valid

    def for_workspace(
        self,
        opened: OpenedWorkspace,
        models: RunModels,
        planner: Planner | None = None,
        before: str | None = None,
    ) -> Services:
        """What answers a question from a workspace.

        Args:
            opened: the workspace.
            models: of the run.
            planner: makes the plan in place of the planner's model.
            before: the id of a run; of its thread only what was asked before it is recalled.
        """
        return Services(
            workspace=opened.workspace,
            registry=opened.registry,
            documents=opened.documents,
            tools=opened.tools,
            planner=planner or ContinuationPlanner(models.planner(opened)),
            writer=models.writer(opened.workspace, opened.writer),
            offline_planner=opened.planner,
            offline_writer=opened.writer,
            recall_turns=self._recall(opened, models.options, before),
            **self._shared(opened.workspace, models),
        )

    def _shared(self, workspace: Workspace, models: RunModels) -> dict[str, Any]:
        """What serves a run whatever its facts come from."""
        return {
            "recording": models.recording,
            "vectors": models.vectors,
            "judge": models.model("judge"),
            "judge_deadline_s": self._settings.judge_deadline_s,
            "settings": models.shaping,
            "source_tokens": models.source_tokens,
            "fits": partial(self._fits, models.options),
            "models": models.names,
            "checks": CheckConfig(confidence=self.confidence(workspace, models.options)),
        }

    def _recall(
        self, opened: OpenedWorkspace, options: AskOptions, before: str | None
    ) -> RecallTurns:
        if options.history:
            return told_turns(options.history, opened)
        load = partial(self._runs.turns, before=before, workspace=opened.workspace.id)
        return thread_turns(load)

    def confidence(self, workspace: Workspace, options: AskOptions) -> ConfidenceConfig:
        """The formula's constants: the question's over the settings' over the workspace's."""
        configured = self._settings.confidence_config
        return ConfidenceConfig(
            **{**workspace.spec.confidence_config, **configured, **options.confidence_config}
        )

    def _fits(self, options: AskOptions, text: str) -> bool:
        """Whether a text has the shape that was asked for: asked by the check, not before."""
        return satisfies(schema_of(options, self._schemas), text)

    async def first_run_id(self, run: Run) -> str:
        """The id of the run that was asked first-hand: what its thread said later is not known."""
        while run.parent_id and (parent := await self._runs.get(run.parent_id)):
            run = parent
        return run.id
