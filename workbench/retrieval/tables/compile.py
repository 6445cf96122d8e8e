"""Compile a table query to one SELECT; values are bound, and names are those of the schema."""

from collections.abc import Iterator
from dataclasses import dataclass, field

from workbench.domain.table_query import (
    MOST_ROWS,
    Aggregate,
    CellValue,
    DatePart,
    OrderKey,
    TableArgs,
    TableFilter,
)
from workbench.domain.tables import TableColumn, TableSchema
from workbench.errors import InputError
from workbench.i18n.errors import localized
from workbench.retrieval.tables.identifiers import END, NUMBER, START, TEXT, quoted
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
    """A column of the result: of the table, or an aggregate or date part of one."""

    column: TableColumn | None
    aggregate: Aggregate | None = None
    part: DatePart | None = None


@dataclass(frozen=True)
class Statement:
    """A SELECT with the values of its placeholders ``$1``, ``$2``, ….

    Each row of its result has the columns, then the number of all rows or groups before the limit,
    then, of a row: number, start, end and text; of a group: the number of its rows, and the first
    numbers, starts and ends.
    """

    sql: str
    values: tuple[Bound, ...]
    columns: tuple[ResultColumn, ...]


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

    def statement(self) -> Statement:
        keys = [self._key(key.column, key.part) for key in self.args.group_by]
        if self.args.is_aggregated:
            columns = [
                *(ResultColumn(self._column(k.column), part=k.part) for k in self.args.group_by),
                *(ResultColumn(self._optional(a.column), a) for a in self.args.computed),
            ]
            selected = [*keys, *map(self._aggregate, self.args.computed), "count(*) OVER ()"]
            selected += [
                "count(*)",
                *(f"min({quoted(p)}, {SHOWN_ROWS})" for p in (NUMBER, START, END)),
            ]
        else:
            names = self.args.columns or tuple(column.name for column in self.schema.columns)
            columns = [ResultColumn(self._column(name)) for name in names]
            selected = [*map(quoted, names), "count(*) OVER ()"]
            selected += map(quoted, (NUMBER, START, END, TEXT))
        lines = [f"SELECT {', '.join(selected)}", f"FROM {quoted(self.schema.name)}"]
        conditions = [self._condition(one) for one in self.args.filters]
        if conditions:
            lines.append(f"WHERE {' AND '.join(conditions)}")
        if keys:
            lines.append(f"GROUP BY {', '.join(keys)}")
        if order := list(self._order(keys)):
            lines.append(f"ORDER BY {', '.join(order)}")
        lines.append(f"LIMIT {self.args.limit or MOST_ROWS}")
        return Statement("\n".join(lines), tuple(self.values), tuple(columns))

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
        column = self._optional(aggregate.column)
        if column is None:
            return "count(*)"
        name = quoted(column.name)
        if aggregate.function == "count_distinct":
            return f"count(DISTINCT {name})"
        return f"{aggregate.function}({name})"

    def _condition(self, condition: TableFilter) -> str:
        column = self._column(condition.column)
        name, operands = quoted(column.name), condition.operands
        if len(operands) < _OPERANDS.get(condition.test, 1):
            words = {"test": condition.test, "column": column.name}
            raise InputError(**localized("retrieval.no_operand", **words))
        if condition.test == "is_empty":
            return f"{name} IS {'NOT ' if operands == (False,) else ''}NULL"
        if condition.test == "contains":
            return f"contains(lower({name}), {self._bound(column, str(operands[0]).lower())})"
        if column.type == "moment" and all(_is_day(one) for one in operands):
            name = f"CAST({name} AS DATE)"
        bound = [self._bound(column, one) for one in operands]
        if condition.test == "in":
            return f"{name} IN ({', '.join(bound)})"
        if condition.test == "between":
            return f"{name} BETWEEN {bound[0]} AND {bound[1]}"
        return f"{name} {_COMPARISONS[condition.test]} {bound[0]}"

    def _bound(self, column: TableColumn, value: CellValue) -> str:
        """Return the placeholder of a value, cast to the type of a date."""
        self.values.append(value)
        placeholder = f"${len(self.values)}"
        cast = "DATE" if _is_day(value) else _CASTS.get(column.type)
        return f"CAST({placeholder} AS {cast})" if column.type in _CASTS else placeholder

    def _order(self, keys: list[str]) -> Iterator[str]:
        """Yield the order: as given, else the greatest aggregates first, dates as they follow.

        What is equal keeps the order of the groups, or of the rows in the file.
        """
        for key in self.args.order_by:
            yield f"{self._ordered(key)} {key.order.upper()} NULLS LAST"
        if not self.args.is_aggregated:
            yield quoted(NUMBER)
            return
        if not self.args.order_by and keys and not any(key.part for key in self.args.group_by):
            yield f"{self._aggregate(self.args.computed[0])} DESC NULLS LAST"
        yield from keys

    def _ordered(self, key: OrderKey) -> str:
        if key.function is not None:
            return self._aggregate(Aggregate(function=key.function, column=key.column))
        part = next((one.part for one in self.args.group_by if one.column == key.column), None)
        return self._key(key.column, part)


def _is_day(value: CellValue) -> bool:
    return isinstance(value, str) and len(value) == _DAY
