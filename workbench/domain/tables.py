"""Tables of a workspace's documents: their columns with types, units and frequent values."""

from bisect import bisect_right
from collections.abc import Mapping
from typing import Literal, NamedTuple, TypeAlias

from pydantic import Field

from workbench.domain.base import Span, Value

MONTH = "month"
"""The unit of dates of a column of months."""
ColumnType: TypeAlias = Literal["text", "number", "date", "moment"]
"""``moment`` is a date with a time of day."""
_NAMED = 3
"""Documents of a table that are named."""


class TableColumn(Value):
    """A column; ``name`` is the header as written, made unique within the table."""

    name: str
    label: str
    """The header without its unit: ``Amount`` for ``Amount, $``."""
    type: ColumnType
    unit: str = ""
    """The canonical unit of a number, such as ``usd``, ``percent`` or ``kilogram``; ``month`` of
    dates that are the first days of months, which have no days in the file."""
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
    between: tuple[str, ...] = ()
    """The two columns that an added one was computed from: of dates for a number of days, a price
    and a number of pieces for a product."""
    is_product: bool = Field(default=False, exclude_if=lambda value: not value)
    """Whether an added column is the product of its two columns, not the days between them."""

    @property
    def shown(self) -> str:
        """The label, with what was computed: ``Duration (Started – Finished)``."""
        joint = " \u00d7 " if self.is_product else " \u2013 "
        return f"{self.label} ({joint.join(self.between)})" if self.between else self.label


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
    is_in_text: bool = False
    """Whether it is in the database file of the tables in texts."""


class TableSource(Value):
    """A document whose text holds rows of a table, and how many there are before them.

    The rows of all documents are numbered on, and so are the characters of their texts, so that a
    row's number and offsets identify its document.
    """

    document_id: str
    rows: int
    characters: int


class RowPlace(NamedTuple):
    """Where a row stands: its document, its number there, and the offsets of its line."""

    document_id: str
    number: int
    span: Span


class TableSchema(Value):
    """A table that can be queried, and where it stands in the documents."""

    id: str
    """The name in plans, by its document and sheet: ``orders``, ``2024/report/Sheet1``.

    Other documents change it in two cases: of files whose paths differ only in their suffix, each
    keeps it, ``orders.csv``; and a table in several texts is named after the first of them."""
    aliases: tuple[str, ...] = ()
    """Other names by which plans may call it, unless another table has them too: shorter ones, and
    the ids of the tables in other documents that it has the rows of."""
    document_id: str
    """The file, or the first of the documents whose text holds the table."""
    sheet: str = ""
    """The sheet of a workbook, or the caption or heading of a table in a text; empty for a file
    that is one table."""
    sources: tuple[TableSource, ...] = ()
    """The documents whose texts hold the rows; empty for a file of rows."""
    name: str
    """The name in its database file, and in SQL."""
    rows: int
    columns: tuple[TableColumn, ...] = Field(min_length=1)
    topics: tuple[str, ...] = ()
    """Words that say what all rows are about: of titles and headings above a table in a text."""
    asides: tuple[str, ...] = ()
    """Words that the text around the table repeats: "dog" of kennels."""
    measure: str = ""
    """The column of values of a table whose columns were years; a row is one value of a year."""
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
            is_in_text=other.is_in_text,
        )
        return self.model_copy(update={"columns": (*self.columns, *added), "joined": joined})

    def column(self, name: str) -> TableColumn | None:
        """Return a column by name; None if the table has none of that name."""
        return next((column for column in self.columns if column.name == name), None)

    @property
    def is_in_text(self) -> bool:
        """Whether documents hold it beside other text; else it is a file of rows, or a sheet."""
        return bool(self.sources)

    @property
    def place(self) -> str:
        """The document, with the sheet if it has several: ``report.xlsx, Sheet1``."""
        documents = [one.document_id for one in self.sources] or [self.document_id]
        more = ["…"] if len(documents) > _NAMED else []
        return ", ".join([*documents[:_NAMED], *more, *filter(None, (self.sheet,))])

    def located(self, number: int, start: int, end: int) -> RowPlace:
        """Return the document of a row, with its number and offsets there."""
        after = bisect_right(self.sources, start, key=lambda one: one.characters)
        if not after:
            return RowPlace(self.document_id, number, Span(start=start, end=end))
        source = self.sources[after - 1]
        span = Span(start=start - source.characters, end=end - source.characters)
        return RowPlace(source.document_id, number - source.rows, span)


def tables_called(name: str, tables: Mapping[str, TableSchema]) -> tuple[TableSchema, ...]:
    """Return the table with an id, or else those that have it as another name."""
    if name in tables:
        return (tables[name],)
    return tuple(table for table in tables.values() if name in table.aliases)
