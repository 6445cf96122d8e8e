"""Verbs that measure a column: "Who earns the most?", "weighs more than 20 kg"."""

from collections.abc import Iterator, Sequence

from workbench.nlp.grammar import word_set
from workbench.nlp.operators import Quantity, operator_mentions
from workbench.nlp.phrase_lists import NamedPhrase, named_phrases
from workbench.nlp.query_words import Word
from workbench.planner.tables.columns import (
    is_price_of_piece,
    is_rate,
    of_dimension,
    total_column,
)
from workbench.planner.tables.vocabulary import ColumnName, TableVocabulary

_EXTREMES = ("most", "least")
_LIMITS = ("greater", "less", "at_least", "at_most")
_SPENT = "price"
"""The meaning of verbs of spending."""


def measured_columns(
    words: Sequence[Word], vocabulary: TableVocabulary
) -> Iterator[tuple[int, int, ColumnName]]:
    """Yield the verbs that measure, each with the only column of numbers that it may mean."""
    for verb in measure_verbs(words):
        dimensions = verb.name.split()
        found = (of_dimension(one, vocabulary.schema.columns) for one in dimensions)
        fitting = next(filter(None, found), [])
        if not is_of_money(verb):  # "earn" asks for no price of a piece
            fitting = [one for one in fitting if not is_price_of_piece(one, vocabulary.schema)]
        total = total_column(vocabulary.schema) if is_of_money(verb) else None
        if total is not None and (len(fitting) != 1 or is_rate(fitting[0])):
            fitting = [total]
        if len(fitting) == 1:
            yield verb.start, verb.end, ColumnName(fitting[0])


def measure_verbs(words: Sequence[Word]) -> Iterator[NamedPhrase]:
    """Yield the verbs to which "most" applies: "Who earns the most?"."""
    spent = [
        NamedPhrase(at, at + 1, _SPENT)
        for at, word in enumerate(words)
        if word.keys & word_set("spending_verbs")
    ]
    for verb in (*named_phrases(words, "measure_verbs"), *spent):
        after = [*operator_mentions(words[verb.end :])]
        is_compared = any(one.meaning in _LIMITS and not one.start for one in after)
        has_number = any(isinstance(one.meaning, Quantity) for one in after)
        is_extreme = any(one.meaning in _EXTREMES and one.start <= 1 for one in after)
        if is_extreme or (is_compared and has_number):  # "weighs more than 20 kg"
            yield verb


def is_of_money(verb: NamedPhrase) -> bool:
    """Return True for a verb of money: "cost", "spend"."""
    return not {"cost", _SPENT}.isdisjoint(verb.name.split())
