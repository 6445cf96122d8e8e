"""Parse Excel workbooks: a heading and a Markdown table for each sheet."""

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator, Mapping, Sequence
from decimal import Decimal
from functools import cache
from io import BytesIO
from itertools import repeat
from typing import TYPE_CHECKING, Any
from zipfile import ZipFile

from workbench.ingest.parsers.base import Parsed, Parser, UnreadableError
from workbench.ingest.parsers.converted import LONGEST_TEXT, cell_text, from_markdown, sheet_text
from workbench.ingest.parsers.office import open_office
from workbench.nlp.amounts import MONEY, unit_of

if TYPE_CHECKING:
    from workbench.ingest.parsers.sheet_layout import MergedCells

_PART = 1_000_000
"""Bytes of a sheet that are searched for formulas at a time."""
_MERGED = re.compile(rb'<mergeCell\s+ref="([A-Z]{1,3}\d{1,7}:[A-Z]{1,3}\d{1,7})"')
_LONGEST_TAG, _MOST_MERGED = 60, 100_000
# Formats 9 and 10 of every workbook are per cent; others are written out.
_MARKED_STYLE = re.compile('numFmtId="(?:9|10)"|formatCode="[^"]*[%$€£₽]'.encode())
# «[$-409]» is a locale, «[$₽-419]» and «[$CHF]» have a currency; «"до 5%"» and «\%» are texts, and
# «_€» is a space as wide as the sign.
_FORMAT_PART = re.compile(
    r'\[\$(?P<currency>[^\]-]*)(?:-[^\]]*)?\]|"(?P<text>[^"]*)"|\\(?P<character>.)|[_*].'
    r"|(?P<sign>[%$€£₽])"
)
_SIGNS = frozenset("$€£₽")


def parse(content: bytes) -> Parsed:
    """Return the sheets with content; formulas as the values that were last computed, else as text.

    Raises:
        UnreadableError: the file is not a workbook, or a sheet has more than 20 million cells.
    """
    from openpyxl import load_workbook

    with open_office(content) as archive:
        has_formulas = any(_has_formula(archive, name) for name in archive.namelist())
        merged = {name: _merged(archive, name) for name in archive.namelist()}
        has_marks = any(_marks_numbers(archive, name) for name in archive.namelist())
    book = load_workbook(BytesIO(content), read_only=True, data_only=True)
    written = load_workbook(BytesIO(content), read_only=True) if has_formulas else book
    sheets: dict[str, dict[int, list[str]]] = {}
    merged_in: dict[str, tuple[MergedCells, ...]] = {}
    for sheet, formulas in zip(book.worksheets, written.worksheets, strict=True):
        found = _cells(sheet, has_marks=has_marks)
        others = _cells(formulas) if has_formulas else repeat({})
        ranges = merged.get(sheet._worksheet_path.lstrip("/"), ())  # nothing else names the file
        if rows := _without_empty(found, others, ranges):
            sheets[sheet.title], merged_in[sheet.title] = rows, ranges
    text, pages, tables = "", [], []
    for title, rows in sheets.items():
        text += "\n\n" if text else ""
        pages.append(len(text))
        text += f"## {title}\n\n"
        name = title if len(sheets) > 1 else ""
        own, region = sheet_text(rows, name, len(text), merged_in[title])
        text += own
        tables += [region] if region is not None else []
    name = (book.properties.title or "").strip()
    return from_markdown(f"{text}\n", {"title": name} if name else {}, tuple(pages), tuple(tables))


def _merged(archive: ZipFile, name: str) -> tuple["MergedCells", ...]:
    """Return the merged cells of a sheet, which openpyxl does not read with its rows."""
    if not name.startswith("xl/worksheets/"):
        return ()
    from openpyxl.utils.cell import range_boundaries

    from workbench.ingest.parsers.sheet_layout import MergedCells

    found: list[MergedCells] = []
    with archive.open(name) as sheet:
        before = b""
        while part := sheet.read(_PART):
            places = _MERGED.findall(before + part)
            if len(found) + len(places) > _MOST_MERGED:
                raise UnreadableError(f"a sheet of more than {_MOST_MERGED:,} merged cells")
            for place in places:
                first_column, first_row, last_column, last_row = range_boundaries(place.decode())
                ends = (first_row, last_row, first_column - 1, last_column - 1)
                found.append(MergedCells(*ends))
            before = (before + part)[-_LONGEST_TAG:]
    return tuple(dict.fromkeys(found))


def _marks_numbers(archive: ZipFile, name: str) -> bool:
    """Whether the styles of a workbook show numbers as per cent or with a currency."""
    if name != "xl/styles.xml":
        return False
    with archive.open(name) as styles:
        return _MARKED_STYLE.search(styles.read(_PART)) is not None


def _has_formula(archive: ZipFile, name: str) -> bool:
    """Search a sheet without holding it in memory."""
    if not name.startswith("xl/worksheets/"):
        return False
    with archive.open(name) as sheet:
        before = b""
        while part := sheet.read(_PART):
            if b"<f" in before + part:
                return True
            before = part[-1:]
    return False


def _cells(sheet: Any, *, has_marks: bool = False) -> Iterator[dict[int, str]]:
    """Yield the cells of each row that hold something, by column.

    The size that a file declares for a sheet is ignored: it may be wrong or absent.
    """
    sheet.reset_dimensions()
    read = _marked_text if has_marks else _text
    for row in sheet.iter_rows(values_only=not has_marks):
        yield {place: text for place, value in enumerate(row) if (text := read(value))}


def _without_empty(
    values: Iterable[dict[int, str]],
    formulas: Iterable[dict[int, str]],
    merged: "Sequence[MergedCells]",
) -> dict[int, list[str]]:
    """Return the rows by number, without those, and the columns, that are empty throughout."""
    both = (other | one for one, other in zip(values, formulas, strict=False))
    rows = {number: row for number, row in enumerate(both, start=1) if row}
    used = sorted({place for row in rows.values() for place in row})
    if len(rows) * len(used) > LONGEST_TEXT:
        raise UnreadableError(f"a sheet of more than {LONGEST_TEXT:,} cells")
    _repeat_merged(rows, used, merged)
    return _as_lists(rows, used)


def _as_lists(rows: Mapping[int, Mapping[int, str]], used: Sequence[int]) -> dict[int, list[str]]:
    return {number: [row.get(place, "") for place in used] for number, row in rows.items()}


def _repeat_merged(
    rows: Mapping[int, dict[int, str]], used: Sequence[int], merged: "Sequence[MergedCells]"
) -> None:
    """Repeat the text of merged cells to the right in the header, and downwards everywhere.

    Cells as wide as the table are titles. A number is not repeated downwards, or its sum would be
    too large, except in a column whose only numbers are years.
    """
    from workbench.ingest.parsers.sheet_layout import first_body_row, is_number, is_value

    @cache
    def holds_values(column: int) -> bool:
        return any(map(is_value, {row.get(column, "") for row in rows.values()}))

    numbers = [*rows]
    beside: list[tuple[int, int]] = []
    for cells in merged:
        text = rows.get(cells.first_row, {}).get(cells.first_column)
        columns = used[
            bisect_left(used, cells.first_column) : bisect_right(used, cells.last_column)
        ]
        if not text or len(columns) == len(used) > 1:
            continue
        first, last = bisect_left(numbers, cells.first_row), bisect_right(numbers, cells.last_row)
        if is_number(text) and holds_values(cells.first_column):
            last = first + 1
        for number in numbers[first:last]:
            empty = [column for column in columns if column not in rows[number]]
            rows[number].update(dict.fromkeys(empty, text))
            beside += [(number, column) for column in empty if column > cells.first_column]
    body = first_body_row(_as_lists(rows, used), merged) if beside else 0
    for number, column in beside:
        if number >= body:
            del rows[number][column]


def _text(value: object) -> str:
    """Return a cell as text; the formula of an array (``ArrayFormula``) has it in an attribute."""
    return cell_text(getattr(value, "text", value)).strip()


def _marked_text(cell: Any) -> str:
    """Return a cell as text; a number with the sign that its format shows: "12%", "500 €"."""
    value = cell.value
    if isinstance(value, bool) or not isinstance(value, (int, float)):
        return _text(value)
    parts = [*_FORMAT_PART.finditer(cell.number_format or "")]
    if any(part["sign"] == "%" for part in parts):
        return f"{(Decimal(str(value)) * 100).normalize():f}%"
    currency = next(filter(None, map(_currency, parts)), "")
    return f"{_text(value)} {currency}".rstrip()


def _currency(part: "re.Match[str]") -> str:
    """Return the sign or word of a known currency that a part of a format is; else ""."""
    if word := part["currency"]:
        return word.strip() if unit_of(word.strip(" .")) in MONEY else ""
    sign = (part["text"] or part["character"] or part["sign"] or "").strip()
    return sign if sign in _SIGNS else ""


PARSER = Parser(frozenset({".xlsx", ".xlsm"}), parse, isolated=True)
