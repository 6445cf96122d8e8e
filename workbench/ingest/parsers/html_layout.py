"""Tell tables that lay out a page, and rows that are no header, from tables of data."""

from typing import Any

_MOST_ROWS = 2
"""Rows of a box: its title and its text."""
_FEWEST_WORDS = 3
"""Words of a sentence; a label may be abbreviated: "Max. temp."."""
_BLOCKS = "p | div | ul | ol | dl | pre | blockquote"
_SENTENCE_ENDS = (".", "!", ";")
_SEPARATORS = frozenset("-–—:=→•·")
"""Signs of a column that only stands between others, or before each row of a list."""


def unwrap_boxes(root: Any) -> None:
    """Turn a table around a text into that text, "Note: …", and drop one without any.

    Generators of manuals put notes, pictures, and questions with their answers into tables.
    """
    for table in [*root.iter("table")]:
        filled = [[cell for cell in row if words_of(cell)] for row in _rows(table)]
        filled = [row for row in filled if row]
        if not filled:
            table.drop_tree()
        elif _is_box(filled) or _is_faq(filled):
            _unwrap(table, [row[-1] for row in filled])


def add_missing_header(table: Any) -> None:
    """Put an empty header above a first row that is one of the data."""
    rows = [row for row in table.iter("tr") if _cells(row)]
    if not rows or any(cell.tag == "th" for row in rows for cell in _cells(row)):
        return
    if any(map(_is_value, _cells(rows[0]))):
        _drop_separators([_cells(row) for row in rows])
        header = table.makeelement("tr")
        header.extend(table.makeelement("th") for _ in _cells(rows[0]))
        rows[0].addprevious(header)


def words_of(element: Any) -> str:
    """Return the text of an element with single spaces."""
    return " ".join(" ".join(element.itertext()).split())


def _rows(table: Any) -> list[list[Any]]:
    return [_cells(row) for row in table.iter("tr")]


def _cells(row: Any) -> list[Any]:
    return [*row.iterchildren("td", "th")]


def _is_box(filled: list[list[Any]]) -> bool:
    """Whether each row has one cell, and one of these holds blocks of text."""
    cells = [row[0] for row in filled]
    return (
        len(filled) <= _MOST_ROWS
        and all(len(row) == 1 for row in filled)
        and cells[-1].tag == "td"
        and any(cell.tag == "td" and cell.xpath(_BLOCKS) for cell in cells)
    )


def _is_faq(filled: list[list[Any]]) -> bool:
    """Whether each row with a question is above one that has its answer alone."""
    asked, answered = filled[::2], filled[1::2]
    return (
        len(asked) == len(answered)
        and all(_is_question(row[-1]) for row in asked)
        and all(len(row) == 1 and not _is_question(row[0]) for row in answered)
    )


def _is_question(cell: Any) -> bool:
    return words_of(cell).endswith("?")


def _unwrap(table: Any, cells: list[Any]) -> None:
    """Put the texts of some cells in the place of a table, a title before its text."""
    title = ""
    for cell in cells:
        if _is_question(cell):
            _become_heading(cell)
        elif cell.tag == "th":
            title = f"{words_of(cell)}: "
            continue
        else:
            _begin_with(title, cell)
        cell.tag, cell.tail, title = "div", None, ""
        table.addprevious(cell)
    table.drop_tree()


def _become_heading(cell: Any) -> None:
    heading = cell.makeelement("strong")
    heading.text = words_of(cell)
    cell.clear()
    cell.append(heading)


def _begin_with(title: str, cell: Any) -> None:
    """Put a title before the first words of a cell, in their paragraph."""
    first = next(iter(cell.xpath(_BLOCKS)), cell)
    holder = first if first.tag == "p" and not (cell.text or "").strip() else cell
    holder.text = title + (holder.text or "").lstrip()


def _is_value(cell: Any) -> bool:
    """Whether a cell is a sentence, code or a separator, as no header is."""
    words = words_of(cell)
    is_sentence = words.endswith(_SENTENCE_ENDS) and len(words.split()) >= _FEWEST_WORDS
    return is_sentence or _is_separator(words) or _is_code(cell, words)


def _is_code(cell: Any, words: str) -> bool:
    return bool(words) and any(words_of(code) == words for code in cell.iterchildren("code", "kbd"))


def _is_separator(words: str) -> bool:
    return bool(words) and _SEPARATORS.issuperset(words)


def _drop_separators(rows: list[list[Any]]) -> None:
    """Drop the columns that only stand between others: ``a - the first letter``."""
    for column in zip(*rows, strict=False):
        if all(_is_separator(words_of(cell)) and not len(cell) for cell in column):
            for cell in column:
                cell.drop_tree()
