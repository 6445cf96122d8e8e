"""The lines of a passage as a reader sees them: without Markdown, with what a citation quotes."""

import re
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from workbench.text import parse
from workbench.text.model import Block
from workbench.text.plain_text import plain_text

_OPEN, _CLOSE = "\ue001", "\ue002"
"""Stand around quoted words while the passage is parsed."""
_MARKS = re.compile(f"[{_OPEN}{_CLOSE}]")
_QUOTED = re.compile(f"{_OPEN}(.*?){_CLOSE}")
_LINE = re.compile(r"^(?P<mark>[\s>#*+\-]*(?:\d+[.)]\s+)?)(?P<words>.*?)(?P<rest>[\s#*]*)$", re.M)
"""A line of Markdown: the mark of its block, its words, and what closes them."""
_CELL = re.compile(r"(?![\s:-]*$)\S(?:.*\S)?")
"""The words of a cell, but not of a delimiter: ``| Plan | --- |``."""


class Piece(NamedTuple):
    """A stretch of a passage, and whether a citation quotes it."""

    text: str
    is_quoted: bool


class PassageLine(NamedTuple):
    """A heading, an item, a table row, code or a paragraph, without its Markdown."""

    kind: str
    pieces: tuple[Piece, ...]

    @property
    def is_quoted(self) -> bool:
        """Whether a citation quotes words of it."""
        return any(piece.is_quoted for piece in self.pieces)


def passage_lines(pieces: Iterable[Piece]) -> tuple[PassageLine, ...]:
    """Return the lines of a passage of Markdown."""
    marked = (_marked(one.text) if one.is_quoted else _unmarked(one.text) for one in pieces)
    return tuple(
        PassageLine(block.kind, tuple(_pieces(words)))
        for block in parse("".join(marked)).blocks
        if block.kind not in ("rule", "fence") and (words := _words(block))
    )


def _unmarked(text: str) -> str:
    return _MARKS.sub("", text)


def _marked(text: str) -> str:
    """Mark the words of each line, and of each cell of a row: no mark spans two blocks."""
    return _LINE.sub(_marked_line, _unmarked(text))


def _marked_line(line: re.Match[str]) -> str:
    cells = "|".join(_CELL.sub(f"{_OPEN}\\g<0>{_CLOSE}", cell) for cell in line["words"].split("|"))
    return f"{line['mark']}{cells}{line['rest']}"


def _words(block: Block) -> str:
    cells = [plain_text(block, cell) for cell in block.cells]
    return " · ".join(filter(None, cells)) if cells else plain_text(block)


def _pieces(words: str) -> Iterator[Piece]:
    for at, text in enumerate(_QUOTED.split(words)):
        if kept := _unmarked(text):
            yield Piece(kept, is_quoted=bool(at % 2))
