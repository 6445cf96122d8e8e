"""Where a phrase stands in a text, in any form: «рекомендую» finds «рекомендуется»."""

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple

from workbench.language.morphology import is_cyrillic, lemma, stem
from workbench.language.tokens import tokens

_ENDINGS = frozenset({"", "s", "es", "ed", "d", "ing", "e", "y", "ies", "ied", "ying", "'s"})
_SHORTEST_STEM = 4


class Phrase(NamedTuple):
    """An occurrence: where it stands, and the phrase as the list has it."""

    start: int
    end: int
    phrase: str


def find_phrases(text: str, phrases: Sequence[str]) -> Iterator[Phrase]:
    """Every place where one of the phrases stands, word for word, whatever the inflection."""
    words = tokens(_straight(text))
    for phrase in phrases:
        wanted = _words(phrase)
        if not wanted:
            continue
        for first in range(len(words) - len(wanted) + 1):
            window = words[first : first + len(wanted)]
            if all(
                _same(word.text.lower(), form) for word, form in zip(window, wanted, strict=True)
            ):
                yield Phrase(window[0].start, window[-1].end, phrase)


def has_phrase(text: str, phrases: Sequence[str]) -> bool:
    """True when any of the phrases stands in the text."""
    return next(find_phrases(text, phrases), None) is not None


@lru_cache(maxsize=4096)
def _words(phrase: str) -> tuple[str, ...]:
    return tuple(token.text.lower() for token in tokens(_straight(phrase)))


def _straight(text: str) -> str:
    """Typographic apostrophes as people type them."""
    return text.replace("’", "'")


@lru_cache(maxsize=100_000)
def _same(word: str, form: str) -> bool:
    if word == form:
        return True
    if is_cyrillic(word) != is_cyrillic(form):
        return False
    if is_cyrillic(word):
        root = stem(word)
        return lemma(word) == lemma(form) or (len(root) > _SHORTEST_STEM and root == stem(form))
    root = stem(word)
    if len(root) < _SHORTEST_STEM or root != stem(form):
        return False
    return _ending(word, root) in _ENDINGS and _ending(form, root) in _ENDINGS


def _ending(word: str, root: str) -> str:
    """What follows the stem; a letter that the stemmer rewrites («vari» for «vary») is ending."""
    shared = root if word.startswith(root) else root[:-1]
    return word[len(shared) :]
