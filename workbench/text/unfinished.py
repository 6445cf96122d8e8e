"""Complete Markdown that breaks off, as a text does while it streams.

A Markdown parser takes unfinished markup for plain text, so it is read here by patterns.
"""

import re
import unicodedata
from typing import NamedTuple

_TOKEN = re.compile(
    r"(?P<code>(?<!`)(?P<ticks>`+)(?!`).+?(?<!`)(?P=ticks)(?!`))|\\[^\w\s]"
    r"|(?P<run>\*+|_+|~~)|(?P<bracket>[\[\]])",
    re.DOTALL,
)
"""Code, an escape, a run of emphasis marks, or a bracket: `` `a` ``, ``\\*``, ``**``, ``[``."""
_BLOCK = re.compile(r"\n[ \t>]*(?:\n|(?:[-*+]|\d+[.)])[ \t]|#{1,6}[ \t]|\|)")
"""The start of a paragraph, list item, heading or table row."""
_REACH = 1_000
"""Characters searched before the end, so that the time does not grow with the text."""
_CELL = re.compile(r"(?<!\\)\|")
"""A cell border."""
_FENCE = re.compile(r"[ \t]*(?P<fence>`{3,}|~{3,})(?P<info>[^`]*)$")
"""A line that opens or closes a fence: "```python"."""
_INLINE_CODE = re.compile(r"(?<!`)(?P<ticks>`+)(?!`).+?(?<!`)(?P=ticks)(?!`)")
"""A closed code span, ``a`` or `` b ` c `` between equal runs of backticks."""
_MARK_ALONE = re.compile(r"(?:^|\n)[ \t>]*(?:[-=*_+#>~`]+|\d+[.)]|!)\Z")
"""A last line that is only a mark so far: ``-``, ``2.``, ``##``, ``--``."""
_HALF_LINK = re.compile(r"!?\[(?!(?i:source)?\s*\d+\])([^\[\]\n]*)\](?:\([^()\s]*)?\Z")
"""A link without its end, ``[terms](https://exam``, but not a citation mark."""
_OPENING = re.compile(r"(?:(?<=[\s(\[«“\"|])|^)[*_~]+\Z")
"""Emphasis that opens at the end: ``It is **``."""
_DELIMITER_ROW = re.compile(r"[ \t|:-]+")
"""The row below a table's header, as far as it is written: ``| --``."""


class Opened(NamedTuple):
    """An open delimiter and its offset."""

    mark: str
    start: int

    @property
    def end(self) -> int:
        """The offset after the delimiter."""
        return self.start + len(self.mark)


def opened(text: str, *, following: str = "[") -> list[Opened]:
    """Return the delimiters that are open at the end of a text, the outermost first.

    Args:
        text: the Markdown so far.
        following: the next character, which decides whether a delimiter at the end can open.
    """
    begin, followed = _block_start(text), text + following
    open_now: list[Opened] = []
    for token in _TOKEN.finditer(text, begin):
        if token["run"]:
            _take_run(open_now, token["run"], token.start(), followed)
        elif token["bracket"] == "[":
            open_now.append(Opened("[", token.start()))
        elif token["bracket"]:
            _close(open_now, "[")
    return open_now


def closed(text: str) -> str:
    """Return the Markdown with everything closed that is open at its end.

    A mark without content and the unfinished address of a link are removed; a table's header gets
    its delimiter row.

    >>> closed("It is **$100 for [each claim")
    'It is **$100 for each claim**'
    """
    text = text.rstrip()
    fence = _open_fence(text)
    if fence is not None:
        return f"{text}\n{fence}" if "\n" in text[text.rfind(fence) :] else _without_last_line(text)
    if _MARK_ALONE.search(text):
        return closed(_without_last_line(text))
    text = _OPENING.sub("", _closed_code(_HALF_LINK.sub(r"\1", text))).rstrip()
    for one in reversed(opened(text, following=" ")):
        text = _closed_mark(text, one)
    return _closed_table(text)


def _open_fence(text: str) -> str | None:
    """Return the mark of the fence that is open at the end, else None."""
    fence: str | None = None
    for line in text.split("\n"):
        mark = _FENCE.match(line)
        if mark and fence is None:
            fence = mark["fence"]
        elif mark and fence and mark["fence"].startswith(fence) and not mark["info"].strip():
            fence = None
    return fence


def _without_last_line(text: str) -> str:
    return text.rpartition("\n")[0].rstrip()


def _closed_code(text: str) -> str:
    line = text.rfind("\n") + 1
    ticks = list(re.finditer(r"`+", _INLINE_CODE.sub(_blanked, text[line:])))
    if not ticks:
        return text.removesuffix("\\")
    first = line + ticks[0].start()
    inside = text[line + ticks[0].end() :].rstrip("`")
    mark = ticks[0].group()
    return f"{text[:first]}{mark}{inside}{mark}" if inside else text[:first].rstrip()


def _blanked(match: re.Match[str]) -> str:
    return " " * len(match.group())


def _closed_mark(text: str, one: Opened) -> str:
    before, inside = text[: one.start], text[one.end :].removesuffix("~")
    if one.mark == "[":
        return before + inside
    return f"{before}{one.mark}{inside}{one.mark}" if inside.strip() else before.rstrip()


def _closed_table(text: str) -> str:
    """Complete a table of one or two rows to a header with its delimiter row."""
    lines = text.split("\n")
    rows = next((n for n, line in enumerate(reversed(lines)) if not _is_row(line)), len(lines))
    if rows not in (1, 2) or (rows == 2 and not _DELIMITER_ROW.fullmatch(lines[-1])):
        return text
    head = lines[-rows].strip().removesuffix("|")
    cells = len(_CELL.findall(head))
    if not head.strip("| "):
        return "\n".join(lines[:-rows]).rstrip()
    return "\n".join([*lines[:-rows], f"{head.rstrip()} |", "|" + "---|" * cells])


def _is_row(line: str) -> bool:
    return line.lstrip().startswith("|")


def _block_start(text: str) -> int:
    """Return the start of the paragraph, list item or table cell at the end of the text."""
    start = max(text.rfind("\n\n"), len(text) - _REACH, 0)
    start = max((found.end() for found in _BLOCK.finditer(text, start)), default=start)
    line = text.rfind("\n") + 1
    if text[line:].lstrip().startswith("|"):
        return max(found.end() for found in _CELL.finditer(text, line))
    return start


def _take_run(open_now: list[Opened], run: str, start: int, text: str) -> None:
    opens, closes = _sides(text, start, start + len(run))
    if closes:
        run = _close(open_now, run)
    if run and opens:
        open_now.append(Opened(run, start))


def _close(open_now: list[Opened], run: str) -> str:
    """Close what a run can close, and return the rest of the run."""
    while run and (place := _last(open_now, run[0])) is not None:
        mark, start = open_now[place]
        del open_now[place:]
        if len(mark) > len(run):
            open_now.append(Opened(mark[len(run) :], start))
        run = run[len(mark) :]
    return run


def _last(open_now: list[Opened], mark: str) -> int | None:
    return next(
        (place for place in reversed(range(len(open_now))) if open_now[place].mark[0] == mark),
        None,
    )


def _sides(text: str, start: int, end: int) -> tuple[bool, bool]:
    """Return whether a run can open and whether it can close emphasis (CommonMark 0.31, 6.2)."""
    before, after = text[start - 1 : start] or " ", text[end : end + 1] or " "
    left = not after.isspace() and (not _is_punctuation(after) or not _is_word(before))
    right = not before.isspace() and (not _is_punctuation(before) or not _is_word(after))
    if text[start] != "_":
        return left, right
    return left and (not right or _is_punctuation(before)), right and (
        not left or _is_punctuation(after)
    )


def _is_punctuation(character: str) -> bool:
    return unicodedata.category(character)[0] in "PS"


def _is_word(character: str) -> bool:
    return not character.isspace() and not _is_punctuation(character)
