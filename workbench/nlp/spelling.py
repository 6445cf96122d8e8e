"""One spelling for each word, however its accents are encoded."""

import re
import unicodedata

_ACCENTS = "\u0300-\u036f"
_ACCENT = re.compile(f"[{_ACCENTS}]")
_SCRIPTS = (range(0x300, 0x3100), range(0xA600, 0xAC00), range(0xFE20, 0xFE30))
"""The blocks of Unicode that have combining marks; U+FE0F of «1️⃣» only chooses a picture."""


def _combining_marks() -> str:
    """The marks written over, under or beside a letter, as the inside of a character class."""
    characters = (chr(code) for block in _SCRIPTS for code in block)
    return "".join(one for one in characters if unicodedata.category(one) in ("Mn", "Mc"))


_MARKS = _combining_marks()
ALPHANUMERICS = rf"[^\W_]+(?:[{_MARKS}]+[^\W_]*)*"
"""A run of letters and digits with their combining marks: «за́мок», "Mu\u0308ller", "B12"."""
LETTERS = rf"[^\W\d_]+(?:[{_MARKS}]+[^\W\d_]*)*"


def is_normal(text: str) -> bool:
    """True when ``normal_spelling`` gives the text itself."""
    return unicodedata.is_normalized("NFC", text) and _ACCENT.search(text) is None


def normal_spelling(text: str) -> str:
    """The text in NFC, without the accents that have no letter of their own in it.

    "Mu\u0308ller" becomes "Müller", й written in two characters «й», «за́мок» «замок».
    """
    return _ACCENT.sub("", unicodedata.normalize("NFC", text))
