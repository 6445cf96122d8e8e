"""Normalise the spelling of words whose accents are encoded in different ways."""

import re
import unicodedata

_ACCENTS = "\u0300-\u036f"
# Combining accents, such as the stress mark of «за́мок».
_ACCENT = re.compile(f"[{_ACCENTS}]")
_SCRIPTS = (range(0x300, 0x3100), range(0xA600, 0xAC00), range(0xFE20, 0xFE30))
"""Unicode blocks with combining marks; U+FE0F of «1️⃣» only selects the emoji form."""


def _combining_marks() -> str:
    """Return all combining marks of letters, as the inside of a character class."""
    characters = (chr(code) for block in _SCRIPTS for code in block)
    return "".join(mark for mark in characters if unicodedata.category(mark) in ("Mn", "Mc"))


_MARKS = _combining_marks()
ALPHANUMERICS = rf"[^\W_]+(?:[{_MARKS}]+[^\W_]*)*"
"""A run of letters and digits with their combining marks: «за́мок», "Mu\u0308ller", "B12"."""
LETTERS = rf"[^\W\d_]+(?:[{_MARKS}]+[^\W\d_]*)*"
"""The same without digits."""


def is_normalized(text: str) -> bool:
    """Return True if ``normalize_spelling`` leaves the text unchanged."""
    return unicodedata.is_normalized("NFC", text) and _ACCENT.search(text) is None


def normalize_spelling(text: str) -> str:
    """Return the text in NFC, without stress marks and other accents that NFC does not compose.

    "Mu\u0308ller" becomes "Müller", й written in two characters «й», «за́мок» «замок».
    """
    return _ACCENT.sub("", unicodedata.normalize("NFC", text))
