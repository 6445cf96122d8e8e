"""Choose between the tables of a workspace and its documents for a question."""

from functools import cached_property, partial
from typing import TYPE_CHECKING

from workbench.domain.plan import PlanningResult, SearchArgs
from workbench.errors import StoreError
from workbench.logs import log
from workbench.planner.messages import localized_text
from workbench.planner.protocol import PlanRequest
from workbench.planner.table_plan import BestDocument, StatesAnswer, TablePlan
from workbench.retrieval.worker_threads import run_in_thread
from workbench.workspace import Workspace

if TYPE_CHECKING:
    from workbench.planner.table_planner import TablePlanner
    from workbench.planner.tables.joins import ProveJoin
    from workbench.planner.tables.vocabulary import FindValues


class TableChoice:
    """Chooses between a table and the documents. Holds no state of a question."""

    def __init__(
        self,
        workspace: Workspace,
        find_values: "FindValues | None" = None,
        prove_join: "ProveJoin | None" = None,
        *,
        best_document: BestDocument | None = None,
        states_answer: StatesAnswer | None = None,
        tables_alone: bool = False,
    ) -> None:
        """Create a choice; for the arguments, see `OfflinePlanner`."""
        self._workspace = workspace
        self._find_values = find_values
        self._prove_join = prove_join
        self._best_document = best_document
        self._states_answer = states_answer
        self._tables_alone = tables_alone

    async def plan(self, request: PlanRequest) -> TablePlan:
        """Return a query of a table, or why there is none: a text may state what it would compute.

        Values are looked up in a database file, in a thread.
        """
        tables = await run_in_thread(None, partial(self._over_table, request))
        if tables.query is not None and await self._is_stated(request):
            return TablePlan(reason=localized_text("stated", request.question.language))
        return tables

    async def chosen(
        self, request: PlanRequest, tables: TablePlan, planned: PlanningResult
    ) -> PlanningResult:
        """Return ``planned``, a plan without the tables, or why these have no answer.

        A plan that is kept gets the reason why no table is queried.
        """
        is_off_topic = planned.plan.scope == "off_topic"
        if tables.decline is not None and await self._is_declined(request, tables, planned):
            return tables.decline
        if tables.foreign and self._tables_alone and is_off_topic:
            return tables.foreign
        if tables.named and is_off_topic:
            return tables.named
        if tables.reason:
            reasons = (*planned.reasons, tables.reason)
            return planned.model_copy(update={"reasons": reasons})
        return planned

    @cached_property
    def _planner(self) -> "TablePlanner":
        """What plans queries of tables: a question that an intent surely covers needs none."""
        from workbench.planner.table_planner import TablePlanner

        return TablePlanner(self._workspace, self._find_values, self._prove_join)

    def _over_table(self, request: PlanRequest) -> TablePlan:
        try:
            return self._planner.plan(request)
        except StoreError as error:  # the documents may answer all the same
            log.warning("tables_not_planned", error=str(error))
            return TablePlan(reason=localized_text("tables_unreadable", request.question.language))

    async def _is_stated(self, request: PlanRequest) -> bool:
        """Return True if a text states what a table would compute: a rule, a record, a sum."""
        if self._states_answer is None or self._tables_alone:
            return False
        return await self._states_answer(request.question.text, request.embedder)

    async def _is_declined(
        self, request: PlanRequest, tables: TablePlan, planned: PlanningResult
    ) -> bool:
        """Whether the answer is that a table lacks words: no document states one with them.

        A table in another language has other words, so that documents are searched all the same.
        """
        if not await self._has_only_rows(request, planned):
            return False
        if self._states_answer is None or tables.unread is None:
            return True
        if tables.unread.is_foreign and not self._tables_alone:
            return False
        text = request.question.text
        return not await self._states_answer(text, request.embedder, unread=tables.unread)

    async def _has_only_rows(self, request: PlanRequest, planned: PlanningResult) -> bool:
        """Whether a plan only searches, and would find rows of a table or nothing."""
        if any(call.kind != SearchArgs.kind for call in planned.plan.tool_calls):
            return False
        if self._best_document is None:
            return True
        best = await self._best_document(request.question.text, request.embedder)
        files = (one for one in self._workspace.tables.values() if not one.is_in_text)
        return not best or any(table.document_id == best for table in files)
