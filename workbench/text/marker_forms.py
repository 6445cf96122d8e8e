"""Convert citation markers as models write them to ``[Source N]``, also while they stream."""

import re
from collections.abc import Iterator

from workbench.domain.answer import CITATION_MARKER, marker
from workbench.text.citation_marks import SOURCE_WORD
from workbench.text.parse import parse

_NUMBER = r"[#№]?\d{1,6}"
"""``2``, ``#2``, ``№2``."""
_BETWEEN = rf"\s*(?:,\s*and\b|,|;|&|\band\b|и|[-–—])\s*(?:{SOURCE_WORD}\s*[:#№-]?\s*)?"
"""Between numbers of one marker: ``, ``, `` and ``, ``–``, ``; source ``."""
_LOOSE = re.compile(
    rf"[\[［【(]\s*{SOURCE_WORD}\s*[:#№-]?\s*(?P<numbers>{_NUMBER}(?:{_BETWEEN}{_NUMBER})*)\s*[\]］】)]",
    re.IGNORECASE,
)
"""``[source 1, 2]``, ``(Source: 3)``, ``【Источники 1–2】``."""
_BARE = re.compile(
    r"(?<![\\!\[])\[(?P<numbers>\s*\d{1,3}(?:\s*[,;]\s*\d{1,3})*\s*)\](?![(:\w\]]|\[(?!\s*\d))"
)
"""``[1]``, ``[1, 2]``, but not ``[1](address)``, ``[1]: address``, ``a[1][x]`` or ``![1]``."""
_CLOSING = re.compile(r"(?:\[[\d\s,;]+\])*(?:[.,;!?)»”]|\s*$)", re.MULTILINE)
"""After a number in brackets: the end of a clause or a line, or further numbers before it."""
_IN_DATA = re.compile(r"(?:[=\[{]|[\"']\s*:)\s*$")
"""Before a list in code or data: ``x = ``, ``"ids": ``."""
_ONE = CITATION_MARKER.pattern
_LINKED = re.compile(rf"({_ONE})\(https?://[^\s()]*\)")
"""``[Source 1](https://…)``."""
_LISTED = re.compile(rf"({_ONE})\s*[,;]\s*(?={_ONE})")
"""The comma in ``[Source 1], [Source 2]``."""
_IN_PARENTHESES = re.compile(rf"\(\s*({_ONE}(?:\s*(?:,|;|&|and|и)?\s*{_ONE})*)\s*\)")
"""``([Source 1], [Source 2])``, ``([Source 1] and [Source 2])``."""
_RANGE = re.compile(r"(\d+)\s*[-–—]\s*[#№]?(\d+)")
"""``1–3``."""
_MAX_RANGE = 20
"""Of a wider range, which is hardly one of sources, only the ends are cited."""


def _prefixes(word: str) -> str:
    """Return a pattern that matches every prefix of a word, including the empty one."""
    pattern = ""
    for letter in reversed(word):
        pattern = f"(?:{letter}{pattern})?"
    return pattern


_PREFIX = rf"(?:{_prefixes('sources')}|{_prefixes('источник')})"
_BEGUN = re.compile(
    rf"[\[［【]\s*(?:{_PREFIX}"
    rf"|{SOURCE_WORD}(?:[\s\d,;:&#№–—-]|\band\b|и\b|{SOURCE_WORD})*(?:and?|{_PREFIX})"
    r"|\d[\d\s,;]*)",
    re.IGNORECASE,
)
"""An unfinished marker: ``[``, ``[Sou``, ``[Source 1``, ``[Source 1 and``, ``[1,``."""
_UNDECIDED = re.compile(r"\[\s*\d[\d\s,;]*\]")
"""``[1]`` at the end of a piece: whether it is a citation depends on what follows."""
_MAX_MARKER = 200
"""Characters; an opening bracket further back does not begin a marker."""
_NAME = re.compile(
    rf"[\[(]?(?:{SOURCE_WORD})?\s*[#№]?\s*(?P<number>[1-9]\d{{0,3}})[\])]?", re.IGNORECASE
)
"""One source by itself: ``1``, ``Source 1``, ``[источник №1]``."""


class MarkerBuffer:
    """Buffers a streamed text while its end may be an unfinished marker.

    The text passed on equals the text received, however it is split.
    """

    def __init__(self) -> None:
        self._buffered = ""

    def feed(self, piece: str) -> str:
        """Add a piece and return the text that may be shown."""
        text = self._buffered + piece
        cut = min(_begun_at(text), _at_end(_UNDECIDED, text))
        self._buffered = text[cut:]
        return text[:cut]

    def flush(self) -> str:
        """Return the rest of the text at its end."""
        rest, self._buffered = self._buffered, ""
        return rest


def canonical(text: str, sources: int = 0) -> str:
    """Return a reply with its markers as ``[Source N]``, without an unfinished one at its end.

    Code is unchanged.

    Args:
        text: the model's reply.
        sources: the number of sources. A bare ``[1]`` is a marker if it is one of them and can be
            no index, link or list of data.

    >>> canonical("It rose [source 1, 2] (Source 3). It fell [Sou")
    'It rose [Source 1][Source 2] [Source 3]. It fell'
    >>> canonical("Он вырос [Источники 1–2] и упал [3].", sources=3)
    'Он вырос [Source 1][Source 2] и упал [Source 3].'
    """
    return in_form(text[: _begun_at(text)].strip(), sources)


def source_number(name: str) -> int | None:
    """Return the number of a source named in any form, else None.

    >>> source_number("[source #2]"), source_number("the second")
    (2, None)
    """
    found = _NAME.fullmatch(name.strip())
    return int(found["number"]) if found else None


def in_form(text: str, sources: int = 0) -> str:
    """Return a complete text with its markers as ``[Source N]``; see `canonical`."""
    pieces, position = list[str](), 0
    for start, end in [*parse(text).code, (len(text), len(text))]:
        prose = _LOOSE.sub(_markers, text[position:start])
        pieces += [_joined(_with_bare(prose, sources)), text[start:end]]
        position = end
    return "".join(pieces)


def _joined(prose: str) -> str:
    """Remove the commas, parentheses and addresses around adjacent markers."""
    prose = _LISTED.sub(r"\1", _LINKED.sub(r"\1", prose))
    return _IN_PARENTHESES.sub(
        lambda found: "".join(one.group() for one in CITATION_MARKER.finditer(found.group())), prose
    )


def _with_bare(prose: str, sources: int) -> str:
    """Convert bare numbers in brackets that cite sources."""
    pieces, line, position = list[str](), "", 0
    for found in _BARE.finditer(prose):
        numbers = [int(number) for number in re.findall(r"\d+", found["numbers"])]
        before = prose[position : found.start()]
        line = f"{line}{before}"[-_MAX_MARKER:]
        is_cited = all(1 <= one <= sources for one in numbers) and _cites(line, prose, found.end())
        written = "".join(map(marker, numbers)) if is_cited else found.group()
        line, position = f"{line}{written}", found.end()
        pieces += [before, written]
    return "".join([*pieces, prose[position:]])


def _cites(before: str, prose: str, end: int) -> bool:
    """Return whether a number in brackets that ends at ``end`` cites the line before it."""
    line = before.rpartition("\n")[2]
    if not re.search(r"\w", line) or _IN_DATA.search(line):
        return False
    if line.endswith("]"):
        return CITATION_MARKER.fullmatch(line, line.rfind("[")) is not None
    return not re.search(r"\w$", line) or _CLOSING.match(prose, end) is not None


def _begun_at(text: str) -> int:
    """Return the start of an unfinished marker at the end of a text, else the text's length."""
    return _at_end(_BEGUN, text)


def _at_end(pattern: re.Pattern[str], text: str) -> int:
    bracket = max(text.rfind(one, max(len(text) - _MAX_MARKER, 0)) for one in "[［【")
    if bracket >= 0 and pattern.fullmatch(text, bracket):
        return bracket
    return len(text)


def _markers(match: re.Match[str]) -> str:
    return "".join(marker(number) for number in _numbers(match["numbers"]))


def _numbers(written: str) -> Iterator[int]:
    """Yield the numbers of a list, including those inside its ranges."""
    position = 0
    for found in _RANGE.finditer(written):
        yield from map(int, re.findall(r"\d+", written[position : found.start()]))
        first, last = int(found[1]), int(found[2])
        is_narrow = 0 <= last - first < _MAX_RANGE
        yield from range(first, last + 1) if is_narrow else (first, last)
        position = found.end()
    yield from map(int, re.findall(r"\d+", written[position:]))
