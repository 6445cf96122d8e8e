"""Words of opposite meaning: "open" and "closed"."""

from functools import cache

from workbench.nlp.terms import stem_key
from workbench.nlp.word_lists import word_list


@cache
def opposite_pairs() -> tuple[tuple[str, str], ...]:
    """Return the listed pairs, each word by its stem."""
    pairs = (entry.split() for entry in word_list("opposites"))
    return tuple((stem_key(one), stem_key(other)) for one, other in pairs)


@cache
def opposites_of(key: str) -> frozenset[str]:
    """Return the stems of the words that mean the opposite of a word, given by its stem."""
    pairs = opposite_pairs()
    return frozenset(
        mine for pair in pairs for mine, other in (pair, reversed(pair)) if other == key
    )
