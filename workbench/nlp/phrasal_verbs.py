"""Read verbs of several words as the one that says the same: "run out" is "expire"."""

from functools import cache, lru_cache
from typing import NamedTuple

from workbench.nlp.morphology import is_cyrillic
from workbench.nlp.phrase_lists import named_phrases
from workbench.nlp.query_words import query_words
from workbench.nlp.terms import stem_key
from workbench.nlp.word_lists import word_list


class PhrasalVerb(NamedTuple):
    """The verb that a phrase stands for, and the offsets of the phrase, end exclusive."""

    verb: str
    start: int
    end: int


@lru_cache(maxsize=4096)
def phrasal_verbs(text: str) -> tuple[PhrasalVerb, ...]:
    """Return the phrasal verbs of a text in order, in any inflection; English alone has them."""
    if is_cyrillic(text):
        return ()
    words = query_words(text)
    found = named_phrases(words, "phrasal_verbs")
    return tuple(
        PhrasalVerb(one.name, words[one.start].start, words[one.end - 1].end) for one in found
    )


@lru_cache(maxsize=20_000)
def says_by_phrase(key: str, text: str) -> bool:
    """Return True if a text has a phrase for a verb, given by its stem: "runs out" for "expire"."""
    return key in _verbs() and any(stem_key(one.verb) == key for one in phrasal_verbs(text))


@cache
def _verbs() -> frozenset[str]:
    """Return the stems of the verbs that phrases stand for."""
    return frozenset(stem_key(entry.partition(":")[0]) for entry in word_list("phrasal_verbs"))
