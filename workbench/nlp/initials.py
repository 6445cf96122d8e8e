"""Tell which words an abbreviation stands for: "FMLA" for "Family and Medical Leave Act"."""

from functools import lru_cache

from workbench.nlp.grammar import is_function_word
from workbench.nlp.tokens import tokens

_CONTENT = 5
"""Letters of a function word that may be one of the words: «данных» in «база данных»."""
_LENGTHS = range(2, 6)
"""Letters of an abbreviation that its words may spell out."""


def is_abbreviation(word: str) -> bool:
    """Return True for "OS" and «БД», not for "A", "Os" and "README"."""
    return word.isalpha() and word.isupper() and len(word) in _LENGTHS


@lru_cache(maxsize=20_000)
def spells_out(abbreviation: str, text: str) -> bool:
    """Return True if words in a row begin with the letters; those such as "and" may be left out."""
    words = [word.text for word in tokens(text)]
    return any(_matches(abbreviation, words[at:]) for at in range(len(words)))


def _matches(letters: str, words: list[str]) -> bool:
    left = letters.upper()
    for at, word in enumerate(words):
        is_small = is_function_word(word) and (not at or len(word) < _CONTENT)
        if word[0].upper() == left[0] and not (is_small or word.isupper()):
            left = left[1:]
        elif not at or not is_function_word(word):
            return False
        if not left:
            return True
    return False
