"""Turn a table with years as columns into one with a row for each year, which can be filtered."""

import re
from collections.abc import Sequence

from workbench.i18n.messages import messages
from workbench.ingest.tables.in_text import TextTable
from workbench.ingest.tables.numbers import read_numbers
from workbench.nlp.grammar import word_set
from workbench.nlp.morphology import is_cyrillic

_YEAR = re.compile(r"(?:FY\s?)?(?P<year>(?:1[5-9]|20)\d\d)(?:\s*(?:г\.?|год))?", re.IGNORECASE)
_FEWEST_YEARS, _MOST_KEYS = 2, 3


def in_long_form(table: TextTable) -> TextTable:
    """Return a table whose last columns are years with a column of years, and one of values.

    The values are called by the caption of the table: "Population". Another table stays as it is,
    and so does one without a caption.
    """
    first = next((at for at, name in enumerate(table.header) if _year(name)), 0)
    years = [_year(name) for name in table.header[first:]]
    fits = 1 <= first <= _MOST_KEYS and len(years) >= _FEWEST_YEARS and all(years)
    cells = {cell for row in table.rows for cell in row.cells[first:] if _holds(cell)}
    if not (fits and table.caption and cells and read_numbers(cells)):
        return table
    keys = table.header[:first]
    rows = [
        row.model_copy(update={"cells": (*row.cells[:first], year, cell)})
        for row in table.rows
        for year, cell in zip(years, row.cells[first:], strict=True)
        if _holds(cell)
    ]
    header = (*keys, label_of("year", table.header), table.caption)
    return table.model_copy(update={"header": header, "rows": tuple(rows), "is_long": True})


def label_of(name: str, header: Sequence[str]) -> str:
    """Return what an added column is called, in the language of the header: "Year", «Год»."""
    language = "ru" if is_cyrillic(" ".join(header)) else "en"
    label: str = messages("workbench.ingest")[language]["columns"][name]
    return label


def _year(name: str) -> str:
    found = _YEAR.fullmatch(name.strip())
    return found["year"] if found else ""


def _holds(cell: str) -> bool:
    return bool(cell) and cell.casefold() not in word_set("missing_values")
