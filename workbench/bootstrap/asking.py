"""Ask a question: from a workspace, or from passages that the caller gives."""

from collections.abc import AsyncGenerator, Sequence
from dataclasses import replace
from functools import partial

from workbench.answer.structured_output import schema_of
from workbench.bootstrap.input_limits import check_question, check_sources
from workbench.bootstrap.opened_workspace import OpenedWorkspace
from workbench.bootstrap.run_events import finished_run, run_events
from workbench.bootstrap.run_models import RunModels
from workbench.bootstrap.values import Plan, check_citations, parse_stage
from workbench.bootstrap.workbench_part import WorkbenchPart
from workbench.domain.answer import AskOptions
from workbench.domain.run import Run, Stage
from workbench.domain.run_events import RunEvent
from workbench.errors import InputError
from workbench.i18n.errors import localized
from workbench.llm.session import Session
from workbench.pipeline.ask import new_run, stream_run
from workbench.pipeline.given_context import ContextItem, HistoryItem, context_run, read_history
from workbench.pipeline.given_plan import GivenPlan
from workbench.pipeline.state import Services
from workbench.runs.null_recorder import NullRecorder
from workbench.tools.registry import TOOL_SPECS
from workbench.workspace.neutral import neutral_workspace


class Asking(WorkbenchPart):
    """Answers questions, as a stream of events or as the finished run."""

    async def ask(
        self,
        question: str,
        *,
        workspace: str,
        thread: str | None = None,
        plan: Plan | None = None,
        until: Stage | str | None = None,
        options: AskOptions | None = None,
        session: Session | None = None,
    ) -> Run:
        """Ask and return the finished run; see ``stream`` for the arguments.

        Replies are buffered, so one that breaks off is retried.
        """
        models = self._services.buffered_models(options, session=session)
        begin = partial(self._ask, question, models, workspace, thread, plan, until)
        return await finished_run(run_events(begin))

    def stream(
        self,
        question: str,
        *,
        workspace: str,
        thread: str | None = None,
        plan: Plan | None = None,
        until: Stage | str | None = None,
        options: AskOptions | None = None,
        session: Session | None = None,
    ) -> AsyncGenerator[RunEvent, None]:
        """Ask and yield an event for every step.

        Args:
            question: in any of the workspace's languages.
            workspace: its id.
            thread: questions of one thread may follow up on each other.
            plan: a plan to run instead of the planner's.
            until: stop after this stage.
            options: how to answer.
            session: API keys and a budget on top of the settings; never stored.

        Raises:
            InputError: an unknown workspace, schema or stage, or a question that is too long.
            PlanError: the given plan is invalid.
        """
        models = self._services.models(options, session=session)
        return run_events(partial(self._ask, question, models, workspace, thread, plan, until))

    async def _ask(
        self,
        question: str,
        models: RunModels,
        workspace: str,
        thread: str | None,
        plan: Plan | None,
        until: Stage | str | None,
    ) -> AsyncGenerator[RunEvent, None]:
        self._check(question, models.options)
        opened = await self.workspace_pool.get(workspace)
        run, services = self._new_run(question, models, opened, thread, plan)
        return stream_run(run, services, self.runs, until=parse_stage(until))

    def _check(self, question: str, options: AskOptions) -> None:
        """Raise an InputError if a question or its options cannot be accepted."""
        check_question(question, options)
        schema_of(options, self.schemas)
        check_citations(options.citations)

    def _new_run(
        self,
        question: str,
        models: RunModels,
        opened: OpenedWorkspace,
        thread: str | None = None,
        plan: Plan | None = None,
    ) -> tuple[Run, Services]:
        """Return a run before it begins, and its services."""
        workspace = opened.workspace
        if not (opened.documents or workspace.nodes):
            raise InputError(**localized("bootstrap.empty_workspace", name=workspace.id))
        given = (
            GivenPlan(self._services.checked_plan(plan, workspace)) if plan is not None else None
        )
        run = new_run(
            question,
            workspace=workspace.id,
            language=workspace.spec.language,
            thread=thread,
            options=models.options,
        )
        return run, self._services.for_workspace(opened, models, given)

    async def generate(
        self,
        question: str,
        context: Sequence[ContextItem],
        history: Sequence[HistoryItem] = (),
        options: AskOptions | None = None,
        session: Session | None = None,
    ) -> Run:
        """Answer from given context and return the run; see ``generate_stream``."""
        models = self._services.buffered_models(_with_history(options, history), session=session)
        return await finished_run(run_events(partial(self._generate, question, context, models)))

    def generate_stream(
        self,
        question: str,
        context: Sequence[ContextItem],
        history: Sequence[HistoryItem] = (),
        options: AskOptions | None = None,
        session: Session | None = None,
    ) -> AsyncGenerator[RunEvent, None]:
        """Answer from passages that the caller retrieved, without workspace, plan or tools.

        The run has the answer with its citations, findings and diagnostics. It is not stored.

        Args:
            question: in Russian or English.
            context: texts, or ``{"text": …, "id": …, "title": …, "section": […], "score": …}``;
                the N-th one is ``[Source N]``, and citations carry its id.
            history: earlier turns, oldest first: pairs, or ``{"question": …, "answer": …}``.
            options: how to answer.
            session: API keys and a budget on top of the settings; never stored.

        Raises:
            InputError: an invalid passage or turn, too many characters, or an unknown schema.
        """
        models = self._services.models(_with_history(options, history), session=session)
        return run_events(partial(self._generate, question, context, models))

    async def _generate(
        self, question: str, context: Sequence[ContextItem], models: RunModels
    ) -> AsyncGenerator[RunEvent, None]:
        check_question(question, models.options)
        schema_of(models.options, self.schemas)
        workspace = replace(neutral_workspace(), tool_specs=TOOL_SPECS)
        run = context_run(question, context, models.options, workspace)
        check_sources(run.facts.items if run.facts else ())
        services = self._services.for_context(run, workspace, models)
        return stream_run(run, services, NullRecorder(), start_at=Stage.RENDER)


def _with_history(options: AskOptions | None, history: Sequence[HistoryItem]) -> AskOptions:
    """Return the options with the caller's history, if there is one."""
    options = options or AskOptions()
    return options.model_copy(update={"history": read_history(history) or options.history})
