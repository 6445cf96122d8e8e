"""Turn a table with years, quarters or months as columns into one with a row for each period."""

import re
from collections.abc import Sequence
from dataclasses import replace

from workbench.i18n.messages import messages
from workbench.ingest.tables.columns import split_unit
from workbench.ingest.tables.extracted import ExtractedTable
from workbench.ingest.tables.numbers import read_numbers
from workbench.nlp.amounts import unit_words
from workbench.nlp.column_periods import ColumnPeriod, column_period
from workbench.nlp.grammar import word_set
from workbench.nlp.morphology import is_cyrillic
from workbench.nlp.query_words import word_keys

_FEWEST_PERIODS, _FEWEST_MONTHS, _MOST_KEYS = 2, 3, 3
"""Columns that are periods, and of months without a year; columns before them."""
_WORDS_OF_A_TITLE = re.compile(r"[,;(]")


def in_long_form(table: ExtractedTable) -> ExtractedTable:
    """Return a table whose last columns are periods with a column of periods, and one of values.

    The values are called by the caption of the table: "Population". Another table stays as it is,
    and so does one without a caption.
    """
    periods = [column_period(name) for name in table.header]
    first = next((at for at, one in enumerate(periods) if one is not None), 0)
    own = [one for one in periods[first:] if one is not None]
    fits = 1 <= first <= _MOST_KEYS and len(own) == len(periods) - first and _are_alike(own)
    cells = {cell for row in table.rows for cell in row.cells[first:] if _holds(cell)}
    if not (fits and table.caption and cells and read_numbers(cells)):
        return table
    keys = table.header[:first]
    rows = tuple(
        replace(row, cells=(*row.cells[:first], period.value, cell))
        for row in table.rows
        for period, cell in zip(own, row.cells[first:], strict=True)
        if _holds(cell)
    )
    header = (*keys, label_of(own[0].kind, table.header), _measure(table))
    return table.model_copy(update={"header": header, "rows": rows, "is_long": True})


def _are_alike(periods: Sequence[ColumnPeriod]) -> bool:
    """Whether periods are of one kind, each another one."""
    fewest = _FEWEST_PERIODS if all(one.has_year for one in periods) else _FEWEST_MONTHS
    kinds = {(one.kind, one.has_year) for one in periods}
    values = {one.value.casefold() for one in periods}
    return len(periods) >= fewest and len(kinds) == 1 and len(values) == len(periods)


def label_of(name: str, header: Sequence[str]) -> str:
    """Return what an added column is called, in the language of the header: "Year", «Год»."""
    language = "ru" if is_cyrillic(" ".join(header)) else "en"
    label: str = messages("workbench.ingest")[language]["columns"][name]
    return label


def _measure(table: ExtractedTable) -> str:
    """Return the name of the values: the caption, with the unit from a line above."""
    name = _without_years(table.caption)
    if split_unit(name).unit:
        return name
    titles = [part.strip(" )") for line in table.path for part in _WORDS_OF_A_TITLE.split(line)[1:]]
    unit = next((part for part in titles if split_unit(f"x, {part}").unit), "")
    return f"{name}, {unit}" if unit else name


def _without_years(caption: str) -> str:
    """Return a caption without "by year" at its end, which is a column of its own now."""
    *rest, link, last = ["", "", *caption.split()]
    is_by = link.casefold() in word_set("group_prepositions")
    ends_in_period = any(
        word_keys(last) & {key for one in unit_words(unit) for key in word_keys(one)}
        for unit in ("year", "month")
    )
    return " ".join(rest).strip() if is_by and ends_in_period and any(rest) else caption


def _holds(cell: str) -> bool:
    return bool(cell) and cell.casefold() not in word_set("missing_values")
