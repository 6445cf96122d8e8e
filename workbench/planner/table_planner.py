"""Plan questions over tables without a model: a query whose every word was read, or none."""

from functools import cached_property

from workbench.domain.local_text import Language
from workbench.domain.plan import (
    SHORT_STYLE,
    TABLE_STYLE,
    Fallback,
    Limits,
    PlanningResult,
    QueryPlan,
    ToolCall,
)
from workbench.domain.table_query import TABLE_QUERY, TableArgs
from workbench.planner.messages import localized_text
from workbench.planner.protocol import PlanRequest
from workbench.planner.tables.read_question import TableReading, best_reading
from workbench.planner.tables.vocabulary import TableVocabulary
from workbench.workspace import Workspace

READ, ASSUMED = 0.95, 0.8
"""Confidence of a plan all of whose words were read, and of one that supposes a function."""
_ROWS, _GROUPS = 10, 50
"""Rows and groups that are shown if the question asks for no number of them."""


class TablePlanner:
    """Plans table queries for one workspace. Holds no state of a question."""

    def __init__(self, workspace: Workspace) -> None:
        self._workspace = workspace

    @cached_property
    def _vocabularies(self) -> list[TableVocabulary]:
        """The words of each table, read when the first question comes."""
        return [TableVocabulary(table) for table in self._workspace.tables.values()]

    def plan(self, request: PlanRequest) -> tuple[PlanningResult | None, str]:
        """Return the plan of a question over a table, or None and why it is not asked.

        The reason is empty if the question has nothing to do with a table. A question with a word
        that means nothing in the table is not asked of it: the answer would ignore the word.
        """
        language = request.question.language
        reading, is_tied = best_reading(request.question.text, self._vocabularies)
        if reading is None:
            return None, ""
        if reading.unread:
            words = ", ".join(dict.fromkeys(reading.unread))
            return None, localized_text("table_unread", language, words)
        if is_tied:
            return None, localized_text("table_tied", language, reading.args.table)
        reason = "table_assumed" if reading.is_assumed else "table"
        return PlanningResult(
            plan=self._query_plan(reading, language),
            origin="offline",
            reasons=(localized_text(reason, language, reading.args.table),),
        ), ""

    def _query_plan(self, reading: TableReading, language: Language) -> QueryPlan:
        args = reading.args
        is_numbers = bool(args.aggregates) and not args.group_by
        spec = self._workspace.spec
        return QueryPlan(
            intents=(TABLE_QUERY,),
            tool_calls=(ToolCall(tool=self._workspace.tool_name(TableArgs.kind), args=args),),
            fallback=Fallback(enabled=False, tool=spec.tools.search),
            limits=Limits(max_items=args.limit or (_GROUPS if args.is_aggregated else _ROWS)),
            render_style=SHORT_STYLE if is_numbers else TABLE_STYLE,
            answer_style=spec.default_style(language),
            confidence=ASSUMED if reading.is_assumed else READ,
        )
