"""Find the operators of a question: the stretches that count, compare, limit or tell a time."""

from collections.abc import Iterator, Sequence
from itertools import chain, pairwise
from typing import cast

from workbench.nlp.grammar import readings, word_set
from workbench.nlp.operators import Degree, Operator, OperatorMention, Quantity, operator_mentions
from workbench.nlp.periods import Period
from workbench.nlp.phrase_lists import NamedPhrase, named_phrases
from workbench.nlp.query_words import Word, is_filler, is_past_form, plain
from workbench.nlp.recurring_dates import RecurringDate
from workbench.nlp.years import is_year

TIME_OPERATORS = frozenset({"after", "since", "before", "until", "during"})
"""Operators that a time follows."""
_LIMIT_REACH = 3
"""Words before a number within which it is limited: «больше чем над одним»."""
_THAN_REACH = 7
"""Words after "more" within which "than the average" stands."""

Times = Sequence[Period | RecurringDate]
"""Days and months that a question names, with a year or without."""


def operator_spans(words: Sequence[Word], periods: Times) -> Iterator[OperatorMention]:
    """Yield the words and phrases of a question that are operators where they stand.

    "In" without a year after it is none, and neither is "one" as a pronoun, nor "most" before an
    adjective that it makes a superlative.
    """
    for found in chain(_operators(words), _deadlines(words, periods)):
        is_none = (
            _is_plain_one(found, words)
            or _is_idle(found, words, periods)
            or _is_intensifier(found, words)
        )
        if not is_none:
            yield found


def measure_spans(words: Sequence[Word]) -> Iterator[NamedPhrase]:
    """Yield the words that ask for a number; "last" only as a verb: "how long did it last"."""
    yield from named_phrases(words, "measure_questions")
    for verb in named_phrases(words, "measure_verbs"):
        before = words[max(0, verb.start - 1) : verb.start]
        is_noun = any(plain(word.text) in word_set("noun_openings") for word in before)
        if not is_noun or verb.end == len(words):  # "Which mission was the last?"
            yield verb


def _operators(words: Sequence[Word]) -> Iterator[OperatorMention]:
    yield from operator_mentions(words)
    yield from _limited_ones(words)
    yield from _apart_from_than(words)
    for phrase in named_phrases(words, "graph_operators"):
        yield OperatorMention(phrase.start, phrase.end, cast(Operator, phrase.name))


def _deadlines(words: Sequence[Word], periods: Times) -> Iterator[OperatorMention]:
    """Yield the words for "until" right before a date or a year: "by March 1950", «к 1950 году»."""
    starts = {period.start for period in periods}
    for at, (word, after) in enumerate(pairwise(words)):
        is_date = after.start in starts or is_year(after.text)
        if is_date and plain(word.text) in word_set("deadline_prepositions"):
            yield OperatorMention(at, at + 1, "until")


def _limited_ones(words: Sequence[Word]) -> Iterator[OperatorMention]:
    """Yield the ones that are numbers: "more than one"."""
    for at, word in enumerate(words):
        if word.keys & word_set("plain_one") and _is_limited(words, at):
            yield OperatorMention(at, at + 1, Quantity(1.0))


def _apart_from_than(words: Sequence[Word]) -> Iterator[OperatorMention]:
    """Yield the comparisons with an average or a name that comes later: "more seats than X"."""
    for phrase in named_phrases(words, "apart_comparatives"):
        after = words[phrase.end + 1 : phrase.end + _THAN_REACH]
        joints = (at for at, word in enumerate(after) if _is_joint(word))
        compared = after[next(joints, len(after)) :]
        is_average = any(one.meaning == "average" for one in operator_mentions(compared))
        if is_average or _is_name(compared[1:]):
            yield OperatorMention(phrase.start, phrase.end, cast(Operator, phrase.name))


def _is_joint(word: Word) -> bool:
    return plain(word.text) in word_set("comparison_joints")


def _is_limited(words: Sequence[Word], at: int) -> bool:
    before = words[max(0, at - _LIMIT_REACH) : at]
    return any(word.keys & word_set("limit_words") for word in before)


def _is_plain_one(operator: OperatorMention, words: Sequence[Word]) -> bool:
    """Whether a number is the pronoun or article "one", «один», not that of "more than one"."""
    if not isinstance(operator.meaning, Quantity):
        return False
    is_one = bool(words[operator.start].keys & word_set("plain_one"))
    return is_one and not _is_limited(words, operator.start)


def _is_agent(words: Sequence[Word], at: int) -> bool:
    """Whether "by" names who did something: "taught by"."""
    before = plain(words[at - 1].text)
    is_participle = is_past_form(before)
    return plain(words[at].text) in word_set("group_prepositions") and is_participle


def _is_number(word: Word) -> bool:
    return any(isinstance(one.meaning, Quantity) for one in operator_mentions([word]))


def _is_intensifier(operator: OperatorMention, words: Sequence[Word]) -> bool:
    """Whether "most" makes a superlative of the word after it: "the most expensive"."""
    if operator.meaning not in ("most", "least"):
        return False
    following = words[operator.end : operator.end + 1]
    return any(isinstance(one.meaning, Degree) for one in operator_mentions(following))


def _is_before_name(operator: OperatorMention, words: Sequence[Word]) -> bool:
    """Whether "before" and "after" compare with what a name after them has: "born before X"."""
    is_place = is_filler(words[operator.start])  # «от X до Y»
    compares = operator.meaning in ("before", "after") and not is_place
    return compares and _is_name(words[operator.end :])


def _is_name(words: Sequence[Word]) -> bool:
    """Whether words may begin with a name: "the Volga"."""
    first = next((one for one in words if plain(one.text) not in word_set("the_words")), None)
    return first is not None and first.text[:1].isupper()


def _is_idle(operator: OperatorMention, words: Sequence[Word], periods: Times) -> bool:
    """Whether a word of time or of groups is not an operator: "in" without a year after it.

    «По отделам» tells departments apart; «по суше» does not.
    """
    first, following = words[operator.start], words[operator.end : operator.end + 1]
    if operator.meaning in TIME_OPERATORS:
        starts = {period.start for period in periods}
        is_dated = any(is_year(one.text) or one.start in starts for one in following)
        return not is_dated and not _is_before_name(operator, words)
    if operator.meaning == "greater" and first.keys & word_set("place_prepositions"):
        return not any(_is_number(one) for one in words[operator.end :])
    if operator.meaning in ("exactly", "solely"):  # "only one", "only Norwegian ones"
        limits = any(_is_number(one) or one.keys & word_set("plain_one") for one in following)
        return limits is not (operator.meaning == "exactly")
    if operator.meaning == "each" and operator.start and _is_agent(words, operator.start):
        return True
    if operator.meaning == "each" and first.keys & word_set("group_prepositions"):
        forms = [one.marks for word in following for one in readings(word.text)]
        return bool(forms) and not any({"plur", "datv"} <= marks for marks in forms)
    return False
