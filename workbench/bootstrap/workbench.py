"""The public API, called by the app, the command line, notebooks and programs."""

from collections.abc import AsyncGenerator, Iterable, Sequence
from contextlib import aclosing
from dataclasses import replace
from functools import cached_property
from typing import TYPE_CHECKING, Any

from pydantic import BaseModel

from workbench.answer.structured_output import schema_of, structured_answer
from workbench.bootstrap.input_limits import check_json, check_length, check_question, check_sources
from workbench.bootstrap.opened_workspace import (
    OpenedWorkspace,
    Progress,
)
from workbench.bootstrap.output_schemas import all_schemas
from workbench.bootstrap.run_models import ModelsByRole, RunModels
from workbench.bootstrap.run_services import RunServices
from workbench.bootstrap.sync import SyncWorkbench
from workbench.bootstrap.values import Plan, WorkspaceSummary, check_citations, parse_stage
from workbench.bootstrap.workspace_pool import WorkspacePool
from workbench.checks.diagnostics.confidence.config import ConfidenceConfig
from workbench.domain import limits
from workbench.domain.answer import AskOptions, Format
from workbench.domain.diagnostics import Checked
from workbench.domain.documents import Document
from workbench.domain.evidence import Evidence, Execution
from workbench.domain.local_text import LANGUAGES, Language, whole_characters
from workbench.domain.plan import Filters, PlanProblem
from workbench.domain.run import Run, RunEvent, RunFinished, Stage
from workbench.errors import InputError, RunStoreError
from workbench.executor import ExecutionContext, execute
from workbench.i18n.errors import localized
from workbench.llm.gateway import Health, ModelGateway
from workbench.llm.probe import Probe
from workbench.llm.session import Session
from workbench.nlp.language_detection import detect_language
from workbench.pipeline.ask import new_run, stream_run
from workbench.pipeline.check_text import Source, check_text, given_sources
from workbench.pipeline.finish import display_answer, json_source_list
from workbench.pipeline.fork import fork_run, replay_run
from workbench.pipeline.given_context import ContextItem, HistoryItem, context_run, read_history
from workbench.pipeline.given_plan import GivenPlan
from workbench.planner.validate import validate_plan
from workbench.runs import RunStore, open_store
from workbench.runs.unstored_runs import Unrecorded
from workbench.settings import Settings, load_settings
from workbench.text.citation_marks import without_markers
from workbench.tools.registry import TOOL_SPECS
from workbench.workspace import Workspace
from workbench.workspace.neutral import neutral_workspace

if TYPE_CHECKING:
    from workbench.llm.model_list import ModelInfo


class Workbench:
    """Asks, checks and stores questions. One per process, shared by sessions and threads."""

    def __init__(
        self, settings: Settings, runs: RunStore, schemas: Iterable[type[BaseModel]] = ()
    ) -> None:
        self.settings = settings
        self.runs = runs
        self.unstored: RunStoreError | None = None
        """Why runs are kept in memory only; None when they are stored."""
        self.schemas = all_schemas(settings, schemas)
        self.gateway = ModelGateway(settings)
        self.workspace_pool = WorkspacePool(settings, self.gateway)
        self._services = RunServices(settings, runs, self.gateway, self.schemas)

    @classmethod
    def open(
        cls, settings: Settings | None = None, *, schemas: Iterable[type[BaseModel]] = ()
    ) -> "Workbench":
        """Create a workbench; workspaces open on first use.

        Args:
            settings: None reads the environment.
            schemas: pydantic classes for ``AskOptions(schema="Name")``, in addition to the
                built-in ones and those named in the settings.

        Raises:
            InputError: a class cannot be an output schema, or its name is taken.
        """
        settings = settings or load_settings()
        store, unstored = open_store(settings.database_url)
        workbench = cls(settings, store, schemas)
        workbench.unstored = unstored
        return workbench

    @cached_property
    def sync(self) -> SyncWorkbench:
        """The same API without ``await``, for scripts and notebooks."""
        return SyncWorkbench(self)

    def workspaces(self) -> list[WorkspaceSummary]:
        """List every workspace, the default first; a broken one carries its error."""
        return self.workspace_pool.summaries()

    def is_ready(self, workspace: str) -> bool:
        """True when the workspace's indexes are open."""
        return workspace in self.workspace_pool.opened

    def prepare(self, workspace: str, progress: Progress | None = None) -> OpenedWorkspace:
        """Open a workspace, building its indexes on first use.

        Raises:
            InputError: there is no workspace of that name.
            WorkspaceError: its files are invalid.
            ConfigurationError, ProviderError: the embedder is misconfigured or unavailable.
        """
        return self.workspace_pool.prepare(workspace, progress)

    def workspace(self, workspace: str) -> Workspace:
        """The workspace's specification and graph."""
        return self.prepare(workspace).workspace

    def document(self, workspace: str, document_id: str) -> Document:
        """Return a stored document; an unknown id raises InputError."""
        found = self.prepare(workspace).documents.get(document_id)
        if found is None:
            raise InputError(
                **localized("bootstrap.no_document", document=document_id, workspace=workspace)
            )
        return found

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
        return await _last(
            self._asked(
                question, models, workspace=workspace, thread=thread, plan=plan, until=until
            )
        )

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
        return self._asked(
            question, models, workspace=workspace, thread=thread, plan=plan, until=until
        )

    async def _asked(
        self,
        question: str,
        models: RunModels,
        *,
        workspace: str,
        thread: str | None = None,
        plan: Plan | None = None,
        until: Stage | str | None = None,
    ) -> AsyncGenerator[RunEvent, None]:
        check_question(question, models.options)
        schema_of(models.options, self.schemas)
        check_citations(models.options.citations)
        opened = await self.workspace_pool.get(workspace)
        given = (
            GivenPlan(self._services.checked_plan(plan, opened.workspace))
            if plan is not None
            else None
        )
        run = new_run(question, workspace=workspace, thread=thread, options=models.options)
        services = self._services.for_workspace(opened, models, given)
        events = stream_run(run, services, self.runs, until=parse_stage(until))
        async with aclosing(events):
            async for event in events:
                yield event

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
        return await _last(self._generated(question, context, models))

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
        return self._generated(question, context, models)

    async def _generated(
        self, question: str, context: Sequence[ContextItem], models: RunModels
    ) -> AsyncGenerator[RunEvent, None]:
        check_question(question, models.options)
        schema_of(models.options, self.schemas)
        workspace = replace(neutral_workspace(), tool_specs=TOOL_SPECS)
        run = context_run(question, context, models.options, workspace)
        check_sources(run.facts.items if run.facts else ())
        services = self._services.for_context(run, workspace, models)
        events = stream_run(run, services, Unrecorded(), start_at=Stage.RENDER)
        async with aclosing(events):
            async for event in events:
                yield event

    async def fork(
        self,
        run: Run | str,
        stage: Stage | str,
        value: Any = None,
        until: Stage | str | None = None,
        session: Session | None = None,
    ) -> Run:
        """Replace one stage's output, run the rest and return the run; see ``fork_stream``."""
        return await _last(self.fork_stream(run, stage, value, until, session))

    async def fork_stream(
        self,
        run: Run | str,
        stage: Stage | str,
        value: Any = None,
        until: Stage | str | None = None,
        session: Session | None = None,
    ) -> AsyncGenerator[RunEvent, None]:
        """Replace one stage's output, reuse the stages before it and run those after it.

        Model calls identical to recorded ones are replayed from the record.

        Args:
            run: a run or its id.
            stage: whose output is replaced.
            value: the new output, as a domain value, data or JSON; None runs the stage again,
                calling its models instead of replaying them where they are configured.
            until: stop after this stage.
            session: API keys and a budget on top of the settings; never stored.
        """
        parent = await self.run(run) if isinstance(run, str) else run
        check_json(value, "stage output")
        opened = await self.workspace_pool.get(parent.workspace)
        at = parse_stage(stage)
        if at is None:
            raise InputError(**localized("bootstrap.no_fork_stage"))
        if at is Stage.PLAN and value is not None:
            value = self._services.checked_plan(value, opened.workspace)
        forked, start_at = fork_run(parent, at, value, opened.workspace)
        source: ModelsByRole = "live" if value is None else "recorded_first"
        models = self._services.models(
            parent.options, session=session, recorded=parent, source=source
        )
        services = self._services.for_workspace(
            opened, models, before=await self._services.first_run_id(parent)
        )
        events = stream_run(
            forked, services, self.runs, start_at=start_at, until=parse_stage(until)
        )
        async with aclosing(events):
            async for event in events:
                yield event

    async def replay(self, run: Run | str) -> Run:
        """Replay a run from its record and return the new run; see ``replay_stream``."""
        return await _last(self.replay_stream(run))

    async def replay_stream(self, run: Run | str) -> AsyncGenerator[RunEvent, None]:
        """Run a stored run again with its recorded model replies: no key, no network.

        A call that is missing from the record fails its stage with a ProviderError, and the stage
        falls back to its built-in step. A search recorded with another embedder than today's
        EMBEDDER is noted on its tool call, since its results differ.
        """
        parent = await self.run(run) if isinstance(run, str) else run
        opened = await self.workspace_pool.get(parent.workspace)
        again, start_at = replay_run(parent, opened.workspace)
        models = self._services.models(parent.options, recorded=parent, source="recorded_only")
        given = GivenPlan(parent.plan) if parent.plan and parent.plan_origin == "edited" else None
        services = self._services.for_workspace(
            opened, models, given, before=await self._services.first_run_id(parent)
        )
        until = parent.stages[-1].name if parent.stages else None
        events = stream_run(again, services, self.runs, start_at=start_at, until=until)
        async with aclosing(events):
            async for event in events:
                yield event

    async def run(self, run_id: str) -> Run:
        """Return a stored run; an unknown id raises InputError."""
        found = await self.runs.get(run_id)
        if found is None:
            raise InputError(**localized("bootstrap.no_run", run=run_id))
        return found

    def validate_plan(self, plan: Plan, workspace: str) -> tuple[PlanProblem, ...]:
        """List every problem of a plan; a plan without errors can run."""
        check_json(plan, "plan")
        most = self.settings.max_tool_calls
        return validate_plan(plan, self.workspace(workspace), max_tool_calls=most)[1]

    async def execute(self, plan: Plan, workspace: str, question: str = "") -> Execution:
        """Execute a plan without writing an answer."""
        check_length(question, limits.QUESTION, "question")
        opened = await self.workspace_pool.get(workspace)
        valid = self._services.checked_plan(plan, opened.workspace)
        context = ExecutionContext(question, opened.workspace.spec.language)
        return await execute(valid, opened.tools, context)

    async def search(
        self,
        query: str,
        workspace: str,
        *,
        filters: Filters | None = None,
        doc_types: Sequence[str] = (),
        top_k: int | None = None,
    ) -> Sequence[Evidence]:
        """Search the documents; passages come best first, with each channel's rank and score."""
        check_length(query, limits.QUESTION, "search query")
        retriever = (await self.workspace_pool.get(workspace)).retriever
        return await retriever.search(
            whole_characters(query), filters=filters or {}, doc_types=tuple(doc_types), top_k=top_k
        )

    async def check(
        self,
        answer: str,
        sources: Sequence[Source],
        lang: Language | None = None,
        session: Session | None = None,
    ) -> Checked:
        """Check any text against its sources; no workspace is needed.

        Args:
            answer: the text; ``[Source N]`` cites the N-th source.
            sources: texts, or ``{"text": …, "title": …}``.
            lang: language of the reasons; by default that of the text.
            session: API keys and a budget for the judge, if JUDGE_MODEL is set.

        Raises:
            InputError: a source is not text, or answer or sources are longer than
                ``workbench.domain.limits`` allows.
        """
        check_length(answer, limits.ANSWER, "answer")
        given = given_sources(sources)
        check_sources(given)
        models = self._services.models(None, session=session)
        answer = whole_characters(answer)
        language = lang or detect_language(without_markers(answer).text, LANGUAGES)
        return await check_text(
            answer,
            given,
            language,
            judge=models.model("judge"),
            deadline_s=self.settings.judge_deadline_s,
        )

    def health(self, session: Session | None = None) -> Health:
        """Circuit breaker state of each model, load of each provider, and spending.

        Args:
            session: marks the entries that use this session's own keys.
        """
        return self.gateway.health(self._settings_of(session))

    async def list_models(
        self, provider: str, session: Session | None = None
    ) -> "tuple[ModelInfo, ...]":
        """List a provider's models; see ``workbench.llm.model_list``."""
        from workbench.llm.model_list import list_models

        return await list_models(provider, self._settings_of(session))

    async def test_model(self, name: str, session: Session | None = None) -> Probe:
        """Make one small call to ``provider:model``; see ``ModelGateway.probe``."""
        budget = session.budget if session else None
        return await self.gateway.probe(name, self._settings_of(session), budget)

    def _settings_of(self, session: Session | None) -> Settings:
        return session.credentials.apply_to(self.settings) if session else self.settings

    def display(self, run: Run, style: str | None = None, form: Format | None = None) -> str:
        """Return the answer in another citation style or format; no model is called.

        Raises:
            InputError: there is no such citation style.
        """
        check_citations(style)
        return display_answer(run, self.workspace(run.workspace), style, form)

    def confidence_config(self, workspace: str) -> ConfidenceConfig:
        """The constants of the confidence formula that apply without ``confidence_config``."""
        return self._services.confidence(self.workspace(workspace), AskOptions())

    def json_source_list(self, run: Run) -> str:
        """The source list of a JSON answer, which has no room for one; empty for other formats."""
        return json_source_list(run, self.workspace(run.workspace))

    def structured(self, run: Run) -> BaseModel | None:
        """Parse a structured answer into its schema's class; None if no data was found.

        For an analyst, strings keep ``[Source N]`` after each fact (see ``run.answer.citations``);
        for a customer they have no markers.

        Raises:
            InputError: the run has no schema or no answer, or its schema is unknown.
        """
        return structured_answer(run.answer, run.options, self.schemas)


def _with_history(options: AskOptions | None, history: Sequence[HistoryItem]) -> AskOptions:
    """Return the options with the caller's history, if there is one."""
    options = options or AskOptions()
    return options.model_copy(update={"history": read_history(history) or options.history})


async def _last(events: AsyncGenerator[RunEvent, None]) -> Run:
    run: Run | None = None
    async for event in events:
        if isinstance(event, RunFinished):
            run = event.run
    if run is None:
        raise InputError("The event stream ended without a finished run.")
    return run
