"""Compare the facts of an answer over a table with the rows that pandas computes."""

import re
from collections.abc import Sequence

import pandas as pd

from workbench.domain.run import Run

_NUMBER = re.compile(r"[-\u2212]?\d[\d\s.,\u00a0\u202f]*")
_MONTHS = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
_ROUNDING = 0.0051


def differences(run: Run, expected: Sequence[Sequence[object]]) -> list[str]:
    """Return how the shown cells differ from the expected rows; of each the first columns count."""
    items = run.facts.items if run.facts else ()
    if len(items) != len(expected):
        return [f"{len(items)} facts instead of {len(expected)}"]
    is_russian = run.language == "ru"
    return [
        f"{cell.value} instead of {value}"
        for item, row in zip(items, expected, strict=True)
        for cell, value in zip(item.cells, row, strict=False)
        if not _same(cell.value, value, is_russian)
    ]


def _same(shown: str, value: object, is_russian: bool) -> bool:
    if isinstance(value, pd.Period):
        english = f"{_MONTHS[value.month - 1]} {value.year}"
        return shown == (f"{value.month:02d}.{value.year}" if is_russian else english)
    if isinstance(value, str):
        return shown == value
    found = _NUMBER.search(shown)
    if found is None:
        return False
    text = re.sub(r"[\s\u00a0\u202f]", "", found.group()).replace("\u2212", "-")
    text = text.replace(",", ".") if is_russian else text.replace(",", "")
    return abs(float(text) - float(str(value))) < _ROUNDING
