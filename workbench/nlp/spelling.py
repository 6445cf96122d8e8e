"""Normalise the spelling of words whose accents are encoded in different ways."""

import re
import unicodedata
from itertools import groupby

_ACCENTS = "\u0300-\u036f"
# Combining accents, such as the stress mark of «за́мок».
_ACCENT = re.compile(f"[{_ACCENTS}]")
_SCRIPTS = (
    range(0x300, 0x3100),
    range(0xA600, 0xAC00),
    range(0xFE20, 0xFE30),
    range(0x11000, 0x11A00),
)
"""Unicode blocks with combining marks; U+FE0F of «1️⃣» only selects the emoji form."""


def _combining_marks() -> str:
    """Return all combining marks of letters, as the ranges inside a character class."""
    codes = (code for block in _SCRIPTS for code in block)
    marks = (code for code in codes if unicodedata.category(chr(code)) in ("Mn", "Mc"))
    runs = groupby(enumerate(marks), lambda numbered: numbered[1] - numbered[0])
    ends = ([code for _, code in run] for _, run in runs)
    return "".join(f"{chr(run[0])}-{chr(run[-1])}" for run in ends)


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
    if text.isascii():
        return text
    return _ACCENT.sub("", unicodedata.normalize("NFC", text))
