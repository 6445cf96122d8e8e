"""Know the words of one root whose beginnings tell nothing: «платить», «оплата»; "sell", "sale"."""

from collections import defaultdict
from collections.abc import Mapping
from functools import cache, lru_cache

from workbench.nlp.morphology import is_cyrillic
from workbench.nlp.terms import stem_key
from workbench.nlp.word_lists import word_list


@lru_cache(maxsize=20_000)
def family_keys(key: str) -> frozenset[str]:
    """Return the stems of the words that share a root with the word of a stem; of most words none.

    Args:
        key: the stem of a word, as ``stem_key`` returns it.
    """
    return frozenset(map(stem_key, relatives(key)))


def relatives(key: str) -> frozenset[str]:
    """Return the words that share a root with the word of a stem, as the list has them."""
    return _by_key(is_cyrillic(key)).get(key, frozenset())


@cache
def _by_key(cyrillic: bool) -> Mapping[str, frozenset[str]]:
    """Return the words of each family by their stems; those of one script."""
    found: dict[str, set[str]] = defaultdict(set)
    for entry in word_list("word_families"):
        family = entry.split(" | ")
        if is_cyrillic(entry) is cyrillic:
            for word in family:
                found[stem_key(word)] |= set(family) - {word}
    return {key: frozenset(words) for key, words in found.items()}
