"""Tables of a workspace's documents: their columns with types, units and frequent values."""

from typing import Literal, TypeAlias

from pydantic import Field

from workbench.domain.base import Value

ColumnType: TypeAlias = Literal["text", "number", "date", "moment"]
"""``moment`` is a date with a time of day."""


class TableColumn(Value):
    """A column; ``name`` is the header as written, made unique within the table."""

    name: str
    label: str
    """The header without its unit: ``Amount`` for ``Amount, $``."""
    type: ColumnType
    unit: str = ""
    """The canonical unit of a number, such as ``usd``, ``percent`` or ``kilogram``."""
    decimals: int = 0
    """Decimal places of a number."""
    values: tuple[str, ...] = ()
    """All distinct values, the most frequent first, of a text column that has few."""
    examples: tuple[str, ...] = ()
    least: str = ""
    most: str = ""
    """The least and the greatest value of numbers and dates, as text."""
    empty: int = 0
    """Number of rows without a value."""


class TableJoin(Value):
    """A column of one table whose values are those of a key of another table."""

    column: str
    table: str
    """The id of the other table."""
    key: str
    """Its column, in which no value repeats."""


class JoinedTable(Value):
    """The other table of a join, whose columns follow those of the first."""

    join: TableJoin
    document_id: str
    name: str
    """The name of the table in its database file."""
    columns: dict[str, str]
    """Its columns by their names in the joined table: ``City`` by ``customers.City``."""


class TableSchema(Value):
    """A table that can be queried, and where it stands in the documents."""

    id: str
    """The name in plans, unique within the workspace: ``orders``, ``report/Sheet1``."""
    document_id: str
    sheet: str = ""
    """The sheet of a workbook; empty for a file that is one table."""
    name: str
    """The name in its database file, and in SQL."""
    rows: int
    columns: tuple[TableColumn, ...] = Field(min_length=1)
    joined: JoinedTable | None = None
    """The table joined to this one, for a query of both."""

    @property
    def other(self) -> str:
        """The id of the table joined to this one; empty if there is none."""
        return self.joined.join.table if self.joined is not None else ""

    def joined_with(self, other: "TableSchema", join: TableJoin) -> "TableSchema":
        """Return this table with the columns of another but its key: ``customers.City``."""
        own = {
            f"{other.id}.{column.name}": column
            for column in other.columns
            if column.name != join.key
        }
        added = tuple(one.model_copy(update={"name": name}) for name, one in own.items())
        joined = JoinedTable(
            join=join,
            document_id=other.document_id,
            name=other.name,
            columns={name: column.name for name, column in own.items()},
        )
        return self.model_copy(update={"columns": (*self.columns, *added), "joined": joined})

    def column(self, name: str) -> TableColumn | None:
        """Return a column by name; None if the table has none of that name."""
        return next((column for column in self.columns if column.name == name), None)

    @property
    def place(self) -> str:
        """The document, with the sheet if it has several: ``report.xlsx, Sheet1``."""
        return ", ".join(filter(None, (self.document_id, self.sheet)))
