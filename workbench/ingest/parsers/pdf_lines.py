"""Read the lines of a PDF page with the size and the weight of their type."""

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Any

_LARGER = 1.1
"""A heading is larger than the body by this factor, or bold where the body is not."""
_MOST_WORDS = 14
"""Of a heading, so that larger type throughout a page makes none."""
_LETTERS = 0.6
"""The least share of letters in bold type, so that a row of totals is not a heading; of larger type
half of it is enough."""
_SENTENCE = re.compile(r"[.,;]$")
_LEADERS = re.compile(r"(?:\. ?){4}")
"""The dots of a table of contents."""


@dataclass(frozen=True)
class Line:
    """A line of a page as it is read."""

    text: str
    size: float
    """Of the type that most of its characters have, in points."""
    bold: bool = False


def page_lines(page: Any) -> list[Line]:
    """Return the lines of a page of pypdf, from top to bottom as the file writes them."""
    parts: list[tuple[str, tuple[float, bool]]] = []

    def visit(text: str, current: Any, matrix: Any, font: Any, size: float) -> None:
        scale = abs(matrix[3] or matrix[1]) * abs(current[3] or current[1])
        name = str((font or {}).get("/BaseFont", "")).casefold()
        parts.append((text, (round(size * scale, 1), "bold" in name or "black" in name)))

    page.extract_text(visitor_text=visit)
    lines: list[Line] = []
    text, types = "", Counter[tuple[float, bool]]()
    for part, kind in parts:
        for piece in part.splitlines(keepends=True):
            text += piece
            types[kind] += len(piece.strip())
            if piece.splitlines()[0] != piece:
                lines.append(_line(text, types))
                text, types = "", Counter()
    return [*lines, _line(text, types)] if text else lines


def _line(text: str, types: Counter[tuple[float, bool]]) -> Line:
    (size, bold), _ = types.most_common(1)[0]
    return Line(text.rstrip("\r\n"), size, bold)


def with_headings(
    pages: Sequence[Sequence[Line]],
) -> tuple[list[list[str]], dict[tuple[int, str], int]]:
    """Return the texts of the pages, and the level of each heading by its page and its words.

    A heading has larger type than most of the text, or is bold where most is not. The largest are
    of level 1. One that takes several lines becomes one line.
    """
    body = _body(line for lines in pages for line in lines)
    kinds = sorted({_kind(line) for lines in pages for line in lines if _is_heading(line, body)})
    ranks = {kind: level for level, kind in enumerate(reversed(kinds), start=1)}
    texts: list[list[str]] = []
    levels: dict[tuple[int, str], int] = {}
    for number, lines in enumerate(pages):
        texts.append([])
        for level, run in groupby(lines, lambda line: _level(line, body, ranks)):
            own = [line.text for line in run]
            if level and _fits(whole := " ".join(own)):
                own = [whole]
                levels[number, line_key(whole)] = level
            texts[-1] += own
    return texts, levels


def line_key(line: str) -> str:
    """Return the words of a line as those of a heading are compared."""
    return " ".join(line.casefold().split())


def _body(lines: Iterable[Line]) -> Line:
    """Return a line of the type that most characters have."""
    sizes = Counter[tuple[float, bool]]()
    for line in lines:
        sizes[_kind(line)] += len(line.text)
    return Line("", *sizes.most_common(1)[0][0]) if sizes else Line("", 0)


def _kind(line: Line) -> tuple[float, bool]:
    return line.size, line.bold


def _level(line: Line, body: Line, levels: dict[tuple[float, bool], int]) -> int:
    return levels[_kind(line)] if _is_heading(line, body) else 0


def _is_heading(line: Line, body: Line) -> bool:
    text = line.text.strip()
    if not text or _SENTENCE.search(text) or _LEADERS.search(text) or not _fits(text):
        return False
    least = _LETTERS if line.size <= body.size * _LARGER else _LETTERS / 2
    stands_out = line.size > body.size * _LARGER or (
        line.bold and not body.bold and line.size >= body.size
    )
    return stands_out and sum(map(str.isalpha, text)) >= least * len(text.replace(" ", ""))


def _fits(text: str) -> bool:
    return len(text.split()) <= _MOST_WORDS
