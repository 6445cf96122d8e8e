"""Find references that are not citation marks: «[1]», «【4†】», lists of sources."""

import re
from collections.abc import Iterator, Sequence

from workbench.domain.answer import CITATION_MARKER
from workbench.nlp.word_lists import list_pattern
from workbench.text.model import Text

_LIST_HEAD = rf"^[ \t]*(?:\*\*)?{list_pattern('reference_headings')}:?(?:\*\*)?:?[ \t]*$"
_LIST_LINE = r"^[ \t]*(?:[-*][ \t]+)?\[\d{1,3}\][ \t]*(?:[–—:-][ \t]*)?\S.*$"
_BEHIND = r"[ \t]*[–—-][ \t]*[a-z][a-z0-9_]*:(?:\.{3}|…|\w[\w-]*…?)"
"""The id that a reference stands before: "[1] – project:x", «[1] – project:…»."""
_BLANK = "·"
_DEBRIS = re.compile(
    rf"{_LIST_HEAD}(?=\s*\n\s*\[\d)|{_LIST_LINE}"
    rf"|\[\d{{1,3}}\]{_BEHIND}|(?<={_BLANK}){_BEHIND}"
    r"|\[\^?\d{1,3}(?:\s*[,;–-]\s*\d{1,3})*\](?!\()|【[^】\n]{0,40}】"
    r"|\[\s*sources?\b[^\]\n]{0,60}\]|\(\s*sources?\s*[:#]?\s*\d+\s*\)"
    r"|\[\s*(?:sources?\s*\d*)?\s*$|(?<!\w)(?:\[\](?!\()|\(\s*\))",
    re.IGNORECASE | re.MULTILINE,
)

_MARKED_LINE = rf"^[ \t]*(?:[-*][ \t]+)?{CITATION_MARKER.pattern}[ \t]*[–—:-][ \t]*\S.*$"
_MARKED_LIST = re.compile(
    rf"{_LIST_HEAD}(?=\s*\n\s*\[Source)|{_MARKED_LINE}", re.IGNORECASE | re.MULTILINE
)


def reference_debris(text: Text, known: Sequence[tuple[int, int]]) -> Iterator[tuple[int, int]]:
    """Yield the offsets of references that cite nothing.

    Args:
        text: a marked text.
        known: the offsets of the marks that cite a source.
    """
    yield from (match.span() for match in _MARKED_LIST.finditer(text.source))
    readable = _blanked(text.source, [*known, *text.code])
    yield from (match.span() for match in _DEBRIS.finditer(readable))


def _blanked(text: str, spans: Sequence[tuple[int, int]]) -> str:
    """Return the text with some spans masked by «·», keeping every offset."""
    pieces, position = list[str](), 0
    for start, end in sorted(spans):
        pieces += [text[position:start], _BLANK * (end - start)]
        position = end
    return "".join([*pieces, text[position:]])
