"""Detect the language of a question, or of prose if there is enough of it."""

from collections.abc import Sequence

from workbench.domain.local_text import LANGUAGES, Language
from workbench.nlp.morphology import is_cyrillic
from workbench.nlp.tokens import tokens
from workbench.nlp.word_lists import word_list

_MIN_LETTERS = 30
"""Fewest letters in lower-case words; a shorter text may be a title or a list of terms."""
_MIN_FUNCTION_WORDS = 2
"""Function words of a language («the», «is»; «и», «на») from which prose is taken to be in it."""
_MIN_SCRIPT_SHARE = 0.8
"""Least share of lower-case words in the language's script; below it the text is mixed."""


def detect_language(text: str, languages: Sequence[Language]) -> Language:
    """Return the most likely of the given languages: by script, then by function words.

    Of a mixed text, Latin words with a capital count as names: «Что такое Docker» is Russian.
    """
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
    """Return the language of prose; None if the text is too short or mixed to tell.

    Only words in lower case count: names, numbers and identifiers are the same in every language.
    """
    plain = [token.text for token in tokens(text) if token.text.isalpha() and token.text.islower()]
    if sum(len(word) for word in plain) < _MIN_LETTERS:
        return None
    language = detect_language(text, LANGUAGES)
    own = sum(is_cyrillic(word) == (language == "ru") for word in plain)
    if own < _MIN_SCRIPT_SHARE * len(plain):
        return None
    return language if _function_words(plain, language) >= _MIN_FUNCTION_WORDS else None
