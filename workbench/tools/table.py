"""The table tool: filter, group and aggregate the rows of a table, and return facts with rows."""

import asyncio
from collections.abc import Mapping
from dataclasses import replace
from datetime import date

from workbench.domain.evidence import (
    ExecutedStatement,
    Gap,
)
from workbench.domain.local_text import Language, localize
from workbench.domain.table_query import TABLE_QUERY, TableArgs
from workbench.domain.tables import TableColumn, TableJoin, TableSchema, tables_called
from workbench.errors import InputError, ToolError
from workbench.i18n.errors import localized
from workbench.i18n.numbers import day, integer
from workbench.retrieval.tables.compile import compile_query
from workbench.retrieval.tables.joins import is_sure
from workbench.retrieval.tables.query import TableStore
from workbench.tools.messages import localized_text, texts
from workbench.tools.protocol import CallContext, ToolKind, ToolOutcome
from workbench.tools.table_check import check
from workbench.tools.table_declines import decline_text
from workbench.tools.table_facts import TableResult
from workbench.tools.table_period import DAY, column_beyond
from workbench.tools.table_schema import schema
from workbench.tools.table_texts import (
    aggregate_label,
    filter_text,
    filters_text,
    having_text,
    key_label,
    order_text,
)
from workbench.workspace.tool_specs import CallFormatter, CallText, ToolSpec


class TableTool:
    """Queries the tables of the documents. Stateless."""

    kind = TableArgs.kind

    def __init__(self, schemas: Mapping[str, TableSchema], store: TableStore) -> None:
        self._schemas = schemas
        self._store = store

    async def run(self, args: TableArgs, context: CallContext) -> ToolOutcome:
        """Return a fact for each row or group, or for each number.

        "No row matches" is a fact too: the query has an answer, which is empty. A question
        that was not read as a query has no facts, but a gap that tells why; so has one about a
        time before or after all dates of the table.

        Raises:
            ToolError: there is no such table.
            InputError: the arguments do not fit the table.
            StoreError: the table cannot be read, or the query takes too long.
        """
        table = self._called(args.table)
        if args.is_declined:
            row = await self._row_without_unread(args, table, context)
            return ToolOutcome(gaps=(_declined(args, table, self._schemas, context, row),))
        if args.join is not None:
            table = await self._joined(table, args.join)
        if (dated := column_beyond(args, table)) is not None:
            return ToolOutcome(gaps=(_of_another_time(dated, table, context),))
        statement = compile_query(args, table)
        rows = await asyncio.to_thread(
            self._store.query, table.id, statement.sql, statement.values, table.other
        )
        result = TableResult(args, table, statement, context)
        result = replace(result, heading=result.heading_of(rows))
        items = tuple(result.facts(rows)) or (result.nothing(rows),)
        return ToolOutcome(
            items=items,
            section=result.section(items),
            answered=1,
            statement=ExecutedStatement(sql=statement.sql, values=statement.values),
        )

    async def _row_without_unread(
        self, args: TableArgs, table: TableSchema, context: CallContext
    ) -> str:
        """Return the one row that the question names, its unread words aside; "" without one.

        "Urgent cleaning" is not in the table, but "Cleaning" is, and its row has the price.
        """
        is_named = bool(args.filters) and all(one.test == "eq" for one in args.filters)
        if not is_named or not args.unread or args.other_tables or args.join is not None:
            return ""
        named = TableArgs(table=args.table, filters=args.filters, limit=2)
        statement = compile_query(named, table)
        rows = await asyncio.to_thread(
            self._store.query, table.id, statement.sql, statement.values, table.other
        )
        facts = [*TableResult(named, table, statement, context).facts(rows)]
        return facts[0].content if len(facts) == 1 else ""

    async def _joined(self, table: TableSchema, join: TableJoin) -> TableSchema:
        """Return a table with the columns of another, once the data proves the key."""
        other = self._called(join.table)
        if not await asyncio.to_thread(is_sure, self._store, table, other, join):
            words = {"table": table.id, "other": other.id, "column": join.column, "key": join.key}
            raise InputError(**localized("tools.no_join", **words))
        return table.joined_with(other, join)

    def _called(self, name: str) -> TableSchema:
        """Return the table of an id, or of another name that no second table has."""
        found = tables_called(name, self._schemas)
        if len(found) == 1:
            return found[0]
        code = "tools.several_tables" if found else "tools.no_table"
        known = ", ".join(one.id for one in found) or ", ".join(self._schemas)
        raise ToolError(**localized(code, table=name, known=known))


def _declined(
    args: TableArgs,
    table: TableSchema,
    schemas: Mapping[str, TableSchema],
    context: CallContext,
    row: str,
) -> Gap:
    """Return why the question was not computed, with the row or the names nearest to it."""
    others = [schemas[name].place for name in args.other_tables if name in schemas]
    text = decline_text(args, table, others, context.language, row)
    return Gap(
        call=context.call, entity_id=None, relation=TABLE_QUERY, reason="absent", message=text
    )


def _of_another_time(dated: TableColumn, table: TableSchema, context: CallContext) -> Gap:
    """Return the days between which the rows of a table are, for a question of other days."""
    first, last = (
        day(date.fromisoformat(one[:DAY]), context.language) for one in (dated.least, dated.most)
    )
    words = {"table": table.place, "column": dated.label, "first": first, "last": last}
    text = localized_text("no_such_time", context.language, **words)
    return Gap(
        call=context.call, entity_id=None, relation=TABLE_QUERY, reason="absent", message=text
    )


def _describe(args: TableArgs, reader: CallFormatter) -> CallText:
    language = reader.language
    asked = [key_label(key, None, language) for key in args.group_by]
    asked += [aggregate_label(one, _unknown, language) for one in args.computed]
    asked += args.columns
    conditions = [filter_text(one, None, language) for one in args.filters]
    join = f"{args.join.table}: {args.join.column} = {args.join.key}" if args.join else ""
    arguments = [
        (localize(FIELDS["join"], language), join),
        (localize(FIELDS["filters"], language), ", ".join(conditions)),
        (localize(_ASKED, language), ", ".join(asked)),
        (localize(FIELDS["having"], language), having_text(args.having, _unknown, language)),
        (localize(FIELDS["compare"], language), _compared(args, language)),
        (localize(FIELDS["verdict"], language), texts(language)["verdicts"].get(args.verdict, "")),
        (localize(FIELDS["claims"], language), filters_text(args.claims, _unknown, language)),
        (localize(FIELDS["order_by"], language), order_text(args.order_by, _unknown, language)),
        (localize(FIELDS["limit"], language), _limited(args, language)),
        (localize(FIELDS["unread"], language), ", ".join(args.unread)),
        (localize(FIELDS["unused"], language), ", ".join(args.unused)),
        (localize(FIELDS["candidates"], language), ", ".join(args.candidates)),
        (localize(FIELDS["alternatives"], language), ", ".join(args.alternatives)),
        (localize(FIELDS["other_tables"], language), ", ".join(args.other_tables)),
    ]
    groups = having_text(args.having, _unknown, language)
    return CallText(
        subject=args.table,
        details=tuple(filter(None, (*asked, *conditions, groups))),
        arguments=tuple((name, value) for name, value in arguments if value),
    )


def _compared(args: TableArgs, language: Language) -> str:
    return texts(language)["comparisons"][args.compare] if args.compare else ""


def _limited(args: TableArgs, language: Language) -> str:
    """Return how many rows or groups come first: "3", "1, with those equal to the last"."""
    if args.limit is None:
        return ""
    ties = localize(FIELDS["with_ties"], language) if args.with_ties else ""
    return ", ".join(filter(None, (integer(args.limit, language), ties)))


def _unknown(_: str) -> None:
    """Find no column: the description of a call has only its arguments."""


_ASKED = {"ru": "результат", "en": "result"}
FIELDS = {
    "table": {"ru": "таблица", "en": "the table"},
    "join": {"ru": "вместе с таблицей", "en": "joined with"},
    "key": {"ru": "её столбец без повторов", "en": "its column without repeats"},
    "filters": {"ru": "условия", "en": "conditions"},
    "column": {"ru": "столбец", "en": "a column"},
    "test": {"ru": "проверка значения", "en": "how the value is tested"},
    "value": {"ru": "значение", "en": "the value"},
    "than": {"ru": "сравнить со средним", "en": "what to compare with in place of a value"},
    "group_by": {"ru": "группировать по", "en": "what to group by"},
    "part": {"ru": "часть даты", "en": "the part of a date"},
    "aggregates": {"ru": "что вычислить", "en": "what to compute"},
    "function": {"ru": "функция", "en": "the function"},
    "columns": {"ru": "столбцы результата", "en": "the columns to return"},
    "order_by": {"ru": "порядок", "en": "the order"},
    "order": {"ru": "по возрастанию или убыванию", "en": "ascending or descending"},
    "limit": {"ru": "сколько первых", "en": "how many of the first"},
    "with_ties": {"ru": "вместе с равными последнему", "en": "with those equal to the last"},
    "where": {"ru": "по каким строкам", "en": "conditions on its rows"},
    "having": {"ru": "условия на группы", "en": "conditions on groups"},
    "compare": {"ru": "разность или отношение", "en": "a difference or a ratio"},
    "unread": {"ru": "слова, которых в таблице нет", "en": "words that are not in the table"},
    "verdict": {"ru": "да или нет", "en": "yes or no"},
    "claims": {"ru": "что проверяется", "en": "what is asked about the rows"},
    "unused": {"ru": "слова, роль которых неясна", "en": "words whose part is not clear"},
    "candidates": {"ru": "подходящие столбцы", "en": "columns that fit equally"},
    "alternatives": {"ru": "столбцы вместо выбранного", "en": "columns that may be meant instead"},
    "other_tables": {"ru": "другие подходящие таблицы", "en": "other tables that fit"},
}

TOOL_KIND = ToolKind(
    ToolSpec(
        args=TableArgs,
        default_name="table_tool",
        label={"ru": "Таблица", "en": "Table"},
        purpose="counts, sums, averages, groups, orders and lists rows of a table (`table`), those"
        " that pass all `filters`. With `aggregates` or `group_by` it returns numbers, else rows."
        " Use it for questions about columns of a table; dates are written 2024-01-31. Put words of"
        " the question that mean nothing in the table into `unread`: nothing is computed then.",
        fields=FIELDS,
        schema=schema,
        check=check,
        describe=_describe,
        icon="table_chart",
        tone="orange",
        is_available=lambda workspace: bool(workspace.tables),
        query_intent=(
            TABLE_QUERY,
            {
                "ru": "Подсчёты и выборки по таблице",
                "en": "Counts, sums and selections from a table",
            },
        ),
    ),
    build=lambda parts: TableTool(parts.workspace.tables, parts.tables),
)
