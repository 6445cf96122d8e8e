"""TableArgs: a query of one table in a plan, with filters, groups, aggregates and an order."""

from typing import Any, ClassVar, Literal, TypeAlias

from pydantic import Field

from workbench.domain.base import Value
from workbench.domain.plan import ToolArgs
from workbench.domain.tables import TableJoin

TABLE_QUERY = "TABLE_QUERY"
"""The intent of plans that query a table; every workspace with tables has it."""
MOST_ROWS = 100
"""Rows or groups that one call returns at most."""

CellValue: TypeAlias = str | bool | int | float
FilterTest: TypeAlias = Literal[
    "eq", "ne", "lt", "le", "gt", "ge", "in", "contains", "between", "is_empty"
]
AggregateFunction: TypeAlias = Literal[
    "count", "count_distinct", "sum", "avg", "min", "max", "median", "share"
]
GroupTest: TypeAlias = Literal["eq", "ne", "lt", "le", "gt", "ge", "between"]
Comparison: TypeAlias = Literal["difference", "ratio"]
Verdict: TypeAlias = Literal["any", "all"]
DatePart: TypeAlias = Literal["year", "quarter", "month"]
Order: TypeAlias = Literal["asc", "desc"]


def _is_unset(value: Any) -> bool:
    return value is None or value in ("", ())


class TableFilter(Value):
    """A condition on a column; all conditions of a query hold together.

    ``contains`` after a column of dates tests a month or a day of any year: "-08-", "-03-05".
    """

    column: str
    test: FilterTest = "eq"
    value: CellValue | tuple[CellValue, ...] | None = Field(default=None, exclude_if=_is_unset)
    """A list for ``in``; two values for ``between``, both included; false after ``is_empty`` asks
    for rows with a value, true or nothing for those without."""
    than: Literal["average"] | None = Field(default=None, exclude_if=_is_unset)
    """In place of the value: the average of the column over all rows of the table."""

    @property
    def operands(self) -> tuple[CellValue, ...]:
        """The value or values, as a tuple."""
        if self.value is None:
            return ()
        return self.value if isinstance(self.value, tuple) else (self.value,)


class Aggregate(Value):
    """A number computed from the rows, or from those of each group."""

    function: AggregateFunction
    column: str = Field(default="", exclude_if=_is_unset)
    """``count`` without a column counts rows, with one those that have a value. ``share`` is a
    percentage of the rows, with a column of its sum."""
    where: tuple[TableFilter, ...] = Field(default=(), exclude_if=_is_unset)
    """Conditions on the rows that this number is computed from, beside those of the query. The
    ``share`` is that of these rows; without conditions it is that of a group in all groups."""

    def is_of(self, function: AggregateFunction, column: str) -> bool:
        """Return whether it computes this function of this column."""
        return (self.function, self.column) == (function, column)


class GroupKey(Value):
    """A column to group by; of a date, its year, quarter or month if ``part`` is given."""

    column: str
    part: DatePart | None = Field(default=None, exclude_if=_is_unset)


class GroupFilter(Value):
    """A condition on an aggregate: only the groups that meet it are returned."""

    function: AggregateFunction
    column: str = Field(default="", exclude_if=_is_unset)
    test: GroupTest = "gt"
    value: float | tuple[float, float]

    @property
    def aggregate(self) -> Aggregate:
        """The aggregate that is tested."""
        return Aggregate(function=self.function, column=self.column)

    @property
    def operands(self) -> tuple[float, ...]:
        """The value, or both values of ``between``."""
        return self.value if isinstance(self.value, tuple) else (self.value,)


class OrderKey(Value):
    """A column to order by, or with ``function`` one of the aggregates."""

    column: str = Field(default="", exclude_if=_is_unset)
    function: AggregateFunction | None = Field(default=None, exclude_if=_is_unset)
    order: Order = "desc"


class TableArgs(ToolArgs):
    """Arguments of a table call.

    With ``aggregates`` or ``group_by`` it returns one row for each group, else rows of the table
    with the given ``columns``, or all columns.
    """

    kind: ClassVar[str] = "table"
    marker: ClassVar[str] = "table"

    table: str
    join: TableJoin | None = Field(default=None, exclude_if=_is_unset)
    """Another table whose row each row belongs to; its columns are named ``customers.City``."""
    filters: tuple[TableFilter, ...] = Field(default=(), exclude_if=_is_unset)
    group_by: tuple[GroupKey, ...] = Field(default=(), exclude_if=_is_unset)
    aggregates: tuple[Aggregate, ...] = Field(default=(), exclude_if=_is_unset)
    verdict: Verdict | None = Field(default=None, exclude_if=_is_unset)
    """Asks for yes or no: whether ``any`` row passes the filters, or whether ``all`` of those that
    do pass the claims too. The rows are returned beside it, first those that fail."""
    claims: tuple[TableFilter, ...] = Field(default=(), exclude_if=_is_unset)
    """The conditions that are asked about: paid, in "Is A-1 paid?"."""
    columns: tuple[str, ...] = Field(default=(), exclude_if=_is_unset)
    order_by: tuple[OrderKey, ...] = Field(default=(), exclude_if=_is_unset)
    having: tuple[GroupFilter, ...] = Field(default=(), exclude_if=_is_unset)
    compare: Comparison | None = Field(default=None, exclude_if=_is_unset)
    """What to compute from the two ``aggregates``: the first less the second, or over it."""
    limit: int | None = Field(default=None, ge=1, le=MOST_ROWS, exclude_if=_is_unset)
    with_ties: bool = Field(default=False, exclude_if=lambda given: not given)
    """Whether rows or groups that share the last place of ``limit`` are returned too."""
    unread: tuple[str, ...] = Field(default=(), exclude_if=_is_unset)
    """Words of the question that mean nothing in the table. The call then computes nothing."""
    unused: tuple[str, ...] = Field(default=(), exclude_if=_is_unset)
    """Words of the question that the table has, but whose part in it is not clear. The call then
    computes nothing."""
    candidates: tuple[str, ...] = Field(default=(), exclude_if=_is_unset)
    """Columns that the unused words fit equally: dates, of which the question names none. The call
    then computes nothing."""
    alternatives: tuple[str, ...] = Field(default=(), exclude_if=_is_unset)
    """Columns that may be meant in place of the one that the rows are ordered by, which is a guess.
    The answer names them."""
    other_tables: tuple[str, ...] = Field(default=(), exclude_if=_is_unset)
    """Other tables that fit the question as well, or that hold the words not found in this one.
    The call then computes nothing, since a query reads one table."""

    @property
    def table_names(self) -> tuple[str, ...]:
        """The names of the table and of the one joined to it."""
        return (self.table, self.join.table) if self.join is not None else (self.table,)

    @property
    def is_declined(self) -> bool:
        """Whether the call only says why the tables do not answer the question."""
        return bool(self.unread or self.unused or self.candidates or self.other_tables)

    @property
    def table_query(self) -> "TableArgs | None":
        """The query; None if the call only explains why the tables do not answer."""
        return None if self.is_declined else self

    @property
    def intent_id(self) -> str | None:
        """The intent of every table query."""
        return TABLE_QUERY

    @property
    def is_aggregated(self) -> bool:
        """Whether it returns groups or numbers, not rows."""
        return bool(self.aggregates or self.group_by)

    @property
    def computed(self) -> tuple[Aggregate, ...]:
        """The aggregates; groups without any are counted."""
        return self.aggregates or ((Aggregate(function="count"),) if self.group_by else ())
