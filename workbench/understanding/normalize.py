"""A question as typed becomes plain text in a known language."""

import re
import unicodedata
from collections.abc import Sequence

from workbench.domain.local_text import Language
from workbench.domain.question import Question
from workbench.nlp.language_detection import detect_language
from workbench.nlp.morphology import is_cyrillic

_INVISIBLE = re.compile(r"[\u00ad\u180e\u200b-\u200f\u202a-\u202e\u2060-\u2064\ufeff]")
_HYPHENS = re.compile(r"[\u2010\u2011]")
_CONTROL = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f]")
_LATIN = re.compile(r"[A-Za-z]")
_LIKE_LATIN = str.maketrans("АВЕКМНОРСТХаеорсух", "ABEKMHOPCTXaeopcyx")
_LIKE_CYRILLIC = str.maketrans("ABEKMHOPCTXaeopcyx", "АВЕКМНОРСТХаеорсух")
_MIXED_WORD = re.compile(r"[A-Za-zА-Яа-яЁё]+")


def normalize(raw: str, languages: Sequence[Language]) -> Question:
    """The question as later stages read it. ``languages`` are the workspace's, default first."""
    text = unicodedata.normalize("NFC", raw)
    text = _HYPHENS.sub("-", _INVISIBLE.sub("", _CONTROL.sub(" ", text)))
    text = " ".join(text.split())
    text = _MIXED_WORD.sub(lambda found: _one_script(found.group()), text)
    return Question(raw=raw, text=text, language=detect_language(text, languages))


def _one_script(word: str) -> str:
    """A word with a stray look-alike letter of the other script, set right."""
    latin = len(_LATIN.findall(word))
    cyrillic = len(word) - latin
    if not latin or not cyrillic:
        return word
    table = _LIKE_LATIN if latin > cyrillic else _LIKE_CYRILLIC
    mended = word.translate(table)
    stray = bool(_LATIN.search(mended)) and any(is_cyrillic(c) for c in mended)
    return word if stray else mended
