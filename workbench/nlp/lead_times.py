"""Find the period between something and a later event: "two weeks before the last day"."""

from collections.abc import Sequence

from workbench.nlp.amounts import TIME_UNITS, unit_of
from workbench.nlp.grammar import in_word_list
from workbench.nlp.phrases import find_phrases
from workbench.nlp.tokens import Token, tokens
from workbench.nlp.word_lists import word_list

_AFTER, _BEFORE = 2, 3
"""How many words behind the unit may hold the word for it ("days in advance"), and how many before
it the preposition («за две полных недели»)."""


def lead_time_words(question: str) -> frozenset[int]:
    """Return where the words that ask for such a period begin, which no answer need have.

    "Far" and "ahead" of "How far ahead must I tell you?"; none of another question.
    """
    found = list(find_phrases(question, word_list("lead_time_questions")))
    return frozenset(
        word.start
        for word in tokens(question)
        if any(one.start <= word.start < one.end for one in found)
    )


def has_lead_time(text: str) -> bool:
    """Return True for "four weeks before you leave" and «за неделю», False for "four weeks"."""
    words = tokens(text)
    units = [at for at, word in enumerate(words) if unit_of(word.text) in TIME_UNITS]
    return any(
        _has(words[max(0, at - _BEFORE) : at], "lead_time_prepositions")
        or _has(words[at + 1 : at + 1 + _AFTER], "lead_times")
        for at in units
    )


def _has(words: Sequence[Token], name: str) -> bool:
    return any(in_word_list(word.text, name) for word in words)
