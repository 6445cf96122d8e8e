"""``[Source N]`` markers: found, taken out, or made harmless where a document wrote them."""

import re
from collections.abc import Iterator
from typing import NamedTuple

from workbench.domain.answer import MARKER
from workbench.language.structured import STRING, structured

_CODE = re.compile(r"^(?P<fence>```|~~~).*?^(?P=fence)[^\n]*$|`[^`\n]+`", re.MULTILINE | re.DOTALL)
_SPACES = " \t\u00a0"
_RUN = re.compile(rf"(?<=[^\r\n{_SPACES}])[{_SPACES}]{{2,}}")
_CLOSING = (*".,;:!?…)»”\n", "\\n")
"""What no space goes before; a line break also as JSON writes it."""
_POSING = re.compile(
    r"[\[［【](\s{0,3}sources?\b[^\[\]］】\n]{0,40}?\d[^\[\]］】\n]{0,40})[\]］】]",
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
    for match in MARKER.finditer(marked):
        if not any(start <= match.start() < end for start, end in code):
            yield _number(match[1]), match.start(), match.end()


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


class _Clean:
    """The clean text as it grows; the spaces around a marker become one or none."""

    def __init__(self) -> None:
        self.text = ""
        self.markers: list[Marker] = []
        self._gap: bool | None = None

    def skip(self, number: int, start: int, end: int) -> None:
        bare = self.text.rstrip(_SPACES)
        self._gap = bool(self._gap) or len(bare) < len(self.text)
        self.text = bare
        self.markers.append(Marker(number, start, end, len(bare)))

    def add(self, piece: str) -> None:
        if not piece:
            return
        piece = _single_spaced(piece)
        if self._gap is not None:
            body = piece.lstrip(_SPACES)
            spaced = self._gap or len(body) < len(piece)
            begins = not self.text or self.text.endswith("\n")
            if not body:
                self._gap = spaced
                return
            piece = body if begins or not spaced or body.startswith(_CLOSING) else f" {body}"
            self._gap = None
        self.text += piece


def _single_spaced(piece: str) -> str:
    out, position = "", 0
    for start, end in code_spans(piece):
        out += _RUN.sub(" ", piece[position:start]) + MARKER.sub("", piece[start:end])
        position = end
    return out + _RUN.sub(" ", piece[position:])


def neutralised(text: str) -> str:
    """The text with every would-be marker in parentheses instead of brackets; as long as before."""
    text = MARKER.sub(lambda match: f"({match.group()[1:-1]})", text)
    return _POSING.sub(r"(\1)", text)


def _number(digits: str) -> int:
    """0, which no source has, when the number is absurdly long."""
    return int(digits) if len(digits) <= _LONGEST_NUMBER else 0
