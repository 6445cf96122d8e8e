"""Segment a question into mentions of a table's names, values and operations."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import groupby
from typing import NamedTuple, TypeAlias, TypeVar

from workbench.nlp.amounts import MONEY, unit_of
from workbench.nlp.grammar import in_word_list, is_plural, readings, word_set
from workbench.nlp.morphology import is_cyrillic
from workbench.nlp.operators import Degree, Quantity, is_superlative, operator_mentions, unit_named
from workbench.nlp.period_ranges import named_periods
from workbench.nlp.periods import Period
from workbench.nlp.phrase_lists import named_phrases
from workbench.nlp.query_words import (
    Word,
    has_listed_form,
    is_filler,
    is_past_form,
    plain,
    query_words,
)
from workbench.nlp.recurring_dates import RecurringDate, recurring_dates
from workbench.planner.tables.columns import (
    DATES,
    of_dimension,
)
from workbench.planner.tables.measure_verbs import measure_verbs, measured_columns
from workbench.planner.tables.vocabulary import (
    Cell,
    ColumnName,
    RowName,
    TableVocabulary,
)
from workbench.planner.tables.word_forms import names_concept

M = TypeVar("M")
_CODE_LETTERS = re.compile(r"(?<!\w)[^\W\d_a-zа-яё]{1,4}-$")
"""The beginning of a code, before its number."""


class Operator(NamedTuple):
    """An operation, of ``operators.yaml`` or ``table_operators.yaml``."""

    name: str


class DatePartName(NamedTuple):
    """A part of dates to group by: ``month``; ``is_each`` of "monthly", which groups by itself."""

    part: str
    is_each: bool = False


class Superlative(NamedTuple):
    """The first or last by a dimension, such as "size"; 1 for the greatest, -1 for the least."""

    sign: int
    dimension: str


Meaning: TypeAlias = (
    ColumnName
    | Cell
    | RowName
    | Operator
    | DatePartName
    | Superlative
    | Degree
    | Quantity
    | Period
    | RecurringDate
)


class Mention(NamedTuple):
    """A stretch of words, by index, end exclusive, with its possible meanings."""

    start: int
    end: int
    meanings: tuple[Meaning, ...]

    def first(self, kind: type[M]) -> M | None:
        """Return the first meaning of a kind."""
        return next((one for one in self.meanings if isinstance(one, kind)), None)

    def has(self, *kinds: type) -> bool:
        """Return True if it has a meaning of one of these kinds."""
        return any(isinstance(one, kinds) for one in self.meanings)

    def is_operator(self, *names: str) -> bool:
        """Return True if it means one of these operations."""
        return any(isinstance(one, Operator) and one.name in names for one in self.meanings)


class Reading(NamedTuple):
    """A question as mentions, in order, and the words that mean nothing here."""

    text: str
    words: list[Word]
    mentions: list[Mention]
    unread: tuple[str, ...]


# The meanings of a stretch, those that bind first at the front: a name of the table beats a number
# inside it, and a number beats an operator.
_RANKS: tuple[tuple[type, ...], ...] = (
    (Period, RecurringDate),
    (Cell, ColumnName),
    (RowName,),
    (Quantity,),
    (Operator, Superlative, Degree, DatePartName),
)
_PARTIAL = 3
"""The rank of a column named by a part of its label: after «20 тонн», before operators."""


def read_mentions(text: str, vocabulary: TableVocabulary) -> Reading:
    """Read a question over one table."""
    words = query_words(text)
    taken = _by_position(sorted(_candidates(text, words, vocabulary), key=_order), words)
    measuring = {at for one in measure_verbs(words) for at in range(one.start, one.end)}
    left = [
        at
        for at in range(len(words))
        if at not in taken and (at in measuring or _may_matter(at, words, taken))
    ]
    for mention in _names(words, left, vocabulary):
        taken.update(dict.fromkeys(range(mention.start, mention.end), mention))
    for at in (one for one in left if one not in taken):
        if related := vocabulary.related(words[at]):
            taken[at] = Mention(at, at + 1, related)
    mentions = sorted(set(taken.values()), key=lambda one: one.start)
    unread = tuple(
        words[at].text
        for at in left
        if at not in taken and not _is_about(at, words, taken, vocabulary)
    )
    return Reading(text, words, mentions, unread)


def _by_position(
    candidates: Iterable[tuple[int, int, Meaning]], words: Sequence[Word]
) -> dict[int, Mention]:
    """Return the mention at each word; of overlapping candidates, the first one counts."""
    taken: dict[int, Mention] = {}
    for start, end, meaning in candidates:
        own = [at for at in range(start, end) if at not in taken]
        before = taken.get(start)
        if before is not None and (before.start, before.end) == (start, end):
            if _is_translated(meaning) and not _is_plain_degree(before, meaning, words):
                continue
            joined = before._replace(meanings=(*before.meanings, meaning))
            taken.update(dict.fromkeys(range(start, end), joined))
        elif own and (len(own) == end - start or _may_be_part(meaning, own, taken.get(end - 1))):
            first = min(own)
            is_whole = len(own) == end - start
            last = next((at for at in range(first, end) if at in taken), end)
            mention = Mention(first, last, (meaning if is_whole else _bare(meaning),))
            taken.update(dict.fromkeys(range(first, last), mention))
    return taken


def _may_matter(at: int, words: Sequence[Word], taken: Mapping[int, Mention]) -> bool:
    """Return False for a word without a meaning that a query may leave out."""
    return (
        _is_of_superlative(at, words, taken)
        or _is_counted_noun(at, words, taken)
        or not (_is_light(words[at]) or _is_of_date(at, words, taken))
    )


def _is_about(
    at: int, words: Sequence[Word], taken: Mapping[int, Mention], vocabulary: TableVocabulary
) -> bool:
    """Return True if a word applies to all rows: "which dog kennel", "plans of Larkbox".

    A word that the text around the table merely repeats must stand beside the name of the rows.
    """
    if vocabulary.is_topic(words[at]):
        return True
    near = [taken[place] for place in (at - 1, at + 1) if place in taken]
    names_rows = any(one.has(RowName) or one.has(ColumnName) for one in near)
    return names_rows and vocabulary.is_aside(words[at])


def _bare(meaning: Meaning) -> Meaning:
    """Return a number without its unit, which is the name of a column: "4" of "4 days"."""
    return meaning._replace(unit=None) if isinstance(meaning, Quantity) else meaning


def _may_be_part(meaning: Meaning, own: Sequence[int], last: Mention | None) -> bool:
    """Whether an operation, or a number whose unit is a column, counts without all its words."""
    if isinstance(meaning, Operator):
        return True
    is_before = last is not None and last.has(ColumnName) and [*own] == [last.start - 1]
    return isinstance(meaning, Quantity) and is_before


def _names(
    words: Sequence[Word], left: Sequence[int], vocabulary: TableVocabulary
) -> Iterator[Mention]:
    """Yield the values that capitalised words name in part or by ear, words in a row together.

    "Anna Petrenko" is neither "Anna Kowalska" nor "Boris Petrenko".
    """
    names = [at for at in left if words[at].text[:1].isupper()]
    for _, run in groupby(enumerate(names), key=lambda one: one[1] - one[0]):
        places = [at for _, at in run]
        first, end = places[0], places[-1] + 1
        if cells := vocabulary.named_otherwise(words[first:end]):
            yield Mention(first, end, cells)


def _order(candidate: tuple[int, int, Meaning]) -> tuple[int, int, int]:
    start, end, meaning = candidate
    rank = next(at for at, kinds in enumerate(_RANKS) if isinstance(meaning, kinds))
    if isinstance(meaning, ColumnName) and not meaning.is_whole:
        rank = _PARTIAL
    if isinstance(meaning, Cell) and end - start > 1:
        rank = 0  # «V-2005» is a code, and 2005 no year
    if _is_translated(meaning):
        rank = len(_RANKS)
    return (rank, start - end, start)


def _is_translated(meaning: Meaning) -> bool:
    return isinstance(meaning, ColumnName | Cell) and meaning.is_translated


def _candidates(
    text: str, words: Sequence[Word], vocabulary: TableVocabulary
) -> Iterator[tuple[int, int, Meaning]]:
    for period in named_periods(text):
        inside = [at for at, w in enumerate(words) if w.start < period.end and period.start < w.end]
        if inside and not _ends_code(text, period.start):
            yield inside[0], inside[-1] + 1, period
    for recurring in recurring_dates(text):
        inside = [
            at for at, w in enumerate(words) if w.start < recurring.end and recurring.start < w.end
        ]
        if inside:
            yield inside[0], inside[-1] + 1, recurring
    for start, end, phrase in vocabulary.mentions(words):
        yield start, end, phrase.meaning
    yield from measured_columns(words, vocabulary)
    yield from vocabulary.looked_up(text, words)
    for start, end, meaning in _operations(words):
        if not isinstance(meaning, Quantity):
            yield start, end, meaning
        elif not _ends_code(text, words[start].start):
            yield start, end, _in_currency(meaning, words[end - 1], vocabulary)


def _in_currency(quantity: Quantity, word: Word, vocabulary: TableVocabulary) -> Quantity:
    """Return a number of pounds as money, where the table has money and nothing that is weighed."""
    columns = vocabulary.schema.columns
    if quantity.unit is None or unit_of(word.text) not in {one.unit for one in columns} & MONEY:
        return quantity
    if of_dimension(quantity.unit.dimension, columns):
        return quantity
    return quantity._replace(unit=unit_named(unit_of(word.text)))


def _ends_code(text: str, start: int) -> bool:
    """Whether what begins there is the number of a code: "A-2010" has no year."""
    return _CODE_LETTERS.search(text[:start]) is not None


def _is_plain_degree(mention: Mention, meaning: Meaning, words: Sequence[Word]) -> bool:
    """Whether an adjective that may be a degree may also be a value: «в хорошем состоянии»."""
    said = readings(words[mention.start].text)
    is_comparative = bool(said) and "COMP" in said[0].marks
    return isinstance(meaning, Cell) and mention.has(Degree) and not is_comparative


def _operations(words: Sequence[Word]) -> Iterator[tuple[int, int, Meaning]]:
    operators = tuple(operator_mentions(words))
    phrases = {(one.start, one.end) for one in operators if isinstance(one.meaning, str)}
    for own in operators:
        meaning = own.meaning
        if isinstance(meaning, Degree) and is_superlative(words, own.start, own.end):
            end = _superlative_end(words, own.end)
            if _is_numbered_part(own.end - 1, words):
                continue
            is_phrase = (own.start, end) in phrases  # «больше всего» is an operation
            yield own.start, own.end if is_phrase else end, Superlative(*meaning)
        elif isinstance(meaning, str):
            yield own.start, own.end, Operator(meaning)
        else:
            yield own.start, own.end, meaning
    for at in range(len(words)):
        if _is_latest(words, at):
            yield at, at + 1, Superlative(1, "time")
    for one in named_phrases(words, "table_operators"):
        yield one.start, one.end, Operator(one.name)
    for one in named_phrases(words, "date_frequencies"):
        yield one.start, one.end, DatePartName(one.name, is_each=True)
    for one in named_phrases(words, "date_parts"):
        yield one.start, one.end, DatePartName(one.name)


def _is_latest(words: Sequence[Word], at: int) -> bool:
    """Whether "last" asks for the latest: "the last visit", "delivered last", not "did it last"."""
    if plain(words[at].text) not in word_set("latest_adverbs"):
        return False
    if at == len(words) - 1:
        return at > 0 and is_past_form(plain(words[at - 1].text))
    return not at or plain(words[at - 1].text) in word_set("the_words")


def _superlative_end(words: Sequence[Word], end: int) -> int:
    """Return where a superlative ends: «всего» of «дороже всего» is not a total."""
    after = words[end : end + 1]
    return end + any(plain(word.text) in word_set("superlative_ends") for word in after)


def _is_numbered_part(at: int, words: Sequence[Word]) -> bool:
    """Whether "first" numbers a quarter: "in the first quarter" asks for no earliest one."""
    after = words[at + 1 : at + 2]
    return any(one.name == "quarter" for one in named_phrases(after, "date_parts"))


def _is_of_superlative(at: int, words: Sequence[Word], taken: Mapping[int, Mention]) -> bool:
    """Return True if a superlative applies to the participle after it: "longest serving"."""
    before = taken.get(at - 1)
    is_participle = not is_cyrillic(words[at].text) and plain(words[at].text).endswith("ing")
    return is_participle and before is not None and before.has(Superlative)


def _is_counted_noun(at: int, words: Sequence[Word], taken: Mapping[int, Mention]) -> bool:
    """Whether a verb is a noun by what stands before it: "how many visits", "the first visit"."""
    before, said = taken.get(at - 1), words[at]
    if before is None or not said.text.isascii() or has_listed_form(said, "auxiliaries"):
        return False
    if before.has(Superlative):
        return not is_past_form(plain(said.text))
    return before.is_operator("count", "most", "least") and is_plural(said.text)


def _is_of_date(at: int, words: Sequence[Word], taken: Mapping[int, Mention]) -> bool:
    """Return True for "date" beside the name of a column of dates: "no discharge date"."""
    near = [taken[place] for place in (at - 1, at + 1) if place in taken]
    named = [one for mention in near for one in mention.meanings if isinstance(one, ColumnName)]
    is_date = has_listed_form(words[at], "date_words")
    return is_date and any(one.column.type in DATES for one in named)


def _is_light(word: Word) -> bool:
    """Return True for a word that adds nothing to a question over rows.

    "Order" may, but "orders" are what is asked about.
    """
    return (
        (is_filler(word) and not (is_plural(word.text) and names_concept(word.text)))
        or has_listed_form(word, "row_verbs")
        or bool(word.keys & word_set("light_words"))
        or in_word_list(word.text, "courtesy")
    )


def of_kind(mentions: Iterable[Mention], kind: type[M]) -> list[tuple[Mention, M]]:
    """Return the mentions that can mean something of a kind, with the first such meaning."""
    return [(one, meaning) for one in mentions if (meaning := one.first(kind)) is not None]
