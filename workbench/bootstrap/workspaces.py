"""Work with a workspace: list and open it, read its documents, search it, try a plan."""

from collections.abc import Mapping, Sequence

from workbench.bootstrap.input_limits import check_json, check_length
from workbench.bootstrap.opened_workspace import OpenedWorkspace, Progress
from workbench.bootstrap.retrieval_presets import read_preset, write_preset
from workbench.bootstrap.values import Plan, WorkspaceSummary
from workbench.bootstrap.workbench_part import WorkbenchPart
from workbench.checks.diagnostics.confidence.config import ConfidenceConfig
from workbench.domain import limits
from workbench.domain.answer import AskOptions
from workbench.domain.documents import Chunk, Document, SourceFile
from workbench.domain.evidence import Evidence, Execution, StageError
from workbench.domain.local_text import whole_characters
from workbench.domain.plan import Filters, PlanProblem
from workbench.errors import InputError
from workbench.executor import ExecutionContext, execute
from workbench.i18n.errors import localized
from workbench.ingest.index_spec import index_folder
from workbench.ingest.source_files import source_files
from workbench.retrieval.filters import filter_values, metadata_values
from workbench.retrieval.graph_explorer import GraphExplorer
from workbench.retrieval.search import SearchReport
from workbench.workspace import Workspace
from workbench.workspace.nearest_name import nearest
from workbench.workspace.schema import RetrievalPreset

_SHOWN = 20
"""Values of a field that an error names."""


class Workspaces(WorkbenchPart):
    """Opens workspaces, and searches and queries them without an answer being written."""

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

    def graph(self, workspace: str) -> GraphExplorer:
        """The workspace's graph, to be searched and followed from node to node."""
        return self.prepare(workspace).explorer

    def document(self, workspace: str, document_id: str) -> Document:
        """Return a stored document; an unknown id raises InputError."""
        found = self.prepare(workspace).documents.get(document_id)
        if found is None:
            raise InputError(
                **localized("bootstrap.no_document", document=document_id, workspace=workspace)
            )
        return found

    def documents(self, workspace: str) -> tuple[SourceFile, ...]:
        """List the files of the workspace by path, those that were not read with their reason."""
        return source_files(index_folder(self.workspace(workspace), self.settings))

    def passages(self, workspace: str, document_id: str) -> tuple[Chunk, ...]:
        """List the passages of a document in order; an unknown id raises InputError."""
        self.document(workspace, document_id)
        chunks = self.prepare(workspace).documents.chunks(document_id)
        return tuple(indexed.chunk for indexed in chunks)

    def confidence_config(self, workspace: str) -> ConfidenceConfig:
        """The constants of the confidence formula that apply without ``confidence_config``."""
        return self._services.confidence(self.workspace(workspace), AskOptions())

    def validate_plan(self, plan: Plan, workspace: str) -> tuple[PlanProblem, ...]:
        """List every problem of a plan; a plan without errors can run."""
        check_json(plan, "plan")
        most = self.settings.max_tool_calls
        from workbench.planner.validate import validate_plan

        return validate_plan(plan, self.workspace(workspace), max_tool_calls=most)[1]

    async def execute(self, plan: Plan, workspace: str, question: str = "") -> Execution:
        """Execute a plan without writing an answer."""
        check_length(question, limits.QUESTION, "question")
        opened = await self.workspace_pool.get(workspace)
        valid = self._services.checked_plan(plan, opened.workspace)
        context = ExecutionContext(question, opened.workspace.spec.language)
        return await execute(valid, opened.tools, context)

    async def try_search(
        self,
        query: str,
        workspace: str,
        preset: RetrievalPreset | None = None,
        filters: Filters | None = None,
    ) -> SearchReport:
        """Search as a question does, with the passages left out and the scores of every channel.

        ``preset`` replaces the workspace's settings for this search.
        """
        check_length(query, limits.QUESTION, "search query")
        retriever = (await self.workspace_pool.get(workspace)).retriever
        if preset is not None:
            retriever = retriever.with_preset(preset)
        return await retriever.search_with_report(
            whole_characters(query), filters=filters, channels=retriever.channels
        )

    def channels(self, workspace: str) -> tuple[str, ...]:
        """List the channels of a workspace's search: ``dense`` only with a semantic embedder."""
        return self.prepare(workspace).retriever.channels

    def filter_values(self, workspace: str) -> Mapping[str, tuple[str, ...]]:
        """List the values of each metadata field of the documents, ordered."""
        values: dict[str, set[str]] = {}
        for metadata in self.prepare(workspace).documents.metadata.values():
            for name in metadata:
                values.setdefault(name, set()).update(metadata_values(metadata, name))
        return {name: tuple(sorted(found)) for name, found in values.items()}

    def warning(self, workspace: str) -> StageError | None:
        """What an open workspace lacks: corrections that cannot be read; None if nothing."""
        return self.workspace_pool.warnings.get(workspace)

    def check_filter_values(self, workspace: str, filters: Filters) -> None:
        """Raise InputError for a value that no document has, with the nearest or all of them."""
        known = self.filter_values(workspace)
        for field, value in filters.items():
            for one in filter_values(value):
                if field in known and one not in known[field]:
                    near = nearest(one, known[field])
                    hint = {"close": near} if near else {"known": ", ".join(known[field][:_SHOWN])}
                    words = {"field": field, "value": one, **hint}
                    raise InputError(**localized("bootstrap.no_such_value", **words))

    def saved_preset(self, workspace: str) -> RetrievalPreset | None:
        """Return the search settings saved for a workspace; None if those of its file apply."""
        return read_preset(self.workspace(workspace).id, self.settings)

    async def save_preset(self, workspace: str, preset: RetrievalPreset | None) -> None:
        """Save the search settings that questions use from now on; None restores the file's.

        Raises:
            StoreError: they cannot be written.
        """
        opened = await self.workspace_pool.get(workspace)
        write_preset(opened.workspace.id, preset, self.settings)
        await self.workspace_pool.reopen(workspace)

    async def search(
        self,
        query: str,
        workspace: str,
        *,
        filters: Filters | None = None,
        doc_types: Sequence[str] = (),
        top_k: int | None = None,
    ) -> Sequence[Evidence]:
        """Search the documents; passages come best first, with each channel's rank and score.

        Raises:
            InputError: a filter names a field that documents do not have.
        """
        check_length(query, limits.QUESTION, "search query")
        retriever = (await self.workspace_pool.get(workspace)).retriever
        return await retriever.search(
            whole_characters(query), filters=filters or {}, doc_types=tuple(doc_types), top_k=top_k
        )
