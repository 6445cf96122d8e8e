"""Split text into words with offsets; hyphens, dots and pluses inside names are kept."""

import re
from functools import lru_cache
from typing import NamedTuple

from workbench.nlp.spelling import ALPHANUMERICS, is_normalized, normalize_spelling

# "node.js", "C++", "AT&T", "don't", «онлайн-курс», "UTF-8".
_WORD = re.compile(rf"{ALPHANUMERICS}(?:[.\-'’+#/&]{ALPHANUMERICS})*[+#]*")


class Token(NamedTuple):
    """A word in its normal spelling, with its offsets in the text, end exclusive."""

    text: str
    start: int
    end: int


_STATEMENT = 400
"""Characters up to which a text is taken for a question, a statement or a claim."""


def tokens(text: str) -> list[Token]:
    """Return the words and numbers of a text, without punctuation."""
    return list(_tokens_of_statement(text) if len(text) <= _STATEMENT else _split(text))


@lru_cache(maxsize=2048)
def _tokens_of_statement(text: str) -> tuple[Token, ...]:
    """Split a short text once: the checks of one answer ask for the same few statements 300 times.

    Long texts are split at ingest, once each, and would fill the memory.
    """
    return _split(text)


def _split(text: str) -> tuple[Token, ...]:
    words = (Token(m.group(), m.start(), m.end()) for m in _WORD.finditer(text))
    if is_normalized(text):
        return tuple(words)
    return tuple(Token(normalize_spelling(word), start, end) for word, start, end in words)


def words(text: str) -> list[str]:
    """Return the words and numbers of a text without their offsets."""
    found: list[str] = _WORD.findall(text)
    return found if is_normalized(text) else [normalize_spelling(word) for word in found]


def count_words(text: str) -> int:
    """Return the number of words separated by spaces; dashes and bullets do not count."""
    return sum(any(char.isalnum() for char in part) for part in text.split())
