"""Detect reasons and purposes in a text."""

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise

from workbench.nlp.amounts import amounts, month_of
from workbench.nlp.grammar import in_word_list, readings
from workbench.nlp.phrases import Phrase, find_phrases
from workbench.nlp.query_words import is_past_form
from workbench.nlp.tokens import Token, tokens
from workbench.nlp.weekdays import weekdays
from workbench.nlp.word_lists import word_list

# The end of a text before a conjunction that joins a clause: ", as traces stain it".
_BREAK = re.compile(r"[,;–—]\s*$")
# What stands before and after a colon within a sentence; "14:30" has no colon of this kind.
_COLON = re.compile(r"(?P<before>[^.:!?]+):\s+(?P<after>[^.:!?]+)")
_FEWEST_WORDS = 2
"""Words on each side of a colon whose second part may explain the first."""
_VERBS = frozenset({"VERB", "PRTS", "ADJS", "PRED"})
"""pymorphy3 grammemes of what makes words a clause: «сломалось», «закрыта», «нет»."""


def gives_reason(text: str) -> bool:
    """Return True if a text has a word or a mark of a reason or a purpose.

    Marks are ", as traces of clay stain it", "to protect the fish", ", so the hall is closed", and
    a clause after a colon: "Never use water: the bricks crack". "As usual", "to live", "since 2011"
    and a list after a colon are none.
    """
    apart = list(find_phrases(text, word_list("not_reasons")))
    words = tokens(text)
    found = (*_listed(text, words), *_marked(text, words))
    return any(not _is_within(one, apart) for one in found) or _has_explanation(text)


def has_past_perfect(text: str) -> bool:
    """Return True for the past perfect: "the roof had been damaged" before the hall was shut."""
    words = tokens(text)
    return any(
        in_word_list(had.text, "past_perfect_auxiliaries")
        and (in_word_list(verb.text, "participles_of_be") or is_past_form(verb.text.lower()))
        for had, verb in pairwise(words)
    )


def _is_within(one: int, phrases: Sequence[Phrase]) -> bool:
    return any(phrase.start <= one < phrase.end for phrase in phrases)


def _listed(text: str, words: Sequence[Token]) -> Iterator[int]:
    """Yield where words and phrases of reasons begin."""
    for one in find_phrases(text, word_list("reasons") + word_list("reason_signs")):
        after = next((word for word in words if word.start >= one.end), None)
        is_time = in_word_list(one.phrase, "times_or_reasons")
        if not (is_time and after is not None and _is_date(after.text)):
            yield one.start


def _is_date(word: str) -> bool:
    return bool(amounts(word) or weekdays(word) or month_of(word))


def _marked(text: str, words: Sequence[Token]) -> Iterator[int]:
    """Yield where conjunctions after a break, and purposes, begin."""
    for at, word in enumerate(words):
        after = words[at + 1 : at + 2]
        opens = after and _BREAK.search(text[: word.start])
        if opens and any(
            in_word_list(word.text, name) for name in ("cause_conjunctions", "result_conjunctions")
        ):
            yield word.start
        if in_word_list(word.text, "purpose_particles") and any(
            in_word_list(one.text, "purpose_verbs") for one in after
        ):
            before = words[at - 1].text if at else ""
            if not in_word_list(before, "verbs_with_infinitive"):
                yield word.start


def _has_explanation(text: str) -> bool:
    """Whether a clause stands after a colon, and not a value or a list."""
    return any(
        min(len(tokens(found["before"])), len(tokens(found["after"]))) >= _FEWEST_WORDS
        and _is_clause(found["before"], found["after"])
        for found in _COLON.finditer(text)
    )


def _is_clause(before: str, after: str) -> bool:
    """Whether each side of a colon has a verb, in Russian; in English, how the second one opens."""
    first = tokens(after)[0].text
    if readings(first):
        return _has_verb(before) and _has_verb(after)
    return in_word_list(first, "clause_openings")


def _has_verb(text: str) -> bool:
    marks = (one.marks for word in tokens(text) for one in readings(word.text)[:1])
    return any(not _VERBS.isdisjoint(one) for one in marks)
