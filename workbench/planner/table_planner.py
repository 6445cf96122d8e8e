"""Plan questions over tables without a model: a query whose every word was read, or a decline."""

from collections.abc import Sequence
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
from workbench.domain.tables import TableSchema
from workbench.nlp.morphology import is_cyrillic
from workbench.nlp.phrases import has_phrase
from workbench.nlp.query_words import is_filler, query_words
from workbench.nlp.word_lists import word_list
from workbench.planner.messages import localized_text
from workbench.planner.protocol import PlanRequest
from workbench.planner.table_plan import TablePlan, Unread
from workbench.planner.tables.follow_up import read_follow_up
from workbench.planner.tables.joins import ProveJoin, joined_tables
from workbench.planner.tables.read_question import (
    TableReading,
    is_as_good,
    rank,
    readings,
)
from workbench.planner.tables.vocabulary import FindValues, TableVocabulary, nearest
from workbench.workspace import Workspace

READ, ASSUMED, GUESSED, DECLINED = 0.95, 0.8, 0.45, 0.3
"""Confidence of a plan all of whose words were read, of one that supposes a function, of one that
takes one of several columns, and of one that tells why nothing is computed."""
_MOST_READ = 5
"""Tables in texts that a question is read against: those that have most of its words."""
_ROWS, _GROUPS = 10, 50
"""Rows and groups that are shown if the question asks for no number of them."""


class TablePlanner:
    """Plans table queries for one workspace. Holds no state of a question."""

    def __init__(
        self,
        workspace: Workspace,
        find_values: FindValues | None = None,
        prove_join: ProveJoin | None = None,
    ) -> None:
        """Create a planner.

        Args:
            workspace: the workspace.
            find_values: finds values of columns that have too many to list.
            prove_join: tells whether the data proves a join; without it tables are not joined.
        """
        self._workspace = workspace
        self._find_values = find_values
        self._prove_join = prove_join

    @cached_property
    def _vocabularies(self) -> list[TableVocabulary]:
        """The words of each file of rows, read when the first question comes.

        A question that they do not answer may be declined.
        """
        files = (one for one in self._workspace.tables.values() if not one.is_in_text)
        return [TableVocabulary(table, self._find_values) for table in files]

    @cached_property
    def _texts(self) -> list[TableVocabulary]:
        """The words of each table in texts, which answer only what a text does not tell.

        They list their values; others are not looked up, for most questions are none of theirs.
        """
        texts = (one for one in self._workspace.tables.values() if one.is_in_text)
        return [TableVocabulary(table) for table in texts]

    @cached_property
    def _joined(self) -> list[TableVocabulary]:
        """The words of each table with those of another that it surely belongs to."""
        if self._prove_join is None:
            return []
        tables = joined_tables([*self._workspace.tables.values()], self._prove_join)
        return [TableVocabulary(table, self._find_values) for table in tables]

    def plan(self, request: PlanRequest) -> TablePlan:
        """Return the query that a question means, or else why there is none.

        A question with a word that means nothing in the table is not asked of it: the answer would
        ignore the word.
        """
        return self._follow_up(request) or self._plan(request)

    def _plan(self, request: PlanRequest) -> TablePlan:
        """Plan a question by itself."""
        language = request.question.language
        found = readings(request.question.text, self._vocabularies)
        texts = nearest(request.question.text, self._texts, _MOST_READ)
        computed = [
            one
            for one in readings(request.question.text, texts)
            if _needs_table(one) and not _counts_unasked(one, request.question.text)
        ]
        if computed and not (found and is_as_good(min(found[0], computed[0], key=rank), found[0])):
            return self._in_texts(computed, language)
        if not found:
            return self._in_other_language(request)
        best, *others = found
        tied = [one for one in others if is_as_good(one, best)]
        if best.left_out:
            joined = self._over_two(request) if best.unknown else None
            return joined or self._not_read(best, others, language)
        if tied:
            reason = localized_text("table_tied", language, best.args.table)
            return self._declined(best, tied, reason, language)
        if not best.is_query:
            return TablePlan()
        reason = localized_text(
            "table_assumed" if best.is_assumed else "table", language, best.args.table
        )
        return TablePlan(query=self._planned(best.args, _confidence(best), reason, language))

    def _in_texts(self, found: Sequence[TableReading], language: Language) -> TablePlan:
        """Return the query of a table in a text, if every word was read; else search answers."""
        best, *others = found
        if best.left_out or not best.is_query:
            return TablePlan(reason=_reason(best, language) if best.left_out else "")
        tied = [one for one in others if is_as_good(one, best)]
        if tied:
            names = ", ".join(one.args.table for one in (best, *tied))
            return TablePlan(reason=localized_text("table_tied", language, names))
        reason = localized_text("table", language, best.args.table)
        return TablePlan(query=self._planned(best.args, _confidence(best), reason, language))

    def _in_other_language(self, request: PlanRequest) -> TablePlan:
        """Return the plan that names a table whose columns are in another alphabet."""
        words = [one for one in query_words(request.question.text) if not is_filler(one)]
        texts = [one.text for one in words if one.text.isalpha()]
        tables = [one.schema for one in self._vocabularies]
        if not tables or not _is_foreign(texts, tables):
            return TablePlan()
        language = request.question.language
        reason = localized_text("table_unread", language, ", ".join(texts))
        args = TableArgs(table=tables[0].id, unread=tuple(dict.fromkeys(texts)))
        return TablePlan(foreign=self._planned(args, DECLINED, reason, language))

    def _not_read(
        self, best: TableReading, others: Sequence[TableReading], language: Language
    ) -> TablePlan:
        """Return the plan for a question with words left out: a decline, unless rows answer it.

        Rows do not answer a condition that the table has but that fits several of its columns:
        search would show rows that do not meet it.
        """
        reason = _reason(best, language)
        is_limited = best.is_query and not best.unknown
        lacking = [one for one in others if set(best.unknown) - set(one.unknown)]
        declined = self._declined(best, lacking, reason, language)
        if best.is_computed or is_limited:
            return declined
        return TablePlan(named=declined.decline, reason=reason)

    def _over_two(self, request: PlanRequest) -> TablePlan | None:
        """Return the query of a table joined to another that reads every word of the question."""
        found = [
            one
            for one in readings(request.question.text, self._joined)
            if one.is_query and not one.left_out and one.is_of_two
        ]
        if not found or any(is_as_good(one, found[0]) for one in found[1:]):
            return None
        args, language = found[0].args, request.question.language
        assert args.join is not None
        reason = localized_text("table_joined", language, f"{args.table}, {args.join.table}")
        return TablePlan(query=self._planned(args, ASSUMED, reason, language))

    def _follow_up(self, request: PlanRequest) -> TablePlan | None:
        """Return the changed query of the earlier turn, if the question changes one."""
        carried = request.memory.carried if request.memory.decision == "follow_up" else None
        earlier = carried.table if carried is not None else None
        text, language = request.question.text, request.question.language
        other = earlier.join.table if earlier is not None and earlier.join is not None else ""
        own = (*self._vocabularies, *self._texts)
        for vocabulary in self._joined if other else own:
            named = (vocabulary.schema.id, vocabulary.schema.other)
            if earlier is None or named != (earlier.table, other):
                continue
            reading = read_follow_up(text, vocabulary, earlier)
            if reading is None:
                return None
            if reading.left_out and self._is_read_alone(text):
                return None
            if reading.left_out:
                return self._declined(reading, (), _reason(reading, language), language)
            reason = localized_text("table_follow_up", language, earlier.table)
            return TablePlan(query=self._planned(reading.args, ASSUMED, reason, language))
        return None

    def _is_read_alone(self, text: str) -> bool:
        """Whether a table reads every word of a question: "How many exams are there?"."""
        found = readings(text, (*self._vocabularies, *nearest(text, self._texts, _MOST_READ)))
        return any(one.is_query and not one.left_out for one in found)

    def _declined(
        self, best: TableReading, others: Sequence[TableReading], reason: str, language: Language
    ) -> TablePlan:
        """Return the plan of a call that names what was not understood, and the other tables."""
        reasons = {
            "unread": tuple(dict.fromkeys(best.unknown if others else best.unread)),
            "unused": () if others else tuple(dict.fromkeys(best.unused)),
            "candidates": () if others else best.candidates,
            "other_tables": tuple(one.args.table for one in others),
        }
        args = best.args.model_copy(update=reasons)
        decline = self._planned(args, DECLINED, reason, language)
        table = self._workspace.tables[best.args.table]
        is_foreign = _is_foreign(best.unknown, [table])
        unread = Unread(best.unknown, best.may_be_in_row, is_foreign) if best.unknown else None
        return TablePlan(decline=decline, unread=unread, reason=reason)

    def _planned(
        self, args: TableArgs, confidence: float, reason: str, language: Language
    ) -> PlanningResult:
        is_numbers = bool(args.aggregates) and not args.group_by
        spec = self._workspace.spec
        plan = QueryPlan(
            intents=(TABLE_QUERY,),
            tool_calls=(ToolCall(tool=self._workspace.tool_name(TableArgs.kind), args=args),),
            fallback=Fallback(enabled=False, tool=spec.tools.search),
            limits=Limits(max_items=_shown(args)),
            render_style=SHORT_STYLE if is_numbers else TABLE_STYLE,
            answer_style=spec.default_style(language),
            confidence=confidence,
        )
        return PlanningResult(plan=plan, origin="offline", reasons=(reason,))


def _is_foreign(texts: Sequence[str], tables: Sequence[TableSchema]) -> bool:
    """Whether words are in another alphabet than the columns of tables."""
    labels = {is_cyrillic(column.label) for table in tables for column in table.columns}
    words = [one for one in texts if one.isalpha()]
    return bool(words) and labels.isdisjoint(map(is_cyrillic, words))


def _confidence(reading: TableReading) -> float:
    if reading.args.alternatives:
        return GUESSED
    return ASSUMED if reading.is_assumed else READ


def _reason(reading: TableReading, language: Language) -> str:
    """Return why a reading is not a query: words without a meaning, else words it leaves out."""
    kind = "table_unread" if reading.unread else "table_unused"
    words = reading.unread or reading.unused
    return localized_text(kind, language, ", ".join(dict.fromkeys(words)))


def _needs_table(reading: TableReading) -> bool:
    """Whether the passages of a text do not show what a question asks of its table.

    They show a row by its values, but neither what is computed, nor what no cell has.
    """
    args = reading.args
    tests = {one.test for one in (*args.filters, *args.claims)}
    return reading.is_computed or reading.is_added or bool(tests - {"eq", "in", "contains"})


def _counts_unasked(reading: TableReading, question: str) -> bool:
    """Whether a query only counts rows where the question compares without a word for counting.

    The text states how "tier 1" and "tier 2" differ, not the number of their rows.
    """
    functions = {one.function for one in reading.args.aggregates}
    counting = word_list("counting_questions") + word_list("measured_nouns")
    return (
        functions == {"count"}
        and has_phrase(question, word_list("comparison_questions"))
        and not has_phrase(question, counting)
    )


def _shown(args: TableArgs) -> int:
    """Return how many rows or groups an answer shows."""
    if args.limit is not None:
        return max(args.limit, _ROWS) if args.with_ties else args.limit
    return _GROUPS if args.is_aggregated else _ROWS
