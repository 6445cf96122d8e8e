"""The language of a text: of a few words the likeliest, of prose only where it is plain."""

from collections.abc import Sequence

from workbench.domain.local_text import LANGUAGES, Language
from workbench.nlp.morphology import is_cyrillic
from workbench.nlp.tokens import tokens
from workbench.nlp.word_lists import word_list

_ENOUGH_LETTERS = 30
_ENOUGH_FUNCTION_WORDS = 2
_NEARLY_ALL = 0.8


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


def language_of_prose(text: str) -> Language | None:
    """The language that a text is plainly written in; None where there is too little to tell.

    Names, numbers, identifiers and single terms are written the same in many languages: prose has
    words in lower case, and function words among them.
    """
    plain = [token.text for token in tokens(text) if token.text.isalpha() and token.text.islower()]
    if sum(len(word) for word in plain) < _ENOUGH_LETTERS:
        return None
    language = detect_language(text, LANGUAGES)
    own = sum(is_cyrillic(word) == (language == "ru") for word in plain)
    if own < _NEARLY_ALL * len(plain):
        return None
    return language if _function_words(plain, language) >= _ENOUGH_FUNCTION_WORDS else None
