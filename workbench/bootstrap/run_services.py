"""Wire the services of a run: its models, stages, conversation memory and store."""

from functools import partial
from typing import Any

from workbench.answer.offline_writer import OfflineWriter
from workbench.answer.output_schemas import Schemas, satisfies
from workbench.answer.structured_output import schema_of
from workbench.bootstrap.calibrations import calibration_of
from workbench.bootstrap.input_limits import check_json
from workbench.bootstrap.opened_workspace import OpenedWorkspace
from workbench.bootstrap.prompt_catalogue import role_hashes
from workbench.bootstrap.recalled_turns import history_turns, thread_turns
from workbench.bootstrap.run_models import BufferedRunModels, RunModels
from workbench.bootstrap.values import Plan
from workbench.checks.diagnostics.confidence.config import ConfidenceConfig
from workbench.checks.diagnostics.diagnose import CheckConfig
from workbench.checks.grounding.entailment import entailment_model
from workbench.checks.grounding.model_judge import Judge
from workbench.domain.answer import AskOptions
from workbench.domain.plan import QueryPlan
from workbench.domain.question import Turn
from workbench.domain.run import Run
from workbench.errors import PlanError
from workbench.llm.gateway import ModelGateway
from workbench.pipeline.given_context import given_turns
from workbench.pipeline.given_plan import GivenPlan
from workbench.pipeline.state import RecallTurns, Services
from workbench.planner.continuation_planner import ContinuationPlanner
from workbench.planner.protocol import Planner
from workbench.retrieval.embedders import Embedder
from workbench.runs import RunStore
from workbench.settings import Settings
from workbench.understanding.entity_registry import EntityRegistry
from workbench.workspace import Workspace


class RunServices:
    """Wires the services of each run. Shared by all runs and stateless between them."""

    def __init__(
        self,
        settings: Settings,
        runs: RunStore,
        gateway: ModelGateway,
        schemas: Schemas,
    ) -> None:
        self._settings = settings
        self._runs = runs
        self._schemas = schemas
        self._entailment = entailment_model(settings.nli_model)
        self.models = partial(RunModels, settings=settings, gateway=gateway, schemas=schemas)
        self.buffered_models = partial(
            BufferedRunModels, settings=settings, gateway=gateway, schemas=schemas
        )

    def for_context(self, run: Run, workspace: Workspace, models: RunModels) -> Services:
        """Services that answer from given context: a writer and the checks, no planner or tools."""
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

    def checked_plan(self, plan: Plan, workspace: Workspace) -> QueryPlan:
        """Validate a plan from outside; PlanError lists every problem."""
        check_json(plan, "plan")
        most = self._settings.max_tool_calls
        from workbench.planner.validate import validate_plan

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
        """Services that answer a question from a workspace.

        Args:
            opened: the workspace.
            models: the run's models.
            planner: replaces the planner's model.
            before: a run id; only turns of its thread that precede it are recalled.
        """
        embedder = models.embedder(opened.embedder)
        return Services(
            workspace=opened.workspace,
            registry=opened.registry,
            documents=opened.documents,
            tools=opened.tools,
            planner=planner or ContinuationPlanner(models.planner(opened)),
            writer=models.writer(opened.workspace, opened.writer),
            offline_planner=opened.planner,
            offline_writer=opened.writer,
            recall_turns=self.recall(opened, models.options, before, embedder),
            embedder=embedder,
            embedder_changed=models.vectors.embedder_changed,
            **self._shared(opened.workspace, models),
        )

    def judge(self, models: RunModels) -> Judge | None:
        """Return the judge model, or else the NLI model; None without either."""
        return models.model("judge") or self._entailment

    def _shared(self, workspace: Workspace, models: RunModels) -> dict[str, Any]:
        """Services that do not depend on where the facts come from."""
        return {
            "recording": models.recording,
            "judge": self.judge(models),
            "judge_deadline_s": self._settings.judge_deadline_s,
            "templates": role_hashes(workspace, models.names),
            "settings": models.prompt_settings,
            "source_tokens": models.source_tokens,
            "fits": partial(self._fits, models.options),
            "models": models.names,
            "checks": CheckConfig(
                confidence=self.confidence(workspace, models.options),
                calibration=calibration_of(self._settings.workbench_home, workspace.id),
            ),
        }

    def recall(
        self, opened: OpenedWorkspace, options: AskOptions, before: str | None, embedder: Embedder
    ) -> RecallTurns:
        """What recalls the turns of a thread: those given as options, or else the stored ones."""
        if options.history:
            return history_turns(options.history, opened, embedder)
        load = partial(self._runs.turns, before=before, workspace=opened.workspace.id)
        return thread_turns(load)

    def confidence(self, workspace: Workspace, options: AskOptions) -> ConfidenceConfig:
        """Merge the formula's constants; options override settings, settings the workspace."""
        configured = self._settings.confidence_config
        return ConfidenceConfig(
            **{**workspace.spec.confidence_config, **configured, **options.confidence_config}
        )

    def _fits(self, options: AskOptions, text: str) -> bool:
        """Whether a text matches the requested schema or format."""
        return satisfies(schema_of(options, self._schemas), text)

    async def first_run_id(self, run: Run) -> str:
        """The id of the original run behind a chain of forks and replays.

        Its thread is recalled only up to that run, so later turns do not change the outcome.
        """
        while run.parent_id and (parent := await self._runs.get(run.parent_id)):
            run = parent
        return run.id
