"""Markers as models write them: never shown by halves, and brought to the one canonical form."""

import re

from workbench.domain.answer import marker
from workbench.language.markers import code_spans

_BEGUN = re.compile(
    r"\[\s*(?:s|so|sou|sour|sourc|sources?\s*\d*|sources?[\s\w,;:.&#№-]{0,40})?", re.IGNORECASE
)
_LOOSE = re.compile(
    r"[\[［【(]\s*sources?\b\s*[:#№-]?\s*"
    r"(?P<numbers>\d{1,6}(?:\s*(?:,|;|&|and|и|,\s*and)\s*(?:sources?\s*)?#?\d{1,6})*)\s*[\]］】)]",
    re.IGNORECASE,
)


class MarkerBuffer:
    """Lets text through as it streams, but holds back what may be the beginning of a marker.

    Whatever the pieces, all that comes out is all that went in.
    """

    def __init__(self) -> None:
        self._held = ""

    def feed(self, piece: str) -> str:
        """The text that may be shown now."""
        text = self._held + piece
        cut = _begun_at(text)
        self._held = text[cut:]
        return text[:cut]

    def flush(self) -> str:
        """The rest, at the end."""
        rest, self._held = self._held, ""
        return rest


def canonical(text: str) -> str:
    """Every way to write a marker as ``[Source N]``, without half a one at the end of a cut reply.

    Code is left alone.

    >>> canonical("It rose [source 1, 2] (Source 3). It fell [Sou")
    'It rose [Source 1][Source 2] [Source 3]. It fell'
    """
    return in_form(text[: _begun_at(text)].strip())


def in_form(text: str) -> str:
    """Every marker of a whole text as ``[Source N]``, the rest as it is."""
    out, position = "", 0
    for start, end in [*code_spans(text), (len(text), len(text))]:
        out += _LOOSE.sub(_each, text[position:start]) + text[start:end]
        position = end
    return out


def _begun_at(text: str) -> int:
    """Where an unfinished marker begins at the end of the text; its length when there is none."""
    bracket = text.rfind("[")
    if bracket >= 0 and _BEGUN.fullmatch(text, bracket):
        return bracket
    return len(text)


def _each(match: "re.Match[str]") -> str:
    return "".join(marker(int(number)) for number in re.findall(r"\d+", match["numbers"]))
