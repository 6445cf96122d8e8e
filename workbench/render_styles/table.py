"""TABLE: facts with cells as a Markdown table."""

from collections.abc import Sequence

from workbench.domain.local_text import Language
from workbench.render_styles.base import (
    LayoutItem,
    Mark,
    RenderStyle,
    SectionLayout,
    Window,
    first_items,
)

NO_VALUE = "—"


def lay_out(block: SectionLayout, mark: Mark, language: Language) -> str:  # noqa: ARG001
    """Return a Markdown table with a column for each label; the marker is in the last cell."""
    columns = list(dict.fromkeys(cell.label for entry in block.entries for cell in entry.cells))
    rows = [_row(entry, columns, mark) for entry in block.entries]
    header = table_line([table_value(column) for column in columns])
    return "\n".join([header, table_rule(len(columns)), *map(table_line, rows)])


def select(items: Sequence[LayoutItem], window: Window) -> Sequence[LayoutItem] | None:
    """Return the next facts; None if no fact has cells."""
    return first_items(items, window) if any(item.cells for item in items) else None


def _row(entry: LayoutItem, columns: Sequence[str], mark: Mark) -> list[str]:
    values = {cell.label: cell.value for cell in entry.cells} or {columns[0]: entry.text}
    cells = [table_value(values.get(column, NO_VALUE)) for column in columns]
    cells[-1] = mark(cells[-1], entry.number)
    return cells


def table_value(value: str) -> str:
    """Return a value as a cell has it; a dash for none."""
    return " ".join(value.replace("|", "\\|").split()) or NO_VALUE


def table_line(cells: Sequence[str]) -> str:
    """Return a row of a Markdown table."""
    return f"| {' | '.join(cells)} |"


def table_rule(columns: int) -> str:
    """Return the line below the header of a Markdown table."""
    return table_line(["---"] * columns)


STYLE = RenderStyle(
    {"ru": "таблица", "en": "table"},
    "a table, one row a fact, for intents with columns and for comparisons",
    lay_out,
    select,
    needs_columns=True,
)
