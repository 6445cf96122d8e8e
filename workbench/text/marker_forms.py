"""Markers as models write them: never shown by halves, and brought to the one canonical form."""

import re
from collections.abc import Iterator

from workbench.domain.answer import CITATION_MARKER, marker
from workbench.text.citation_marks import SOURCE_WORD
from workbench.text.parse import parse

_NUMBER = r"[#№]?\d{1,6}"
_BETWEEN = rf"\s*(?:,\s*and\b|,|;|&|\band\b|и|[-–—])\s*(?:{SOURCE_WORD}\s*[:#№-]?\s*)?"
_LOOSE = re.compile(
    rf"[\[［【(]\s*{SOURCE_WORD}\s*[:#№-]?\s*(?P<numbers>{_NUMBER}(?:{_BETWEEN}{_NUMBER})*)\s*[\]］】)]",
    re.IGNORECASE,
)
_BARE = re.compile(
    r"(?<![\\!\[])\[(?P<numbers>\s*\d{1,3}(?:\s*[,;]\s*\d{1,3})*\s*)\](?![(:\w\]]|\[(?!\s*\d))"
)
_GLUED = re.compile(r"(?:\[[\d\s,;]+\])*(?:[.,;!?)»”]|\s*$)", re.MULTILINE)
_IN_DATA = re.compile(r"(?:[=\[{]|[\"']\s*:)\s*$")
_ONE = CITATION_MARKER.pattern
_LINKED = re.compile(rf"({_ONE})\(https?://[^\s()]*\)")
_LISTED = re.compile(rf"({_ONE})\s*[,;]\s*(?={_ONE})")
_IN_PARENTHESES = re.compile(rf"\(\s*({_ONE}(?:\s*(?:,|;|&|and|и)?\s*{_ONE})*)\s*\)")
_RANGE = re.compile(r"(\d+)\s*[-–—]\s*[#№]?(\d+)")
_WIDEST_RANGE = 20


def _begun_word(word: str) -> str:
    """A pattern of any beginning of a word, the empty one among them."""
    pattern = ""
    for letter in reversed(word):
        pattern = f"(?:{letter}{pattern})?"
    return pattern


_BEGINNING = rf"(?:{_begun_word('sources')}|{_begun_word('источник')})"
_BEGUN = re.compile(
    rf"[\[［【]\s*(?:{_BEGINNING}"
    rf"|{SOURCE_WORD}(?:[\s\d,;:&#№–—-]|\band\b|и\b|{SOURCE_WORD})*(?:and?|{_BEGINNING})"
    r"|\d[\d\s,;]*)",
    re.IGNORECASE,
)
_UNDECIDED = re.compile(r"\[\s*\d[\d\s,;]*\]")
"""A number in brackets: what follows tells whether it is a citation."""
_LONGEST = 200


class MarkerBuffer:
    """Lets text through as it streams, but holds back what may be the beginning of a marker.

    Whatever the pieces, all that comes out is all that went in.
    """

    def __init__(self) -> None:
        self._held = ""

    def feed(self, piece: str) -> str:
        """The text that may be shown now."""
        text = self._held + piece
        cut = min(_begun_at(text), _at_end(_UNDECIDED, text))
        self._held = text[cut:]
        return text[:cut]

    def flush(self) -> str:
        """The rest, at the end."""
        rest, self._held = self._held, ""
        return rest


def canonical(text: str, sources: int = 0) -> str:
    """Every way to write a marker as ``[Source N]``, without half a one at the end of a cut reply.

    Code is left alone.

    Args:
        text: as the model wrote it.
        sources: how many were provided. A bare ``[1]`` counts as a marker of one of them alone,
            and only where it can be nothing else: an index, a link, a list of data.

    >>> canonical("It rose [source 1, 2] (Source 3). It fell [Sou")
    'It rose [Source 1][Source 2] [Source 3]. It fell'
    >>> canonical("Он вырос [Источники 1–2] и упал [3].", sources=3)
    'Он вырос [Source 1][Source 2] и упал [Source 3].'
    """
    return in_form(text[: _begun_at(text)].strip(), sources)


def in_form(text: str, sources: int = 0) -> str:
    """Every marker of a whole text as ``[Source N]``, the rest as it is; see `canonical`."""
    out, position = "", 0
    for start, end in [*parse(text).code, (len(text), len(text))]:
        out += _joined(_with_bare(_LOOSE.sub(_each, text[position:start]), sources))
        out += text[start:end]
        position = end
    return out


def _joined(prose: str) -> str:
    """Markers side by side, without the commas, parentheses and addresses around them."""
    prose = _LISTED.sub(r"\1", _LINKED.sub(r"\1", prose))
    return _IN_PARENTHESES.sub(
        lambda found: "".join(one.group() for one in CITATION_MARKER.finditer(found.group())), prose
    )


def _with_bare(prose: str, sources: int) -> str:
    """Prose whose bare numbers in brackets are markers, where they name sources."""
    out, line, position = list[str](), "", 0
    for found in _BARE.finditer(prose):
        numbers = [int(number) for number in re.findall(r"\d+", found["numbers"])]
        before = prose[position : found.start()]
        line = f"{line}{before}"[-_LONGEST:]
        is_cited = all(1 <= one <= sources for one in numbers) and _cites(line, prose, found.end())
        written = "".join(map(marker, numbers)) if is_cited else found.group()
        line, position = f"{line}{written}", found.end()
        out += [before, written]
    return "".join([*out, prose[position:]])


def _cites(before: str, prose: str, end: int) -> bool:
    """Whether a number in brackets that ends there can only cite what the line before it says."""
    line = before.rpartition("\n")[2]
    if not re.search(r"\w", line) or _IN_DATA.search(line):
        return False
    if line.endswith("]"):
        return CITATION_MARKER.fullmatch(line, line.rfind("[")) is not None
    return not re.search(r"\w$", line) or _GLUED.match(prose, end) is not None


def _begun_at(text: str) -> int:
    """Where an unfinished marker begins at the end of the text; its length when there is none."""
    return _at_end(_BEGUN, text)


def _at_end(pattern: "re.Pattern[str]", text: str) -> int:
    bracket = max(text.rfind(one, max(len(text) - _LONGEST, 0)) for one in "[［【")
    if bracket >= 0 and pattern.fullmatch(text, bracket):
        return bracket
    return len(text)


def _each(match: "re.Match[str]") -> str:
    return "".join(marker(number) for number in _numbers(match["numbers"]))


def _numbers(written: str) -> Iterator[int]:
    """The numbers of a list, those between the ends of a range too."""
    position = 0
    for found in _RANGE.finditer(written):
        yield from map(int, re.findall(r"\d+", written[position : found.start()]))
        first, last = int(found[1]), int(found[2])
        near = 0 <= last - first < _WIDEST_RANGE
        yield from range(first, last + 1) if near else (first, last)
        position = found.end()
    yield from map(int, re.findall(r"\d+", written[position:]))
