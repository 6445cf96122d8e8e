"""Words with their place in the text; hyphens, dots and pluses inside names stay."""

import re
from typing import NamedTuple

from workbench.nlp.spelling import ALPHANUMERICS, is_normal, normal_spelling

_WORD = re.compile(rf"{ALPHANUMERICS}(?:[.\-'’+#/&]{ALPHANUMERICS})*[+#]*")


class Token(NamedTuple):
    """One word: its normal spelling, and the offsets of its characters (end exclusive)."""

    text: str
    start: int
    end: int


def tokens(text: str) -> list[Token]:
    """The words of a text. Numbers are words; punctuation is not."""
    words = [Token(m.group(), m.start(), m.end()) for m in _WORD.finditer(text)]
    if is_normal(text):
        return words
    return [Token(normal_spelling(word), start, end) for word, start, end in words]


def count_words(text: str) -> int:
    """How many words a reader counts: dashes and bullets standing alone are none."""
    return sum(any(char.isalnum() for char in part) for part in text.split())
