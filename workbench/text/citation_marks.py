"""``[Source N]`` markers: found, taken out, or made harmless where a document wrote them."""

import re
from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

from workbench.domain.answer import CITATION_MARKER
from workbench.text.delimiters import closed_by, opening_at
from workbench.text.json_text import STRING, structured

_CODE = re.compile(r"^(?P<fence>```|~~~).*?^(?P=fence)[^\n]*$|`[^`\n]+`", re.MULTILINE | re.DOTALL)
_SPACES = " \t\u00a0"
_RUN = re.compile(rf"(?<=[^\r\n{_SPACES}])[{_SPACES}]{{2,}}")
_CLOSING = (*".,;:!?…)]»”\n", "\\n")
"""What no space goes before; a line break also as JSON writes it."""
SOURCE_WORD = r"(?:sources?|источник(?:и|а|у|е|ов|ом|ам|ах|ами)?)(?![^\W\d])"
"""How models name a source, in a pattern that ignores case."""
_POSING = re.compile(
    rf"[\[［【](\s{{0,3}}{SOURCE_WORD}[^\[\]］】\n]{{0,40}}?\d[^\[\]］】\n]{{0,40}})[\]］】]",
    re.IGNORECASE,
)
_LONGEST_NUMBER = 6


class Marker(NamedTuple):
    """One marker: its number, its place in the marked text, and where it stood in the clean one."""

    number: int
    start: int
    end: int
    at: int


class Unmarked(NamedTuple):
    """A text without its markers, single-spaced, and the markers that stood outside code."""

    text: str
    markers: tuple[Marker, ...]


def code_spans(text: str) -> list[tuple[int, int]]:
    """Where Markdown code stands: fenced blocks and inline code."""
    return [match.span() for match in _CODE.finditer(text)]


def find_markers(marked: str) -> Iterator[tuple[int, int, int]]:
    """Number, start and end of every marker outside code."""
    code = code_spans(marked)
    for match in CITATION_MARKER.finditer(marked):
        if not any(start <= match.start() < end for start, end in code):
            yield _number(match[1]), match.start(), match.end()


@lru_cache(maxsize=128)
def without_markers(marked: str) -> Unmarked:
    """Take the markers out. Code keeps its spacing, and a marker inside it cites nothing."""
    if structured(marked) is not None:
        return _without_markers_in_strings(marked)
    clean = _Clean()
    position = 0
    for number, start, end in find_markers(marked):
        clean.add(marked[position:start])
        clean.skip(number, start, end)
        position = end
    clean.add(marked[position:])
    return Unmarked(neutralised(clean.text), tuple(clean.markers))


def _without_markers_in_strings(marked: str) -> Unmarked:
    """JSON keeps its layout; each of its strings is a text of its own."""
    text, position = "", 0
    markers: list[Marker] = []
    for string in STRING.finditer(marked):
        start, end = string.span("value")
        text += marked[position:start]
        clean = without_markers(string["value"])
        markers += [
            Marker(one.number, start + one.start, start + one.end, len(text) + one.at)
            for one in clean.markers
        ]
        text, position = text + clean.text, end
    return Unmarked(text + marked[position:], tuple(markers))


def without_marker(before: str, after: str) -> str:
    """The two sides of a marker without it; what held nothing else goes with it."""
    while (closing := closed_by(before, after)) and closing[0].end == len(before):
        before, after = before[: closing[0].start], after[closing[1] :]
    if opening_at(before) < len(before):
        return before + after.lstrip(_SPACES)
    return before.rstrip(_SPACES) + after


class _Clean:
    """The clean text as it grows; the spaces around a marker become one or none.

    A marker inside emphasis or a link stands behind its end, or before its beginning: a mark put
    there leaves the Markdown as it was. What held nothing but markers goes with them.
    """

    def __init__(self) -> None:
        self.text = ""
        self.markers: list[Marker] = []
        self._gap: bool | None = None
        self._waiting = 0

    def skip(self, number: int, start: int, end: int) -> None:
        bare = self.text.rstrip(_SPACES)
        self._gap = bool(self._gap) or len(bare) < len(self.text)
        self.markers.append(Marker(number, start, end, len(_before_opening(self.text))))
        self.text = bare
        self._waiting += 1

    def add(self, piece: str) -> None:
        if not piece:
            return
        piece = _single_spaced(piece)
        if self._gap is not None:
            piece = self._after_closing(piece)
            body = piece.lstrip(_SPACES)
            self._gap = self._gap or len(body) < len(piece)
            if not body:
                return
            piece = f" {body}" if self._gap and self._wants_space(body) else body
            self._gap, self._waiting = None, 0
        self.text += piece

    def _wants_space(self, body: str) -> bool:
        begins = not self.text or self.text.endswith("\n")
        return not (begins or body.startswith(_CLOSING) or _is_opening(self.text))

    def _after_closing(self, piece: str) -> str:
        """What is left of a piece once it has closed what was open before the marker."""
        while (closing := closed_by(self.text, piece)) is not None:
            opener, end = closing
            if opener.end == len(self.text):
                bare = self.text[: opener.start].rstrip(_SPACES)
                self._gap = self._gap or len(bare) < opener.start
                self.text = bare
            else:
                self._gap = False
                self.text += piece[:end]
            self._move_waiting()
            piece = piece[end:]
        return piece

    def _move_waiting(self) -> None:
        first = len(self.markers) - self._waiting
        at = len(_before_opening(self.text))
        self.markers[first:] = [one._replace(at=at) for one in self.markers[first:]]


def _is_opening(text: str) -> bool:
    return len(_before_opening(text)) < len(text.rstrip(_SPACES))


def _before_opening(text: str) -> str:
    """The text without the delimiters that open at its end."""
    return text[: opening_at(text)].rstrip(_SPACES)


def _single_spaced(piece: str) -> str:
    out, position = "", 0
    for start, end in code_spans(piece):
        out += _RUN.sub(" ", piece[position:start]) + CITATION_MARKER.sub("", piece[start:end])
        position = end
    return out + _RUN.sub(" ", piece[position:])


def neutralised(text: str) -> str:
    """The text with every would-be marker in parentheses instead of brackets; as long as before."""
    text = CITATION_MARKER.sub(lambda match: f"({match.group()[1:-1]})", text)
    return _POSING.sub(r"(\1)", text)


def _number(digits: str) -> int:
    """0, which no source has, when the number is absurdly long."""
    return int(digits) if len(digits) <= _LONGEST_NUMBER else 0
