"""The Workbench API without ``await``, for screens, scripts and notebooks."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from pydantic import BaseModel

from workbench.bootstrap.values import Plan, WorkspaceSummary
from workbench.checks.diagnostics.confidence.config import ConfidenceConfig
from workbench.domain.answer import AskOptions, Format
from workbench.domain.diagnostics import Checked
from workbench.domain.documents import Document
from workbench.domain.evidence import Evidence, Execution
from workbench.domain.local_text import Language
from workbench.domain.plan import Filters, PlanProblem
from workbench.domain.run import Run, RunEvent, RunSummary, Stage
from workbench.llm.gateway import Health
from workbench.llm.probe import Probe
from workbench.llm.session import Session
from workbench.pipeline.bridge import Items, bridge
from workbench.pipeline.check_text import Source
from workbench.pipeline.given_context import ContextItem, HistoryItem
from workbench.runs import RunStore
from workbench.workspace import Workspace

if TYPE_CHECKING:
    from workbench.bootstrap.opened_workspace import OpenedWorkspace, Progress
    from workbench.bootstrap.workbench import Workbench
    from workbench.llm.model_list import ModelInfo


class SyncRuns:
    """The run store without ``await``."""

    def __init__(self, store: RunStore) -> None:
        self._store = store

    def get(self, run_id: str) -> Run | None:
        """See RunStore.get."""
        return bridge().run(self._store.get(run_id))

    def list(self, **filters: Any) -> Sequence[RunSummary]:
        """See RunStore.list."""
        return bridge().run(self._store.list(**filters))

    def delete(self, run_id: str) -> bool:
        """See RunStore.delete."""
        return bridge().run(self._store.delete(run_id))


class SyncWorkbench:
    """A thin facade: every method calls its Workbench namesake and waits for the result."""

    def __init__(self, workbench: "Workbench") -> None:
        self._workbench = workbench
        self.runs = SyncRuns(workbench.runs)
        self.schemas = workbench.schemas
        self.unstored = workbench.unstored

    def workspaces(self) -> list[WorkspaceSummary]:
        """See Workbench.workspaces."""
        return self._workbench.workspaces()

    def workspace(self, workspace: str) -> Workspace:
        """See Workbench.workspace."""
        return self._workbench.workspace(workspace)

    def prepare(self, workspace: str, progress: "Progress | None" = None) -> "OpenedWorkspace":
        """See Workbench.prepare."""
        return self._workbench.prepare(workspace, progress)

    def is_ready(self, workspace: str) -> bool:
        """See Workbench.is_ready."""
        return self._workbench.is_ready(workspace)

    def document(self, workspace: str, document_id: str) -> Document:
        """See Workbench.document."""
        return self._workbench.document(workspace, document_id)

    def run(self, run_id: str) -> Run:
        """See Workbench.run."""
        return bridge().run(self._workbench.run(run_id))

    def ask(
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
        """See Workbench.ask."""
        return bridge().run(
            self._workbench.ask(
                question,
                workspace=workspace,
                thread=thread,
                plan=plan,
                until=until,
                options=options,
                session=session,
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
    ) -> Items[RunEvent]:
        """See Workbench.stream; closing the iterator cancels the run."""
        return bridge().iterate(
            self._workbench.stream(
                question,
                workspace=workspace,
                thread=thread,
                plan=plan,
                until=until,
                options=options,
                session=session,
            )
        )

    def generate(
        self,
        question: str,
        context: Sequence[ContextItem],
        history: Sequence[HistoryItem] = (),
        options: AskOptions | None = None,
        session: Session | None = None,
    ) -> Run:
        """See Workbench.generate."""
        return bridge().run(self._workbench.generate(question, context, history, options, session))

    def generate_stream(
        self,
        question: str,
        context: Sequence[ContextItem],
        history: Sequence[HistoryItem] = (),
        options: AskOptions | None = None,
        session: Session | None = None,
    ) -> Items[RunEvent]:
        """See Workbench.generate_stream; closing the iterator cancels the run."""
        return bridge().iterate(
            self._workbench.generate_stream(question, context, history, options, session)
        )

    def fork(
        self,
        run: Run | str,
        stage: Stage | str,
        value: Any = None,
        until: Stage | str | None = None,
        session: Session | None = None,
    ) -> Run:
        """See Workbench.fork."""
        return bridge().run(self._workbench.fork(run, stage, value, until, session))

    def fork_stream(
        self,
        run: Run | str,
        stage: Stage | str,
        value: Any = None,
        until: Stage | str | None = None,
        session: Session | None = None,
    ) -> Items[RunEvent]:
        """See Workbench.fork_stream; closing the iterator cancels the run."""
        return bridge().iterate(self._workbench.fork_stream(run, stage, value, until, session))

    def replay(self, run: Run | str) -> Run:
        """See Workbench.replay."""
        return bridge().run(self._workbench.replay(run))

    def replay_stream(self, run: Run | str) -> Items[RunEvent]:
        """See Workbench.replay_stream; closing the iterator cancels the run."""
        return bridge().iterate(self._workbench.replay_stream(run))

    def health(self, session: Session | None = None) -> Health:
        """See Workbench.health."""
        return self._workbench.health(session)

    def list_models(self, provider: str, session: Session | None = None) -> "tuple[ModelInfo, ...]":
        """See Workbench.list_models."""
        return bridge().run(self._workbench.list_models(provider, session))

    def test_model(self, name: str, session: Session | None = None) -> Probe:
        """See Workbench.test_model."""
        return bridge().run(self._workbench.test_model(name, session))

    def validate_plan(self, plan: Plan, workspace: str) -> tuple[PlanProblem, ...]:
        """See Workbench.validate_plan."""
        return self._workbench.validate_plan(plan, workspace)

    def execute(self, plan: Plan, workspace: str, question: str = "") -> Execution:
        """See Workbench.execute."""
        return bridge().run(self._workbench.execute(plan, workspace, question))

    def search(
        self,
        query: str,
        workspace: str,
        *,
        filters: Filters | None = None,
        doc_types: Sequence[str] = (),
        top_k: int | None = None,
    ) -> Sequence[Evidence]:
        """See Workbench.search."""
        return bridge().run(
            self._workbench.search(
                query, workspace, filters=filters, doc_types=doc_types, top_k=top_k
            )
        )

    def check(
        self,
        answer: str,
        sources: Sequence[Source],
        lang: Language | None = None,
        session: Session | None = None,
    ) -> Checked:
        """See Workbench.check."""
        return bridge().run(self._workbench.check(answer, sources, lang, session))

    def display(self, run: Run, style: str | None = None, form: Format | None = None) -> str:
        """See Workbench.display."""
        return self._workbench.display(run, style, form)

    def confidence_config(self, workspace: str) -> ConfidenceConfig:
        """See Workbench.confidence_config."""
        return self._workbench.confidence_config(workspace)

    def json_source_list(self, run: Run) -> str:
        """See Workbench.json_source_list."""
        return self._workbench.json_source_list(run)

    def structured(self, run: Run) -> BaseModel | None:
        """See Workbench.structured."""
        return self._workbench.structured(run)
