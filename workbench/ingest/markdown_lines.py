"""The lines of a Markdown or text document with their offsets, and what each one is."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal, TypeAlias

LineKind: TypeAlias = Literal["prose", "table", "list", "heading", "code"]

_LINE = re.compile(r"[^\n]*\n|[^\n]+")
_FENCE = re.compile(r" {0,3}(`{3,}|~{3,})")
_HEADING = re.compile(r" {0,3}#{1,6}(?:[ \t]|$)")
_LIST_ITEM = re.compile(r"\s*(?:[-*+•]|\d{1,9}[.)])\s+\S")


@dataclass(frozen=True)
class Line:
    """One line without its line break."""

    start: int
    text: str
    kind: LineKind

    @property
    def end(self) -> int:
        """The offset after its last character."""
        return self.start + len(self.text)


def lines_of(text: str, start: int = 0) -> Iterator[Line]:
    """The lines from an offset on; inside a code fence nothing is a heading, list or table."""
    fence = ""
    for found in _LINE.finditer(text, start):
        line = found.group().rstrip("\r\n")
        mark = _FENCE.match(line)
        in_code = bool(fence) or mark is not None
        yield Line(found.start(), line, "code" if in_code else _kind(line))
        if not fence and mark:
            fence = mark.group(1)
        elif mark and mark.group(1).startswith(fence) and not line[mark.end() :].strip():
            fence = ""


def _kind(line: str) -> LineKind:
    if line.lstrip().startswith("|"):
        return "table"
    if _HEADING.match(line):
        return "heading"
    return "list" if _LIST_ITEM.match(line) else "prose"
