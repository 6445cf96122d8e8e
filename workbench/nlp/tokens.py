"""Words with their place in the text; hyphens, dots and pluses inside names stay."""

import re
from typing import NamedTuple

_WORD = re.compile(r"[^\W_]+(?:[.\-'’+#/&][^\W_]+)*[+#]*", re.UNICODE)


class Token(NamedTuple):
    """One word: as written, and its character offsets (end exclusive)."""

    text: str
    start: int
    end: int


def tokens(text: str) -> list[Token]:
    """The words of a text. Numbers are words; punctuation is not."""
    return [Token(m.group(), m.start(), m.end()) for m in _WORD.finditer(text)]
