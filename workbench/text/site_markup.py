"""Take the markup of documentation generators out of Markdown: tags, macros, AsciiDoc tables.

Site generators extend Markdown by constructs of their own, which no Markdown parser knows and no
reader sees: ``{% include %}`` of Liquid and Jinja, ``{linkto(/page)[text=the page]}``, ``:::note``,
``!!! tip``, tables between ``|===``. What they show stays; the rest would be noise in passages and
in quotes.
"""

import re
from bisect import bisect_right
from collections.abc import Iterator, Sequence

from workbench.text.write_markdown import table

_FENCED = re.compile(r"^( {0,3})(`{3,}|~{3,})[^\n]*\n.*?(?:^ {0,3}\2[`~]*[ \t]*$|\Z)", re.M | re.S)
"""A block of code between fences, which is shown as it stands."""
_CODE = re.compile(r"`[^`\n]+`")
_INDENTED = re.compile(r" {4}|\t")
"""The beginning of a line of code without fences, or of one that goes on with a list item."""
_ITEM = re.compile(r" {0,3}(?:[-*+]|\d{1,9}[.)])\s")
_LOOKED_BACK = 4000
"""Characters above an indented line in which the item that it may belong to begins."""
_TAG = re.compile(r"\{%[^\n]{0,500}?%\}|\{\{[<%#]?\s{0,3}[A-Za-z_.\"$][^{}\n]{0,300}\}\}")
"""``{% include note.md %}``, ``{{ site.name }}``, ``{{< ref "page" >}}``; not ``{{1, 2}}``."""
_LINK_TO_TAG = re.compile(r"\]\((?:\{%[^\n]{0,500}?%\}|\{\{[^{}\n]{0,300}\}\})[^()\s]*\)")
"""The target of ``[the guide]({% page "/guide" %})``."""
_COMMENT = re.compile(r"<!--.{0,5000}?-->", re.S)
_MACRO = re.compile(
    r"\{(?P<close>/?)(?P<name>[a-z][\w-]*)(?:\((?P<args>(?:[^(){}]|\([^(){}]*\))*)\))?"
    r"(?P<options>(?:\[[^\]{}]*\])*)(?::[a-z]+)?\}"
)
"""``{linkto(../page#part)[text=the page]}``, ``{cut(Title)}`` … ``{/cut}``, ``{note:info}``."""
_USES_MACROS = re.compile(r"\{/[a-z][\w-]*\}|\{[a-z][\w-]*\([^{}\n]*\)\[\w+=")
"""A closing macro or one with options: without either, braces are just braces: ``/users/{id}``."""
_CLOSING = re.compile(r"\{/([a-z][\w-]*)\}")
_SHOWN = re.compile(r"\[text=([^\]]*)\]")
_NEXT = re.compile(r"[{\w]")
"""What follows at once on the end of a macro: one of two alternatives begins there."""
_PROSE = re.compile(r"[A-ZА-ЯЁ]|\s")
"""A capital or a space: "How to pay?", not "private-pdf"."""
_IDENTIFIERS = re.compile(r"[a-z0-9_, -]+")
_HEADING = re.compile(r"^(#{1,6})\s", re.M)
_CONTAINER = re.compile(
    r"^[ \t]*:{3,}[ \t]*+(?:\{?[\w-]++\}?+)?[ \t]*+"
    r"((?:[^\s{}]++(?:[ \t]++(?=[^\s{}]))?+)*+)[ \t]*+(?:\{[^}\n]*\})?$",
    re.M,
)
"""``:::note Title`` and the closing ``:::``."""
_ADMONITION = re.compile(
    r"^(?P<indent>[ \t]*)(?:!!!|\?\?\?)\+?[ \t]++[\w-]++(?:[ \t]++[\w-]++)*+"
    r"(?:[ \t]++\"(?P<title>[^\"\n]*)\")?[ \t]*\n"
    r"(?P<body>(?:[ \t]*\n)*(?P=indent)(?: {4}|\t)[^\n]*(?:\n|\Z)"
    r"(?:(?P=indent)(?: {4}|\t)[^\n]*(?:\n|\Z)|[ \t]*\n)*)",
    re.M,
)
"""``!!! note "Title"`` with an indented body, as MkDocs writes it."""
_ATTRIBUTES = re.compile(r"\{:?[ \t]*(?:[.#][\w-]+[ \t]*)+\}")
"""``{: .warning}`` and ``{#part}`` of kramdown and Pandoc."""
_ASCIIDOC = re.compile(
    r"^(?P<options>\[[^\]\n]*\][ \t]*\n)?\|===[ \t]*\n(?P<body>.*?)^[ \t]*\|===[ \t]*$", re.M | re.S
)
_CELL = re.compile(r"(?:(?<=\s)|^)(?:(\d{1,3})?(?:\.(\d{1,3}))?\+)?(?:[<^>.]*[adehlmsv]?)\|", re.M)
"""The beginning of a cell, with the columns and rows that it spans: ``|``, ``2+|``, ``.3+|``."""
_COLUMNS = re.compile(r'cols="([^"]*)"')
_MOST_CELLS = 20_000
"""Cells of a table of AsciiDoc; a larger one is left as it is."""
_NESTED = 4
"""Macros within macros are taken out from the innermost, so many times."""


def without_site_markup(text: str) -> str:
    """Return Markdown with what such constructs show, and without the constructs.

    Code is left as it is. Text without any of them comes back unchanged.
    """
    return "".join(part if is_code else _cleaned(part) for part, is_code in _parts(text))


def _parts(text: str) -> Iterator[tuple[str, bool]]:
    """Yield the text in pieces, each with whether it is a fenced block of code."""
    at = 0
    for block in _FENCED.finditer(text):
        yield text[at : block.start()], False
        yield block.group(), True
        at = block.end()
    yield text[at:], False


def _cleaned(text: str) -> str:
    text = _outside_code(_COMMENT, "", text)
    text = _LINK_TO_TAG.sub("](#)", text)
    text = _outside_code(_TAG, "", text)
    if _USES_MACROS.search(text):
        text = _without_macros(text)
    text = _ASCIIDOC.sub(_markdown_table, text)
    text = _ADMONITION.sub(_dedented, text)
    text = _CONTAINER.sub(lambda found: f"**{found[1]}**" if found[1] else "", text)
    return _outside_code(_ATTRIBUTES, "", text)


def _outside_code(pattern: re.Pattern[str], replacement: str, text: str) -> str:
    """Replace what matches, except inside of ``code`` and of lines that are indented as code."""
    code = [(found.start(), found.end()) for found in _CODE.finditer(text)]
    starts = [start for start, _ in code]

    def replaced(found: re.Match[str]) -> str:
        before = bisect_right(starts, found.start()) - 1
        inside = before >= 0 and found.start() < code[before][1]
        line = text.rfind("\n", 0, found.start()) + 1
        return found.group() if inside or _is_code_line(text, line) else replacement

    return pattern.sub(replaced, text)


def _is_code_line(text: str, start: int) -> bool:
    """Return True for an indented line, unless it belongs to an item of a list."""
    if not _INDENTED.match(text, start):
        return False
    above = text[max(0, start - _LOOKED_BACK) : start].splitlines()
    outer = (line for line in reversed(above) if line.strip() and not _INDENTED.match(line))
    return _ITEM.match(next(outer, "")) is None


def _without_macros(text: str) -> str:
    for _ in range(_NESTED):
        shown = _MACRO.sub(_Macros(text).shown, text)
        if shown == text:
            break
        text = shown
    return text


class _Macros:
    """The macros of a text: which of them are closed, and the headings that they stand under."""

    def __init__(self, text: str) -> None:
        self._closed = frozenset(_CLOSING.findall(text))
        self._headings = [(found.start(), len(found[1])) for found in _HEADING.finditer(text)]

    def shown(self, macro: re.Match[str]) -> str:
        """Return what a reader sees of a macro: its text, its title as a heading, or nothing."""
        if text := _SHOWN.search(macro["options"]):
            return text[1]
        if macro["close"]:
            return " " if _NEXT.match(macro.string, macro.end()) else ""
        closed = macro["name"] in self._closed
        if macro["args"] is None and not closed and not macro["options"]:
            return macro.group()
        argument = (macro["args"] or "").strip()
        if not argument or "/" in argument:
            return ""
        if _is_alone(macro):
            return self._heading(argument, macro.start())
        return "" if closed else argument

    def _heading(self, argument: str, place: int) -> str:
        """Return the argument of a macro as a heading below the last one, if it is prose."""
        if not _PROSE.search(argument) or _IDENTIFIERS.fullmatch(argument):
            return ""
        before = bisect_right(self._headings, (place, 0)) - 1
        level = min(self._headings[before][1] + 1, 6) if before >= 0 else 2
        return f"\n{'#' * level} {argument}\n"


def _is_alone(found: re.Match[str]) -> bool:
    """Return True if nothing else stands on the lines of a match."""
    text = found.string
    first = text.rfind("\n", 0, found.start()) + 1
    last = text.find("\n", found.end())
    return text[first : last if last >= 0 else len(text)].strip() == found.group()


def _dedented(found: re.Match[str]) -> str:
    indent = len(found["indent"])
    lines = [
        found["indent"] + line[indent:].removeprefix("\t").removeprefix("    ")
        for line in found["body"].split("\n")
    ]
    title = f"{found['indent']}**{found['title']}**\n\n" if found["title"] else ""
    return title + "\n".join(lines)


def _markdown_table(found: re.Match[str]) -> str:
    """Return a table of AsciiDoc as one of Markdown; as it stands if its shape is not clear."""
    cells = _cells(found["body"])
    named = _COLUMNS.search(found["options"] or "")
    width = len(named[1].split(",")) if named else _first_group(found["body"])
    rows = _grid(cells, width) if width else []
    return f"\n{table(rows)}\n" if rows else found.group()


def _cells(body: str) -> list[tuple[str, int, int]]:
    """Return the text of each cell with the number of columns and rows that it spans."""
    opened = list(_CELL.finditer(body))
    ends = [*(cell.start() for cell in opened[1:]), len(body)][: len(opened)]
    return [
        (" ".join(body[cell.end() : end].split()), int(cell[1] or 1), int(cell[2] or 1))
        for cell, end in zip(opened, ends, strict=True)
    ]


def _grid(cells: Sequence[tuple[str, int, int]], width: int) -> list[list[str]]:
    """Place cells row by row, the text of a cell in every place that it spans.

    The result is empty if a cell does not fit.
    """
    placed: dict[tuple[int, int], str] = {}
    at = 0
    for text, columns, rows in cells:
        while divmod(at, width) in placed:
            at += 1
        row, column = divmod(at, width)
        if column + columns > width or len(placed) + columns * rows > _MOST_CELLS:
            return []
        for down in range(rows):
            for across in range(columns):
                placed[row + down, column + across] = text
    last = max((row for row, _ in placed), default=-1)
    whole = len(placed) == (last + 1) * width
    return [[placed[row, c] for c in range(width)] for row in range(last + 1)] if whole else []


def _first_group(body: str) -> int:
    """Return the number of columns of the lines before the first empty one, the header."""
    group = re.split(r"\n[ \t]*\n", body.strip(), maxsplit=1)[0]
    return sum(columns for _, columns, _ in _cells(group))
