"""TABLE: facts with cells as a Markdown table."""

from collections.abc import Mapping, Sequence

from workbench.rendering.layout import Block, LayoutItem
from workbench.rendering.styles.base import Mark


def table(block: Block, mark: Mark, words: Mapping[str, str]) -> str:  # noqa: ARG001
    """One column for each label in order of appearance; the marker stands in the last cell."""
    columns = list(dict.fromkeys(cell.label for entry in block.entries for cell in entry.cells))
    rows = [_row(entry, columns, mark) for entry in block.entries]
    header = [_escaped(column) for column in columns]
    return "\n".join(_line(cells) for cells in [header, ["---"] * len(columns), *rows])


def _row(entry: LayoutItem, columns: Sequence[str], mark: Mark) -> list[str]:
    values = {cell.label: cell.value for cell in entry.cells} or {columns[0]: entry.text}
    cells = [_escaped(values.get(column, "—")) for column in columns]
    cells[-1] = mark(cells[-1], entry.number)
    return cells


def _escaped(value: str) -> str:
    return " ".join(value.replace("|", "\\|").split()) or "—"


def _line(cells: Sequence[str]) -> str:
    return f"| {' | '.join(cells)} |"
