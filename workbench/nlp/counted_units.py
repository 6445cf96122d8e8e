"""Find the unit whose number a question asks for: "days" of "after how many days"."""

from itertools import takewhile

from workbench.nlp.amounts import Amount, amounts, unit_of
from workbench.nlp.grammar import in_word_list, is_function_word
from workbench.nlp.phrases import find_phrases
from workbench.nlp.terms import stem_key
from workbench.nlp.tokens import Token, tokens
from workbench.nlp.word_lists import word_list
from workbench.nlp.years import BARE_YEARS

_WITHIN = 2
"""How many words after "how many" may hold the unit: "how many working days"."""
_ONE_WITHIN = 3
"""How many words after "one" may hold what there is one of: "one environment variable"."""
_TIME = ("minute", "hour", "day", "week", "month", "year")
"""Units of time, shortest first."""
_ABOUT_AS_LONG = 2
"""Steps in this order between units that may replace each other: days and months."""


def counted_unit(question: str) -> str:
    """Return the canonical unit that a question asks a number of; "" where it asks for none."""
    return next(filter(None, (unit_of(word) for word in _counted_words(question))), "")


def kind_of_unit(question: str) -> str:
    """Return the words up to the unit if another one tells its kind: "credit hours"; else ""."""
    counted = _counted_words(question)
    if len(counted) < _WITHIN or not unit_of(counted[-1]):
        return ""
    is_more = in_word_list(counted[0], "comparative_words") or is_function_word(counted[0])
    return "" if is_more else " ".join(counted)


def _counted_words(question: str) -> list[str]:
    """Return the words after "how many" up to a unit, at most two."""
    found = next(find_phrases(question, word_list("counting_questions")), None)
    after = [word.text for word in tokens(question) if found and word.start >= found.end]
    return after[:1] if after and unit_of(after[0]) else after[:_WITHIN]


def has_number_of(unit: str, text: str) -> bool:
    """Return True if a text has a number of a unit; of a unit of time, of one about as long."""
    return any(is_number_of(unit, one) for one in amounts(text))


def has_number_in(unit: str, text: str) -> bool:
    """Return True if a text has a number of a unit itself: weeks, not days."""
    return any(one.unit == unit and is_number_of(unit, one) for one in amounts(text))


def asks_for_most(question: str) -> bool:
    """Return True for "How many days can I take?", which "up to 12 days" answers."""
    return any(in_word_list(word.text, "upper_bound_questions") for word in tokens(question))


def counts_kind(kind: str, text: str) -> bool:
    """Return True if the words for a kind of unit follow a number: "24 credit hours"."""
    keys = [stem_key(word.text) for word in tokens(kind)]
    words = tokens(text)
    return any(
        [stem_key(word.text) for word in words if word.start >= one.end][: len(keys)] == keys
        for one in amounts(text)
    )


def is_number_of(unit: str, amount: Amount) -> bool:
    """Return True for a number of a unit, or of a unit of time about as long as one.

    Two weeks are days, three days are not years, and neither is 1987.
    """
    is_date = amount.unit == "year" and amount.value in BARE_YEARS
    if unit not in _TIME or amount.unit not in _TIME:
        return amount.unit == unit
    return abs(_TIME.index(unit) - _TIME.index(amount.unit)) <= _ABOUT_AS_LONG and not is_date


def labels_unit(unit: str, text: str) -> bool:
    """Return True if a label of a row names a unit: "Sloop — Capacity, litres: 82"."""
    labels = text.split(":")[:-1]
    return any(unit_of(word.text) == unit for label in labels for word in tokens(label))


def counts_one(things: str, text: str) -> bool:
    """Return True for "one small boat" of "boats", False for "one of the boats"."""
    counted = {stem_key(word.text) for word in tokens(things)}
    words = tokens(text)
    return any(
        in_word_list(one.text, "plain_one") and stem_key(after.text) in counted
        for at, one in enumerate(words)
        for after in takewhile(_is_no_preposition, words[at + 1 : at + 1 + _ONE_WITHIN])
    )


def _is_no_preposition(word: Token) -> bool:
    return not in_word_list(word.text, "swap_prepositions")
