"""Runs with everything that serves them: asked, forked, replayed."""

from collections.abc import AsyncGenerator, Sequence
from contextlib import aclosing
from functools import partial
from typing import Any

from workbench.answer.offline_writer import OfflineWriter
from workbench.answer.output_schemas import Schemas, satisfies
from workbench.answer.structured_output import schema_of
from workbench.bootstrap.input_limits import check_json, check_question, check_sources
from workbench.bootstrap.opened_workspace import OpenedWorkspace
from workbench.bootstrap.recalled_turns import thread_turns, told_turns
from workbench.bootstrap.run_models import BufferedRunModels, ModelsByRole, RunModels
from workbench.bootstrap.values import Plan, check_citations, stage_named
from workbench.bootstrap.workspace_pool import WorkspacePool
from workbench.checks.confidence.config import ConfidenceConfig
from workbench.checks.diagnose import CheckConfig
from workbench.domain.answer import AskOptions
from workbench.domain.plan import QueryPlan
from workbench.domain.question import Turn
from workbench.domain.run import Run, RunEvent, Stage
from workbench.errors import InputError, PlanError
from workbench.i18n.errors import localized
from workbench.llm.gateway import ModelGateway
from workbench.llm.session import Session
from workbench.pipeline.ask import new_run, stream_run
from workbench.pipeline.fork import fork_run, replay_run
from workbench.pipeline.given_context import ContextItem, context_run, given_turns
from workbench.pipeline.given_plan import GivenPlan
from workbench.pipeline.state import RecallTurns, Services
from workbench.planner.continuation import ContinuationPlanner
from workbench.planner.protocol import Planner
from workbench.planner.validate import validate_plan
from workbench.runs import RunStore
from workbench.runs.unrecorded import Unrecorded
from workbench.settings import Settings
from workbench.understanding.registry import EntityRegistry
from workbench.workspace import Workspace
from workbench.workspace.neutral import neutral_workspace


class Runner:
    """Wires each run and streams its events. Shared by all runs: it keeps nothing of any."""

    def __init__(
        self,
        settings: Settings,
        runs: RunStore,
        shelf: WorkspacePool,
        switchboard: ModelGateway,
        schemas: Schemas,
    ) -> None:
        self._settings = settings
        self._runs = runs
        self._shelf = shelf
        self._schemas = schemas
        self.models = partial(
            RunModels, settings=settings, switchboard=switchboard, schemas=schemas
        )
        self.unread_models = partial(
            BufferedRunModels, settings=settings, switchboard=switchboard, schemas=schemas
        )

    async def ask(
        self,
        question: str,
        models: RunModels,
        *,
        workspace: str,
        thread: str | None = None,
        plan: Plan | None = None,
        until: Stage | str | None = None,
    ) -> AsyncGenerator[RunEvent, None]:
        """A question as it is answered; see ``Workbench.stream``."""
        check_question(question, models.options)
        schema_of(models.options, self._schemas)
        check_citations(models.options.citations)
        opened = await self._shelf.get(workspace)
        given = GivenPlan(self.valid(plan, opened.workspace)) if plan is not None else None
        run = new_run(question, workspace=workspace, thread=thread, options=models.options)
        services = self._services(opened, models, given)
        events = stream_run(run, services, self._runs, until=stage_named(until))
        async with aclosing(events):
            async for event in events:
                yield event

    async def generate(
        self, question: str, context: Sequence[ContextItem], models: RunModels
    ) -> AsyncGenerator[RunEvent, None]:
        """An answer from given context as it is written; see ``Workbench.generate_stream``."""
        check_question(question, models.options)
        schema_of(models.options, self._schemas)
        workspace = neutral_workspace()
        run = context_run(question, context, models.options, workspace)
        check_sources(run.facts.items if run.facts else ())
        services = self._context_services(run, workspace, models)
        events = stream_run(run, services, Unrecorded(), start_at=Stage.RENDER)
        async with aclosing(events):
            async for event in events:
                yield event

    def _context_services(self, run: Run, workspace: Workspace, models: RunModels) -> Services:
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

    async def fork(
        self,
        parent: Run,
        stage: Stage | str,
        value: Any = None,
        until: Stage | str | None = None,
        session: Session | None = None,
    ) -> AsyncGenerator[RunEvent, None]:
        """A run from one of its stages on; see ``Workbench.fork_stream``."""
        check_json(value, "stage output")
        opened = await self._shelf.get(parent.workspace)
        at = stage_named(stage)
        if at is None:
            raise InputError(**localized("bootstrap.no_fork_stage"))
        if at is Stage.PLAN and value is not None:
            value = self.valid(value, opened.workspace)
        forked, start_at = fork_run(parent, at, value, opened.workspace)
        source: ModelsByRole = "live" if value is None else "recorded_first"
        models = self.models(parent.options, session=session, recorded=parent, source=source)
        services = self._services(opened, models, before=await self._root(parent))
        events = stream_run(
            forked, services, self._runs, start_at=start_at, until=stage_named(until)
        )
        async with aclosing(events):
            async for event in events:
                yield event

    async def replay(self, parent: Run) -> AsyncGenerator[RunEvent, None]:
        """A run from its record; see ``Workbench.replay_stream``."""
        opened = await self._shelf.get(parent.workspace)
        again, start_at = replay_run(parent, opened.workspace)
        models = self.models(parent.options, recorded=parent, source="recorded_only")
        given = GivenPlan(parent.plan) if parent.plan and parent.plan_origin == "edited" else None
        services = self._services(opened, models, given, before=await self._root(parent))
        until = parent.stages[-1].name if parent.stages else None
        events = stream_run(again, services, self._runs, start_at=start_at, until=until)
        async with aclosing(events):
            async for event in events:
                yield event

    def valid(self, plan: Plan, workspace: Workspace) -> QueryPlan:
        """A plan from outside, checked; a PlanError has everything that is wrong with it."""
        check_json(plan, "plan")
        most = self._settings.max_tool_calls
        valid, problems = validate_plan(plan, workspace, max_tool_calls=most)
        if valid is None:
            raise PlanError([p for p in problems if p.severity == "error"])
        return valid

    def _services(
        self,
        opened: OpenedWorkspace,
        models: RunModels,
        planner: Planner | None = None,
        before: str | None = None,
    ) -> Services:
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
        told = self._settings.confidence_config
        return ConfidenceConfig(
            **{**workspace.spec.confidence_config, **told, **options.confidence_config}
        )

    def _fits(self, options: AskOptions, text: str) -> bool:
        """Whether a text has the shape that was asked for: asked by the check, not before."""
        return satisfies(schema_of(options, self._schemas), text)

    async def _root(self, run: Run) -> str:
        """The id of the run that was asked first-hand: what its thread said later is not known."""
        while run.parent_id and (parent := await self._runs.get(run.parent_id)):
            run = parent
        return run.id
