"""Find the words of a question that only qualify a time of the day: "in the evening"."""

from collections.abc import Sequence

from workbench.nlp.amounts import amounts, unit_of
from workbench.nlp.grammar import in_word_list, is_function_word
from workbench.nlp.phrases import find_phrases, has_phrase
from workbench.nlp.tokens import Token, tokens
from workbench.nlp.word_lists import word_list

_KIND = "clock: "
_HOUR = "hour"
_WORDS_OF_HOUR = 3
"""Number of words in "half past twelve"."""


def clock_words(question: str) -> frozenset[int]:
    """Return the offsets of words that qualify a time and that an answer need not repeat.

    "Evening" of "until what time in the evening", "ten" and "night" of "after ten at night": a text
    that says "until 22:00" has none of them, and "ten nights" is something else.
    """
    words = tokens(question)
    asks = has_phrase(question, _asking())
    found = set[int]()
    for at, word in enumerate(words):
        if not in_word_list(word.text, "parts_of_day"):
            continue
        number = _number_before(question, words[:at])
        if number is not None:
            found |= {number, word.start}
        elif asks:
            found.add(word.start)
    return frozenset(found) | _parts_of_hours(question, words)


def _parts_of_hours(question: str, words: Sequence[Token]) -> frozenset[int]:
    """Return where the words of "half past twelve" begin."""
    numbers = {one.start for one in amounts(question)}
    parts = find_phrases(question, word_list("parts_of_hours"))
    named = {
        one.start: [word.start for word in words if one.start <= word.start][:_WORDS_OF_HOUR]
        for one in parts
    }
    return frozenset(at for places in named.values() if numbers & {*places[2:]} for at in places)


def _asking() -> tuple[str, ...]:
    """The phrases that ask for a time of the day."""
    phrases = (
        entry.removeprefix(_KIND) for entry in word_list("value_questions") if _KIND in entry
    )
    return tuple(phrase.strip() for entry in phrases for phrase in entry.split("|"))


def _number_before(question: str, before: Sequence[Token]) -> int | None:
    """Return where the number begins that a part of the day follows: "ten" of "ten at night"."""
    starts = {one.start for one in amounts(question)}
    for word in reversed(before):
        if word.start in starts:
            return word.start
        if not (is_function_word(word.text) or unit_of(word.text) == _HOUR):
            return None
    return None
