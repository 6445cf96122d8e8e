"""Compile a table query to one SELECT; values are bound, and names are those of the schema."""

from collections.abc import Iterator
from dataclasses import dataclass, field, replace

from workbench.domain.table_query import (
    MOST_ROWS,
    Aggregate,
    CellValue,
    Comparison,
    DatePart,
    GroupFilter,
    OrderKey,
    TableArgs,
    TableFilter,
)
from workbench.domain.tables import TableColumn, TableSchema
from workbench.errors import InputError
from workbench.i18n.errors import localized
from workbench.nlp.query_words import fold_value
from workbench.retrieval.tables.identifiers import END, NUMBER, START, TEXT, quoted
from workbench.retrieval.tables.joins import source_of
from workbench.retrieval.tables.query import Bound

SHOWN_ROWS = 20
"""Rows behind an aggregate whose places are returned."""
_COMPARISONS = {
    "eq": "=",
    "ne": "IS DISTINCT FROM",
    "lt": "<",
    "le": "<=",
    "gt": ">",
    "ge": ">=",
}
_OPERANDS = {"between": 2, "is_empty": 0}
"""How many values a test needs, where it is not one."""
_CASTS = {"date": "DATE", "moment": "TIMESTAMP"}
_DAY = len("2024-01-31")


@dataclass(frozen=True)
class ResultColumn:
    """A column of the result: of the table, or an aggregate or date part of one.

    With ``comparison`` it compares the two aggregates before it.
    """

    column: TableColumn | None
    aggregate: Aggregate | None = None
    part: DatePart | None = None
    comparison: Comparison | None = None


@dataclass(frozen=True)
class Statement:
    """A SELECT with the values of its placeholders ``$1``, ``$2``, ….

    Each row of its result has the columns, then the number of all rows or groups before the limit,
    then, of a row: number, start, end and text; of a group: the number of its rows, and the first
    numbers, starts and ends. An ordered result with a limit ends with the place of the row, and
    the number of rows that share it; one with claims ends with the number of rows that fail them.
    """

    sql: str
    values: tuple[Bound, ...]
    columns: tuple[ResultColumn, ...]
    has_places: bool = False


def compile_query(args: TableArgs, schema: TableSchema) -> Statement:
    """Compile a query of the table.

    Raises:
        InputError: a column is not in the schema, or a test or function does not fit its type.
    """
    return _Compiler(args, schema).statement()


@dataclass
class _Compiler:
    args: TableArgs
    schema: TableSchema
    values: list[Bound] = field(default_factory=list)
    _expressions: dict[Aggregate, str] = field(default_factory=dict)

    def statement(self) -> Statement:
        keys = [self._key(key.column, key.part) for key in self.args.group_by]
        columns, selected = self._groups(keys) if self.args.is_aggregated else self._rows()
        failing = list(self._failing())
        selected += [f"count(*) FILTER (WHERE {one}) OVER ()" for one in failing]
        places = self._places() if self.args.order_by and self.args.limit else []
        lines = [f"SELECT {', '.join([*selected, *places])}", f"FROM {source_of(self.schema)}"]
        conditions = [self._condition(one) for one in self.args.filters]
        if conditions:
            lines.append(f"WHERE {' AND '.join(conditions)}")
        if keys:
            lines.append(f"GROUP BY {', '.join(keys)}")
        if self.args.having:
            lines.append(f"HAVING {' AND '.join(map(self._having, self.args.having))}")
        limit = self.args.limit or MOST_ROWS
        if places and self.args.with_ties:
            lines.append(f"QUALIFY {places[0]} <= {limit}")
            limit = MOST_ROWS
        if order := [*(f"({one}) DESC" for one in failing), *self._order(keys)]:
            lines.append(f"ORDER BY {', '.join(order)}")
        lines.append(f"LIMIT {limit}")
        return Statement("\n".join(lines), tuple(self.values), tuple(columns), bool(places))

    def _groups(self, keys: list[str]) -> tuple[list[ResultColumn], list[str]]:
        """Return the columns of groups, and what is selected for them."""
        computed = [self._aggregate(one) for one in self.args.computed]
        columns = [
            *(ResultColumn(self._column(k.column), part=k.part) for k in self.args.group_by),
            *(ResultColumn(self._optional(a.column), a) for a in self.args.computed),
        ]
        selected = [*keys, *computed]
        if self.args.compare is not None:
            first, second = computed
            link = f"- {second}" if self.args.compare == "difference" else f"/ nullif({second}, 0)"
            selected.append(f"{first} {link}")
            columns.append(replace(columns[-2], comparison=self.args.compare))
        selected += ["count(*) OVER ()", "count(*)"]
        selected += [f"min({quoted(place)}, {SHOWN_ROWS})" for place in (NUMBER, START, END)]
        return columns, selected

    def _rows(self) -> tuple[list[ResultColumn], list[str]]:
        """Return the columns of rows, and what is selected for them."""
        names = self.args.columns or tuple(self._shown())
        columns = [ResultColumn(self._column(name)) for name in names]
        own = map(quoted, (NUMBER, START, END, TEXT))
        return columns, [*map(quoted, names), "count(*) OVER ()", *own]

    def _shown(self) -> Iterator[str]:
        """Yield the columns of the table; those that were added, if the query is about them."""
        asked = {one.column for one in self.args.filters}
        asked |= {one.column for one in self.args.order_by}
        for column in self.schema.columns:
            if not column.between or column.name in asked:
                yield column.name

    def _places(self) -> list[str]:
        """Return the place of a row in the order, and the number of rows that share it."""
        by = ", ".join(self._given_order())
        same = ", ".join(map(self._ordered, self.args.order_by))
        return [f"rank() OVER (ORDER BY {by})", f"count(*) OVER (PARTITION BY {same})"]

    def _column(self, name: str) -> TableColumn:
        column = self.schema.column(name)
        if column is None:
            words = {"table": self.schema.id, "column": name}
            raise InputError(**localized("retrieval.no_column", **words))
        return column

    def _optional(self, name: str) -> TableColumn | None:
        return self._column(name) if name else None

    def _key(self, name: str, part: DatePart | None) -> str:
        column = quoted(self._column(name).name)
        if part is None:
            return column
        return f"date_trunc('{part}', {column})"

    def _aggregate(self, aggregate: Aggregate) -> str:
        """Return the expression of an aggregate, whose values are bound once."""
        if aggregate not in self._expressions:
            self._expressions[aggregate] = self._expression(aggregate)
        return self._expressions[aggregate]

    def _expression(self, aggregate: Aggregate) -> str:
        column = self._optional(aggregate.column)
        name = quoted(column.name) if column is not None else "*"
        only = " AND ".join(self._condition(one) for one in aggregate.where)
        rows = f" FILTER (WHERE {only})" if only else ""
        if aggregate.function == "share":
            total = f"sum({name})" if column is not None else "count(*)"
            whole = total if only else f"sum({total}) OVER ()"
            return f"100.0 * {total}{rows} / nullif({whole}, 0)"
        if column is None:
            return f"count(*){rows}"
        if aggregate.function == "count_distinct":
            return f"count(DISTINCT {name}){rows}"
        return f"{aggregate.function}({name}){rows}"

    def _failing(self) -> Iterator[str]:
        """Yield the condition of rows that fail the claims, if there are any."""
        if self.args.claims:
            yield f"({' AND '.join(map(self._condition, self.args.claims))}) IS NOT TRUE"

    def _having(self, condition: GroupFilter) -> str:
        tested = self._aggregate(condition.aggregate)
        bound = [self._placeholder(one) for one in condition.operands]
        if condition.test == "between":
            return f"{tested} BETWEEN {bound[0]} AND {bound[-1]}"
        return f"{tested} {_COMPARISONS[condition.test]} {bound[0]}"

    def _condition(self, condition: TableFilter) -> str:
        column = self._column(condition.column)
        name, operands = quoted(column.name), condition.operands
        if condition.than is not None:
            return self._beside_average(name, condition)
        if len(operands) < _OPERANDS.get(condition.test, 1):
            words = {"test": condition.test, "column": column.name}
            raise InputError(**localized("retrieval.no_operand", **words))
        if condition.test == "is_empty":
            return f"{name} IS {'NOT ' if operands == (False,) else ''}NULL"
        if condition.test == "contains" or column.type == "text":
            return self._text_condition(column, condition)
        if column.type == "moment" and all(_is_day(one) for one in operands):
            name = f"CAST({name} AS DATE)"
        bound = [self._bound(column, one) for one in operands]
        if condition.test == "in":
            return f"{name} IN ({', '.join(bound)})"
        if condition.test == "between":
            return f"{name} BETWEEN {bound[0]} AND {bound[1]}"
        return f"{name} {_COMPARISONS[condition.test]} {bound[0]}"

    def _beside_average(self, name: str, condition: TableFilter) -> str:
        average = f"(SELECT avg({name}) FROM {source_of(self.schema)})"
        return f"{name} {_COMPARISONS[condition.test]} {average}"

    def _text_condition(self, column: TableColumn, condition: TableFilter) -> str:
        """Compare texts by their letters: in all spellings that the column has, or folded."""
        name, operands = quoted(column.name), [str(one) for one in condition.operands]
        if condition.test == "contains":
            text = f"CAST({name} AS VARCHAR)" if column.type in _CASTS else folded(name)
            return f"contains({text}, {folded(self._placeholder(operands[0]))})"
        if column.values:
            spelled = [one for operand in operands for one in _spellings(operand, column)]
            bound = [self._placeholder(one) for one in spelled]
        else:
            name, bound = folded(name), [folded(self._placeholder(one)) for one in operands]
        if len(bound) == 1 and condition.test in ("eq", "ne"):
            return f"{name} {_COMPARISONS[condition.test]} {bound[0]}"
        listed = f"{name} IN ({', '.join(bound)})"
        return f"({listed}) IS NOT TRUE" if condition.test == "ne" else listed

    def _bound(self, column: TableColumn, value: CellValue) -> str:
        """Return the placeholder of a value, cast to the type of a date."""
        placeholder = self._placeholder(value)
        cast = "DATE" if _is_day(value) else _CASTS.get(column.type)
        return f"CAST({placeholder} AS {cast})" if column.type in _CASTS else placeholder

    def _placeholder(self, value: CellValue) -> str:
        self.values.append(value)
        return f"${len(self.values)}"

    def _order(self, keys: list[str]) -> Iterator[str]:
        """Yield the order: as given, else the greatest aggregates first, dates as they follow.

        What is equal keeps the order of the groups, or of the rows in the file.
        """
        yield from self._given_order()
        if not self.args.is_aggregated:
            yield quoted(NUMBER)
            return
        if not self.args.order_by and keys and not any(key.part for key in self.args.group_by):
            yield f"{self._aggregate(self.args.computed[0])} DESC NULLS LAST"
        yield from keys

    def _given_order(self) -> Iterator[str]:
        for key in self.args.order_by:
            yield f"{self._ordered(key)} {key.order.upper()} NULLS LAST"

    def _ordered(self, key: OrderKey) -> str:
        if key.function is not None:
            same = (one for one in self.args.computed if one.is_of(key.function, key.column))
            of = Aggregate(function=key.function, column=key.column)
            return self._aggregate(next(same, of))
        part = next((one.part for one in self.args.group_by if one.column == key.column), None)
        return self._key(key.column, part)


def _is_day(value: CellValue) -> bool:
    return isinstance(value, str) and len(value) == _DAY


def _spellings(value: str, column: TableColumn) -> list[str]:
    """Return the values of a column that differ from a value in case, «ё» or encoding only."""
    return [one for one in column.values if fold_value(one) == fold_value(value)] or [value]


def folded(text: str) -> str:
    """Return SQL of a text as it is compared: by its letters, without case, with «ё» as «е»."""
    return f"replace(lower(nfc_normalize({text})), 'ё', 'е')"
