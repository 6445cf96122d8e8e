"""A question as typed becomes plain text in a known language."""

import re
import unicodedata
from collections.abc import Sequence

from workbench.domain.question import Question
from workbench.domain.text import Language
from workbench.language import tokens, word_list
from workbench.language.morphology import is_cyrillic

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


def detect_language(text: str, languages: Sequence[Language]) -> Language:
    """The language of a text: by script, then by function words; capitals are taken for names."""
    default: Language = languages[0] if languages else "en"
    if len(languages) < 2:
        return default
    written = [token.text for token in tokens(text) if not token.text.isdigit()]
    words = [word.lower() for word in written]
    cyrillic = sum(is_cyrillic(word) for word in words)
    if cyrillic == len(words):
        return "ru" if words else default
    if not cyrillic:
        return "en" if len(words) > 1 or _function_words(words, "en") else default
    russian, english = _function_words(words, "ru"), _function_words(words, "en")
    if russian != english:
        return "ru" if russian > english else "en"
    plain = sum(word.islower() and not is_cyrillic(word) for word in written)
    return "ru" if cyrillic >= plain else "en"


def _function_words(words: Sequence[str], language: Language) -> int:
    known = set(word_list("stop_words", language))
    return sum(word in known for word in words)


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
