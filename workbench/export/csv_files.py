"""Tables as CSV, in which no cell is a formula."""

import csv
from collections.abc import Iterator, Sequence
from io import StringIO
from typing import Any

from workbench.domain.matrix import MatrixCell, MatrixSpec

_FORMULA = ("=", "+", "-", "@", "\t", "\r")
"""Beginnings of cells that a spreadsheet would run as a formula."""
_FIGURES = (
    "label", "probability", "grounding", "claims", "supported", "facts_shown", "input_tokens",
    "output_tokens", "price_usd", "ms",
)  # fmt: skip
"""The scores of a run that a matrix lists."""


def csv_cell(value: Any) -> Any:
    """Return a value for a spreadsheet: a text that looks like a formula gets an apostrophe."""
    return f"'{value}" if isinstance(value, str) and value.startswith(_FORMULA) else value


def matrix_csv(spec: MatrixSpec, cells: Sequence[MatrixCell]) -> str:
    """Return a matrix as CSV: one line for each run, with its question and its axes."""
    file = StringIO()
    writer = csv.writer(file)
    writer.writerow(["question", *spec.axes, "run", "status", *_FIGURES])
    writer.writerows(_lines(spec, cells))
    return file.getvalue()


def _lines(spec: MatrixSpec, cells: Sequence[MatrixCell]) -> Iterator[list[Any]]:
    columns = spec.columns
    for cell in sorted(cells, key=lambda one: (one.row, one.column)):
        figures = cell.scores.model_dump() if cell.scores else {}
        yield [
            csv_cell(spec.questions[cell.row]),
            *map(csv_cell, columns[cell.column].values.values()),
            cell.run_id,
            cell.status.value,
            *(figures.get(name) for name in _FIGURES),
        ]
