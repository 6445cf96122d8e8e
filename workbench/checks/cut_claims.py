"""Claims cut out of a marked text so that its Markdown stays whole."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from workbench.domain.answer import marker
from workbench.domain.diagnostics import Claim
from workbench.text.citation_marks import without_markers

_HOLE = "\x00"
_BETWEEN = re.compile(rf"(?<=\S)(?:[ \t]*{_HOLE})+[ \t]*(?=\S)")
_IN_BOLD = re.compile(rf"(?<=\*\*){_HOLE}[ \t]+|[ \t]+{_HOLE}(?=\*\*)")
"""At the beginning or the end of what is bold."""
_AT_EDGE = re.compile(rf"{_HOLE}[ \t]*")
_ITEM = re.compile(r"(?P<indent>[ \t]*)(?:[-*•+]|\d{1,3}[.)])(?:[ \t]|$)")
_MARKS = re.compile(r"[\s>]*(?:[-*•+]|\d{1,3}[.)])?[\s>*_|.,;:!?]*")
_ROW = re.compile(r"[ \t]*\|.*\|[ \t]*")
_RULE = re.compile(r"[ \t]*\|(?:[ \t]*:?-+:?[ \t]*\|)+[ \t]*")
_HEADING = re.compile(r"[ \t]*(?:(?P<marks>#{1,6})\s.*|\*\*[^*\n]+\*\*:?)[ \t]*")
_LOWEST = 7
"""The level of a heading that is a line in bold."""
_LEAD = 8
_LISTED = re.compile(r"[ \t]*(?:[-*•+]|\d{1,3}[.)]|\|)|[ \t]{2,}\S")
_GAPS = re.compile(r"\n{3,}")


def cut_out(marked: str, claims: Sequence[Claim]) -> str:
    """The text without claims and their markers; empty if nothing is left.

    A list item goes with its mark, a table keeps its head while it has a row, and a heading or a
    lead-in goes with the last of what stood under it.

    Args:
        marked: the text.
        claims: their places are in the text without markers.
    """
    layout = _Layout([*_lines(_with_holes(marked, claims))])
    layout.close_up()
    return _GAPS.sub("\n\n", "\n".join(layout.left())).strip()


def _with_holes(marked: str, claims: Sequence[Claim]) -> str:
    clean = without_markers(marked)
    changes = [_hole(clean.text, claim) for claim in claims]
    changes += [
        (mark.at, mark.at, f" {marker(mark.number)}")
        for mark in clean.markers
        if not any(claim.start <= mark.at <= claim.end for claim in claims)
    ]
    text = clean.text.replace(_HOLE, "")
    for start, end, put in sorted(changes, reverse=True):
        text = text[:start] + put + text[end:]
    return text


def _hole(text: str, claim: Claim) -> tuple[int, int, str]:
    """The place of a claim and what stands there then: bold that it began or ended goes on."""
    start, end = claim.start, claim.end
    if text.count("**", start, end) % 2 == 0:
        return start, end, _HOLE
    paragraph = text.rfind("\n\n", 0, start) + 1
    if text.count("**", paragraph, start) % 2 == 0:
        return start, end + len(text[end:]) - len(text[end:].lstrip(" \t")), f"{_HOLE}**"
    return len(text[:start].rstrip(" \t")), end, f"**{_HOLE}"


@dataclass
class _Line:
    text: str
    is_gone: bool = False


def _lines(text: str) -> Iterator[_Line]:
    """The lines, of which those that held nothing but claims are gone."""
    for line in text.split("\n"):
        told = _AT_EDGE.sub("", _BETWEEN.sub(" ", _IN_BOLD.sub("", line))).rstrip()
        yield _Line(told, _HOLE in line and _MARKS.fullmatch(told) is not None)


@dataclass
class _Layout:
    """Lines, and what goes or moves with those that are gone."""

    lines: list[_Line] = field(default_factory=list)

    def left(self) -> list[str]:
        return [line.text for line in self.lines if not line.is_gone]

    def close_up(self) -> None:
        for at, line in enumerate(self.lines):
            if _RULE.fullmatch(line.text):
                self._table(at)
            elif line.is_gone and (item := _ITEM.match(line.text)):
                self._lift_parts(at, len(item["indent"]))
        for at in reversed(range(len(self.lines))):
            if self._is_bare(at):
                self.lines[at].is_gone = True

    def _table(self, rule: int) -> None:
        """A table without rows goes; one that lost its head has an empty one."""
        rows = list(self._rows(rule + 1))
        head = self.lines[rule - 1] if rule else self.lines[rule]
        if all(row.is_gone for row in rows):
            gone = bool(rows)
            self.lines[rule].is_gone = gone or head.is_gone
            head.is_gone = head.is_gone or gone
        elif head.is_gone:
            cells = self.lines[rule].text.count("|") - 1
            head.text, head.is_gone = "|" + " |" * cells, False

    def _rows(self, start: int) -> Iterator[_Line]:
        for line in self.lines[start:]:
            is_row = _ROW.fullmatch(line.text) and not _RULE.fullmatch(line.text)
            if not (line.is_gone or is_row):
                return
            yield line

    def _lift_parts(self, item: int, indent: int) -> None:
        """What stood under a list item that is gone takes its place."""
        shift = 0
        for line in self.lines[item + 1 :]:
            if not line.text.strip():
                continue
            deeper = _indent(line) - indent
            if deeper <= 0:
                return
            shift = shift or deeper
            line.text = line.text[min(shift, deeper) :]

    def _is_bare(self, at: int) -> bool:
        """True for a heading or a lead-in of which all that stood under it is gone."""
        under = list(self._under(at))
        return any(line.is_gone for line in under) and not any(
            line.text.strip() for line in under if not line.is_gone
        )

    def _under(self, at: int) -> Iterator[_Line]:
        """A section; of a lead-in («You get:») the list or the table, of an item its parts."""
        line = self.lines[at]
        level, item = _level(line), _ITEM.match(line.text)
        for other in self.lines[at + 1 :] if level else ():
            if (_level(other) or _LEAD) <= (level or 0) < _LEAD:
                return
            if level == _LEAD and other.text.strip() and not other.is_gone:
                is_part = _indent(other) > _indent(line) if item else _LISTED.match(other.text)
                if not is_part:
                    return
            yield other


def _indent(line: _Line) -> int:
    return len(line.text) - len(line.text.lstrip(" \t"))


def _level(line: _Line) -> int | None:
    """Of a heading from 1 to 7, of a lead-in 8; None for anything else and for what is gone."""
    if line.is_gone:
        return None
    if found := _HEADING.fullmatch(line.text):
        return len(found["marks"] or "") or _LOWEST
    return _LEAD if line.text.rstrip("*_ ").endswith(":") else None
