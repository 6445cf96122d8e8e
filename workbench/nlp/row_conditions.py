"""Find what a question asks of rows beyond their names: an extreme, a bound, a negation, a time."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Literal, TypeAlias, get_args

from workbench.domain.base import Span
from workbench.nlp.amounts import unit_of
from workbench.nlp.grammar import in_word_list
from workbench.nlp.operator_spans import TIME_OPERATORS, Times, operator_spans
from workbench.nlp.operators import Degree, OperatorMention, Quantity, is_superlative
from workbench.nlp.period_ranges import named_periods
from workbench.nlp.query_words import Word, query_words
from workbench.nlp.years import is_year

Choice: TypeAlias = Literal["extreme", "bound", "negation", "exception", "in_common", "time"]
"""A condition that chooses some of the rows: without it, others are shown as well."""
Summary: TypeAlias = Literal["count", "average", "sum"]
"""What turns rows into a number: without it, the rows that it is made of are shown."""
RowCondition: TypeAlias = Choice | Summary

CHOICES: frozenset[str] = frozenset(get_args(Choice))

FEW_EXAMPLES = 0.1
"""Share of the examples of an intent up to which it is not about a condition that they have: "Is it
too late?" does not make rules an answer to "Which products have no waiting period?"."""
_WITH_VALUE = ("time", "bound")
_NUMBER_REACH = 2
"""Words after "more than" within which its number stands."""
_OPERATORS: Mapping[RowCondition, frozenset[str]] = {
    "extreme": frozenset({"most", "least"}),
    "bound": frozenset({"greater", "at_least", "less", "at_most"}),
    "negation": frozenset({"not"}),
    "exception": frozenset({"except"}),
    "in_common": frozenset({"both"}),
    "time": TIME_OPERATORS,
    "count": frozenset({"count"}),
    "average": frozenset({"average"}),
    "sum": frozenset({"sum"}),
}


def row_conditions(text: str, names: Iterable[Span] = ()) -> dict[RowCondition, str]:
    """Return the conditions of a question with the words of each: ``{"extreme": "highest"}``.

    Words inside ``names`` belong to what is named: "no" of "no-claim discount" denies nothing.
    """
    words = query_words(text)
    places = tuple(names)
    periods: Times = [one for one in named_periods(text) if not one.is_year]
    found: dict[RowCondition, str] = {}
    mentions = tuple(operator_spans(words, periods))
    numbers = [one.start for one in mentions if isinstance(one.meaning, Quantity)]
    numbers += [at for at, word in enumerate(words) if unit_of(word.text)]  # "more than a year"
    for mention in mentions:
        start, end = words[mention.start].start, words[mention.end - 1].end
        if not any(place.start < end and start < place.end for place in places):
            for condition in _condition(mention, words, numbers):
                found.setdefault(
                    condition, text[start : _end_of_condition(mention, condition, words)]
                )
    return found


def year_of_rows(text: str, names: Iterable[Span] = ()) -> str:
    """Return the year that rows are asked for in: "2025" of "in 2025", nothing of "before 2025"."""
    words, places = query_words(text), tuple(names)
    periods: Times = [one for one in named_periods(text) if not one.is_year]
    for mention in operator_spans(words, periods):
        for word in words[mention.end : mention.end + 1] if mention.meaning == "during" else ():
            is_named = any(one.start < word.end and word.start < one.end for one in places)
            if is_year(word.text) and not is_named:
                return word.text
    return ""


@lru_cache(maxsize=10_000)
def conditions_of_example(example: str) -> frozenset[RowCondition]:
    """Return the conditions of an example of an intent."""
    return frozenset(row_conditions(example))


def unsupported_conditions(
    asked: Mapping[RowCondition, str], examples: Sequence[str], *, share: float = 0.0
) -> dict[RowCondition, str]:
    """Return those conditions of a question that the examples of its intent lack.

    The paths of such an intent do not hold them: "Which projects did not use Python?" would be
    answered with those that did. No path leaves out a name. A condition that chooses rows also
    counts as lacking where up to ``share`` of the examples have it.
    """
    if not asked:
        return {}
    said = Counter(one for example in examples for one in conditions_of_example(example))
    most = share * len(examples)
    return {
        one: words
        for one, words in asked.items()
        if one == "exception" or said[one] <= (most if one in CHOICES else 0)
    }


def _end_of_condition(
    mention: OperatorMention, condition: RowCondition, words: Sequence[Word]
) -> int:
    """Return the offset where a condition ends, with the year or name after a word of time."""
    last = mention.end - 1
    if condition in _WITH_VALUE:
        last = min(last + 1, len(words) - 1)
        if in_word_list(words[last].text, "indefinite_articles"):  # "more than a year"
            last = min(last + 1, len(words) - 1)
    return words[last].end


def _condition(
    mention: OperatorMention, words: Sequence[Word], numbers: Sequence[int]
) -> Iterator[RowCondition]:
    """Yield what an operator asks of rows; a bound is one before a number: "under 30"."""
    has_number = any(mention.end <= at < mention.end + _NUMBER_REACH for at in numbers)
    if isinstance(mention.meaning, Degree):
        if is_superlative(words, mention.start, mention.end):
            yield "extreme"
        elif has_number:  # "longer than two years"
            yield "bound"
        return
    for condition, operators in _OPERATORS.items():
        if mention.meaning in operators and (condition != "bound" or has_number):
            yield condition
