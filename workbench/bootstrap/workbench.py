"""Workbench: what the app, the command line, notebooks and programs call."""

from collections.abc import AsyncGenerator, Iterable, Sequence
from contextlib import aclosing
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
from workbench.bootstrap.values import Plan, WorkspaceSummary, check_citations, stage_named
from workbench.bootstrap.workspace_pool import WorkspacePool
from workbench.checks.confidence.config import ConfidenceConfig
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
from workbench.pipeline.finish import show, sources_beside
from workbench.pipeline.fork import fork_run, replay_run
from workbench.pipeline.given_context import ContextItem, HistoryItem, context_run, read_history
from workbench.pipeline.given_plan import GivenPlan
from workbench.planner.validate import validate_plan
from workbench.runs import RunStore, open_store
from workbench.runs.unrecorded import Unrecorded
from workbench.settings import Settings, load_settings
from workbench.text.citation_marks import without_markers
from workbench.workspace import Workspace
from workbench.workspace.neutral import neutral_workspace

if TYPE_CHECKING:
    from workbench.llm.model_list import ModelInfo


class Workbench:
    """One process's workbench. Safe to share between sessions and threads."""

    def __init__(
        self, settings: Settings, runs: RunStore, schemas: Iterable[type[BaseModel]] = ()
    ) -> None:
        self.settings = settings
        self.runs = runs
        self.unstored: RunStoreError | None = None
        """Why runs are kept no longer than the process; None where they are stored."""
        self.schemas = all_schemas(settings, schemas)
        self.switchboard = ModelGateway(settings)
        self.shelf = WorkspacePool(settings, self.switchboard)
        self._services = RunServices(settings, runs, self.switchboard, self.schemas)

    @classmethod
    def open(
        cls, settings: Settings | None = None, *, schemas: Iterable[type[BaseModel]] = ()
    ) -> "Workbench":
        """The workbench as the settings (or the environment) say; workspaces open when asked.

        Args:
            settings: None reads the environment.
            schemas: pydantic classes that answers can be asked for, ``AskOptions(schema="Name")``,
                beside the built-in ones and those of the settings.

        Raises:
            InputError: a class cannot be the shape of an answer, or its name is taken.
        """
        settings = settings or load_settings()
        store, unstored = open_store(settings.database_url)
        workbench = cls(settings, store, schemas)
        workbench.unstored = unstored
        return workbench

    @cached_property
    def sync(self) -> SyncWorkbench:
        """The same without ``await``, for scripts and notebooks."""
        return SyncWorkbench(self)

    def workspaces(self) -> list[WorkspaceSummary]:
        """Every workspace found, the default first; one that cannot be opened says why."""
        return self.shelf.summaries()

    def is_ready(self, workspace: str) -> bool:
        """True when the workspace's indexes are open."""
        return workspace in self.shelf.opened

    def prepare(self, workspace: str, progress: Progress | None = None) -> OpenedWorkspace:
        """Open a workspace, building its indexes on first use.

        Raises:
            InputError: there is no workspace of that name.
            WorkspaceError: its files are wrong.
            ConfigurationError, ProviderError: the embedder cannot be asked, or is down.
        """
        return self.shelf.prepare(workspace, progress)

    def workspace(self, workspace: str) -> Workspace:
        """The workspace's specification and graph."""
        return self.prepare(workspace).workspace

    def document(self, workspace: str, document_id: str) -> Document:
        """A document as it is stored; an unknown id is an InputError."""
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
        """Ask and wait for the whole run; see ``stream`` for the arguments.

        Nobody reads along, so models reply whole: a reply that breaks off is tried again.
        """
        models = self._services.unread_models(options, session=session)
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
        """Ask and see every step as it happens.

        Args:
            question: in any of the workspace's languages.
            workspace: its id.
            thread: questions of one thread may lean on each other.
            plan: a plan to run in place of the planner's.
            until: stop after this stage.
            options: how to answer.
            session: keys typed in and a budget, beside the settings; never stored.

        Raises:
            InputError: an unknown workspace, schema or stage, or a question that is too long.
            PlanError: the given plan, with its problems.
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
        opened = await self.shelf.get(workspace)
        given = (
            GivenPlan(self._services.valid(plan, opened.workspace)) if plan is not None else None
        )
        run = new_run(question, workspace=workspace, thread=thread, options=models.options)
        services = self._services.for_workspace(opened, models, given)
        events = stream_run(run, services, self.runs, until=stage_named(until))
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
        """Answer from given context and wait; see ``generate_stream`` for the arguments."""
        models = self._services.unread_models(_told(options, history), session=session)
        return await _last(self._generated(question, context, models))

    def generate_stream(
        self,
        question: str,
        context: Sequence[ContextItem],
        history: Sequence[HistoryItem] = (),
        options: AskOptions | None = None,
        session: Session | None = None,
    ) -> AsyncGenerator[RunEvent, None]:
        """Answer from passages that the caller retrieved: no workspace, no plan, no tool.

        The run has the answer with its citations, findings and diagnostics. No store keeps it.

        Args:
            question: in Russian or English.
            context: texts, or ``{"text": …, "id": …, "title": …, "section": […], "score": …}``;
                the N-th one is ``[Source N]``, and citations carry its id.
            history: earlier turns, oldest first: pairs, or ``{"question": …, "answer": …}``.
            options: how to answer.
            session: keys typed in and a budget, beside the settings; never stored.

        Raises:
            InputError: a passage or a turn that cannot be read, too much of either, an unknown
                schema.
        """
        models = self._services.models(_told(options, history), session=session)
        return self._generated(question, context, models)

    async def _generated(
        self, question: str, context: Sequence[ContextItem], models: RunModels
    ) -> AsyncGenerator[RunEvent, None]:
        check_question(question, models.options)
        schema_of(models.options, self.schemas)
        workspace = neutral_workspace()
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
        """Replace one stage's output, run the rest, and wait; see ``fork_stream``."""
        return await _last(self.fork_stream(run, stage, value, until, session))

    async def fork_stream(
        self,
        run: Run | str,
        stage: Stage | str,
        value: Any = None,
        until: Stage | str | None = None,
        session: Session | None = None,
    ) -> AsyncGenerator[RunEvent, None]:
        """Replace one stage's output and run what comes after it, reusing what comes before.

        A model that would be asked what it was asked before says what it said before.

        Args:
            run: a run or its id.
            stage: whose output is replaced.
            value: the new output, as a domain value, data or JSON; None runs the stage again,
                with its models asked anew where they can be.
            until: stop after this stage.
            session: keys typed in and a budget, beside the settings; never stored.
        """
        parent = await self.run(run) if isinstance(run, str) else run
        check_json(value, "stage output")
        opened = await self.shelf.get(parent.workspace)
        at = stage_named(stage)
        if at is None:
            raise InputError(**localized("bootstrap.no_fork_stage"))
        if at is Stage.PLAN and value is not None:
            value = self._services.valid(value, opened.workspace)
        forked, start_at = fork_run(parent, at, value, opened.workspace)
        source: ModelsByRole = "live" if value is None else "recorded_first"
        models = self._services.models(
            parent.options, session=session, recorded=parent, source=source
        )
        services = self._services.for_workspace(
            opened, models, before=await self._services.first_run_id(parent)
        )
        events = stream_run(
            forked, services, self.runs, start_at=start_at, until=stage_named(until)
        )
        async with aclosing(events):
            async for event in events:
                yield event

    async def replay(self, run: Run | str) -> Run:
        """The run once more, from its record, and wait; see ``replay_stream``."""
        return await _last(self.replay_stream(run))

    async def replay_stream(self, run: Run | str) -> AsyncGenerator[RunEvent, None]:
        """The run once more, its models saying what they said then: no key, no network.

        What cannot be answered from the record is a ProviderError on its stage, and the built-in
        step stands in. A search by the vectors of another embedder than EMBEDDER now is said on its
        call: what it finds differs.
        """
        parent = await self.run(run) if isinstance(run, str) else run
        opened = await self.shelf.get(parent.workspace)
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
        """A stored run; an unknown id is an InputError."""
        found = await self.runs.get(run_id)
        if found is None:
            raise InputError(**localized("bootstrap.no_run", run=run_id))
        return found

    def validate_plan(self, plan: Plan, workspace: str) -> tuple[PlanProblem, ...]:
        """Every problem of a plan; none means that it runs."""
        check_json(plan, "plan")
        most = self.settings.max_tool_calls
        return validate_plan(plan, self.workspace(workspace), max_tool_calls=most)[1]

    async def execute(self, plan: Plan, workspace: str, question: str = "") -> Execution:
        """Carry out a plan alone, without an answer."""
        check_length(question, limits.QUESTION, "question")
        opened = await self.shelf.get(workspace)
        valid = self._services.valid(plan, opened.workspace)
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
        """Passages of the workspace's documents, best first, with each channel's rank and score."""
        check_length(query, limits.QUESTION, "search query")
        retriever = (await self.shelf.get(workspace)).retriever
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
        """Hold a text that anybody wrote against its sources; no workspace is needed.

        Args:
            answer: the text; ``[Source N]`` cites the N-th source.
            sources: texts, or ``{"text": …, "title": …}``.
            lang: of the reasons; the text's own by default.
            session: keys typed in and a budget, for the judge, where one is set.

        Raises:
            InputError: a source is no text, or answer or sources are longer than
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
        """Which models are asked at the moment, how busy the providers are, what was spent.

        Args:
            session: to tell its own keys' lines from those of other sessions.
        """
        return self.switchboard.health(self._settings_of(session))

    async def list_models(
        self, provider: str, session: Session | None = None
    ) -> "tuple[ModelInfo, ...]":
        """The models that a provider lists; see ``workbench.llm.model_list``."""
        from workbench.llm.model_list import list_models

        return await list_models(provider, self._settings_of(session))

    async def test_model(self, name: str, session: Session | None = None) -> Probe:
        """One small real call of ``provider:model``; see ``ModelGateway.probe``."""
        budget = session.budget if session else None
        return await self.switchboard.probe(name, self._settings_of(session), budget)

    def _settings_of(self, session: Session | None) -> Settings:
        return session.credentials.over(self.settings) if session else self.settings

    def display(self, run: Run, style: str | None = None, form: Format | None = None) -> str:
        """The run's answer in another citation style or format; no model is called.

        Raises:
            InputError: there is no such citation style.
        """
        check_citations(style)
        return show(run, self.workspace(run.workspace), style, form)

    def confidence_config(self, workspace: str) -> ConfidenceConfig:
        """The constants of the confidence formula for questions that change none of them."""
        return self._services.confidence(self.workspace(workspace), AskOptions())

    def sources_beside(self, run: Run) -> str:
        """The list of cited sources of an answer in JSON, which cannot stand below it."""
        return sources_beside(run, self.workspace(run.workspace))

    def structured(self, run: Run) -> BaseModel | None:
        """The object that a run's structured answer fills; None where nothing was found to fill it.

        Its strings are as the run's reader sees them: with ``[Source N]`` after each fact for an
        analyst (``run.answer.citations`` says what each stands for), without for a customer.

        Raises:
            InputError: the run was not asked for a schema, has no answer, or its schema is unknown.
        """
        return structured_answer(run.answer, run.options, self.schemas)


def _told(options: AskOptions | None, history: Sequence[HistoryItem]) -> AskOptions:
    """The options with the turns that the caller tells."""
    options = options or AskOptions()
    return options.model_copy(update={"history": read_history(history) or options.history})


async def _last(events: AsyncGenerator[RunEvent, None]) -> Run:
    run: Run | None = None
    async for event in events:
        if isinstance(event, RunFinished):
            run = event.run
    if run is None:
        raise InputError("The run ended before it began.")
    return run
