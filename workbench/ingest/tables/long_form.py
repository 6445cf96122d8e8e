"""Turn a table with years as columns into one with a row for each year, which can be filtered."""

import re
from collections.abc import Sequence

from workbench.i18n.messages import messages
from workbench.ingest.tables.in_text import TextTable
from workbench.ingest.tables.numbers import read_numbers
from workbench.nlp.amounts import unit_words
from workbench.nlp.grammar import word_set
from workbench.nlp.morphology import is_cyrillic
from workbench.nlp.query_words import word_keys
from workbench.nlp.word_lists import list_pattern

_YEAR = re.compile(
    rf"(?:FY\s?)?(?P<year>(?:1[5-9]|20)\d\d)(?:\s*{list_pattern('year_words')})?", re.IGNORECASE
)
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
    header = (*keys, label_of("year", table.header), _without_years(table.caption))
    return table.model_copy(update={"header": header, "rows": tuple(rows), "is_long": True})


def label_of(name: str, header: Sequence[str]) -> str:
    """Return what an added column is called, in the language of the header: "Year", «Год»."""
    language = "ru" if is_cyrillic(" ".join(header)) else "en"
    label: str = messages("workbench.ingest")[language]["columns"][name]
    return label


def _without_years(caption: str) -> str:
    """Return a caption without "by year" at its end, which is a column of its own now."""
    *rest, link, last = ["", "", *caption.split()]
    is_by = link.casefold() in word_set("group_prepositions")
    ends_in_years = bool(
        word_keys(last) & {key for one in unit_words("year") for key in word_keys(one)}
    )
    return " ".join(rest).strip() if is_by and ends_in_years and any(rest) else caption


def _year(name: str) -> str:
    found = _YEAR.fullmatch(name.strip())
    return found["year"] if found else ""


def _holds(cell: str) -> bool:
    return bool(cell) and cell.casefold() not in word_set("missing_values")
