"""Words of opposite meaning: "open" and "closed"."""

from functools import cache

from workbench.nlp.terms import stem_key
from workbench.nlp.word_lists import word_list

_SHORTEST = 4
"""Letters of a stem with or without a prefix: "ion" is not the opposite of "union"."""


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


@cache
def negated_keys(key: str) -> frozenset[str]:
    """Return the stems that a negative prefix tells from a stem: "unpaid" from "paid"."""
    prefixes = word_list("negative_prefixes")
    longer = (f"{prefix}{key}" for prefix in prefixes)
    shorter = (key.removeprefix(prefix) for prefix in prefixes if key.startswith(prefix))
    return frozenset(one for one in (*longer, *shorter) if len(one) >= _SHORTEST)
