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

    def column(self, name: str) -> TableColumn | None:
        """Return a column by name; None if the table has none of that name."""
        return next((column for column in self.columns if column.name == name), None)

    @property
    def place(self) -> str:
        """The document, with the sheet if it has several: ``report.xlsx, Sheet1``."""
        return ", ".join(filter(None, (self.document_id, self.sheet)))
