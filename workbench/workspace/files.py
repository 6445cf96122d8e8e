"""Rows of graph files: JSON lines, or CSV with ``properties.x`` and ``aliases`` columns."""

import csv
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from workbench.errors import WorkspaceError

Row = tuple[str, dict[str, Any]]


def read_rows(folder: Path, stem: str) -> Iterator[Row]:
    """Every row of ``stem*.jsonl`` and ``stem*.csv``, with its place for error messages."""
    for path in sorted(folder.glob(f"{stem}*")):
        if path.suffix == ".jsonl":
            yield from _jsonl(path)
        elif path.suffix == ".csv":
            yield from _csv(path)


def _jsonl(path: Path) -> Iterator[Row]:
    for number, line in enumerate(path.read_text("utf-8-sig").splitlines(), start=1):
        if not line.strip():
            continue
        place = f"graph/{path.name}: line {number}"
        try:
            row = json.loads(line)
        except (ValueError, RecursionError) as error:
            raise WorkspaceError(f"not JSON ({error})", place=place) from error
        if not isinstance(row, dict):
            raise WorkspaceError("a row is a JSON object", place=place)
        yield place, row


def _csv(path: Path) -> Iterator[Row]:
    with path.open(encoding="utf-8-sig", newline="") as file:
        for number, row in enumerate(csv.DictReader(file), start=2):
            yield f"graph/{path.name}: line {number}", _unflatten(row)


def _unflatten(row: dict[str, str]) -> dict[str, Any]:
    """``name.ru`` and ``properties.year`` become nested maps; empty cells are left out."""
    nested: dict[str, Any] = {}
    for key, text in row.items():
        if not text or key is None:
            continue
        *parents, leaf = key.split(".")
        level = nested
        for parent in parents:
            level = level.setdefault(parent, {})
        level[leaf] = [part.strip() for part in text.split(";")] if key == "aliases" else text
    return nested
