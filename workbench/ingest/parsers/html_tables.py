"""Make the tables of an HTML page fit Markdown: no nested tables, no cells over several rows."""

from typing import Any, NamedTuple

from workbench.ingest.parsers.html_layout import add_missing_header, unwrap_boxes, words_of

_WIDEST = 1000
"""Columns that a cell may span, as in the HTML standard."""
_MOST_HEADER_ROWS = 3


class _Below(NamedTuple):
    """What a cell puts into a column of the rows below it: for how many, as which element."""

    rows: int
    tag: str
    text: str


def flatten_tables(root: Any) -> None:
    """Turn tables inside cells into text, expand spanning cells, escape ``|`` in cells."""
    for table in [*root.iter("table")]:
        _lift_caption(table)
    unwrap_boxes(root)
    for inner in root.xpath("//table[ancestor::td or ancestor::th]"):
        if inner.getparent() is not None:
            _become_text(inner)
    for table in root.iter("table"):
        _expand(table)
        _join_headers(table)
        add_missing_header(table)
    for cell in root.xpath("//*[self::td or self::th][not(ancestor::td or ancestor::th)]"):
        _escape_pipes(cell)


def _become_text(table: Any) -> None:
    """Replace a table by ``a, b; c, d``, its cells by row."""
    rows = [[words_of(cell) for cell in row.iterchildren("td", "th")] for row in table.iter("tr")]
    text = "; ".join(", ".join(filter(None, row)) for row in rows if any(row))
    tail = table.tail
    table.clear()
    table.tag, table.text, table.tail = "div", text, tail


def _lift_caption(table: Any) -> None:
    """Put the caption before the table, so that the header is the first thing in it.

    So is a text that stands behind it, outside of any cell.
    """
    for extra in [*table.iterchildren("caption", "colgroup", "col")]:
        for words in (words_of(extra), " ".join((extra.tail or "").split())):
            if words:
                line = table.makeelement("p")
                line.text = words
                table.addprevious(line)
        table.remove(extra)


def _join_headers(table: Any) -> None:
    """Join the rows of a header into one: "Price" above "per month" is "Price per month".

    Pages that have all their rows in ``<thead>`` keep them: a header has cells of its own kind, few
    rows, and others below.
    """
    head = table.find("thead")
    rows = [*head.iterchildren("tr")] if head is not None else []
    cells = [[*row.iterchildren("td", "th")] for row in rows]
    if not _is_header(table, cells):
        return
    for above in zip(*cells, strict=True):
        words = dict.fromkeys(filter(None, map(words_of, above)))
        first = above[0]
        for child in [*first]:
            first.remove(child)
        first.text = " ".join(words)
    for row in rows[1:]:
        row.drop_tree()


def _is_header(table: Any, rows: list[list[Any]]) -> bool:
    """Whether these rows at the top are one header: of equal widths, each cell a name or empty."""
    return (
        1 < len(rows) <= _MOST_HEADER_ROWS
        and len(rows) < len([*table.iter("tr")])
        and len({len(row) for row in rows}) == 1
        and all(cell.tag == "th" or not words_of(cell) for row in rows for cell in row)
    )


def _expand(table: Any) -> None:
    """Repeat a cell in each row that it spans, and a header cell in each column.

    The other columns that a cell spans are empty.
    """
    below: dict[int, _Below] = {}
    for row in table.iter("tr"):
        place = 0
        for cell in [*row.iterchildren("td", "th")]:
            while place in below:
                cell.addprevious(_copied(below, place))
                place += 1
            place = _spread(cell, place, below)
        while place in below:
            row.append(_copied(below, place))
            place += 1


def _spread(cell: Any, place: int, below: dict[int, _Below]) -> int:
    """Add the columns that a cell spans, note the rows; returns the next free column."""
    rows, columns = _span(cell, "rowspan"), min(_span(cell, "colspan"), _WIDEST)
    words = words_of(cell)
    last = cell
    for column in range(place, place + columns):
        text = words if column == place or cell.tag == "th" else ""
        if rows > 1:
            below[column] = _Below(rows - 1, cell.tag, text)
        if column > place:
            added = _cell(cell, text)
            last.addnext(added)
            last = added
    cell.attrib.pop("colspan", None)
    return place + columns


def _copied(below: dict[int, _Below], place: int) -> Any:
    """Return a cell with the text that spans into this row, and count the row."""
    from lxml import html

    spanning = below.pop(place)
    if spanning.rows > 1:
        below[place] = spanning._replace(rows=spanning.rows - 1)
    copied = html.Element(spanning.tag)
    copied.text = spanning.text
    return copied


def _cell(like: Any, text: str) -> Any:
    cell = like.makeelement(like.tag)
    cell.text = text
    return cell


def _span(cell: Any, name: str) -> int:
    value = cell.get(name, "").strip()
    return max(1, int(value)) if value.isdecimal() and len(value) < 6 else 1


def _escape_pipes(cell: Any) -> None:
    """Escape the sign that would end a cell of a Markdown table."""
    for element in cell.iter():
        if element.text and "|" in element.text:
            element.text = element.text.replace("|", "\\|")
        if element is not cell and element.tail and "|" in element.tail:
            element.tail = element.tail.replace("|", "\\|")
