"""Normalize the characters and contractions of a question and detect its language."""

import re
import unicodedata
from collections.abc import Sequence

from workbench.domain.local_text import Language
from workbench.domain.question import Question
from workbench.nlp.contractions import without_contractions
from workbench.nlp.language_detection import detect_language
from workbench.nlp.morphology import is_cyrillic

_INVISIBLE = re.compile(r"[\u00ad\u180e\u200b-\u200f\u202a-\u202e\u2060-\u2064\ufeff]")
"""Soft hyphens, zero-width spaces, marks of text direction and byte order marks."""
_HYPHENS = re.compile(r"[\u2010\u2011]")
"""The hyphen and the no-break hyphen, replaced by "-"."""
_CONTROL = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f]")
"""Control characters except tab, line feed and carriage return."""
_LATIN = re.compile(r"[A-Za-z]")
"""Latin letters, counted to find the script of a mixed word."""
_LIKE_LATIN = str.maketrans("АВЕКМНОРСТХаеорсух", "ABEKMHOPCTXaeopcyx")
_LIKE_CYRILLIC = str.maketrans("ABEKMHOPCTXaeopcyx", "АВЕКМНОРСТХаеорсух")
"""Letters that look alike in both scripts, such as "a" and «а»."""
_MIXED_WORD = re.compile(r"[A-Za-zА-Яа-яЁё]+")
"""A run of letters that may mix scripts: «Кaфка» with a Latin "a"."""


def normalize(raw: str, languages: Sequence[Language]) -> Question:
    """Build the normalized question. ``languages`` are the workspace's, default first."""
    text = unicodedata.normalize("NFC", raw)
    text = _HYPHENS.sub("-", _INVISIBLE.sub("", _CONTROL.sub(" ", text)))
    text = " ".join(text.split())
    text = without_contractions(_MIXED_WORD.sub(lambda found: _one_script(found.group()), text))
    return Question(raw=raw, text=text, language=detect_language(text, languages))


def _one_script(word: str) -> str:
    """Replace look-alike letters of the other script, where that yields a word of one script."""
    latin = len(_LATIN.findall(word))
    cyrillic = len(word) - latin
    if not latin or not cyrillic:
        return word
    table = _LIKE_LATIN if latin > cyrillic else _LIKE_CYRILLIC
    replaced = word.translate(table)
    mixed = bool(_LATIN.search(replaced)) and any(is_cyrillic(c) for c in replaced)
    return word if mixed else replaced
