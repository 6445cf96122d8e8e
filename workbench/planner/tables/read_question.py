"""Read a question over a table as a query: its conditions, groups, aggregates and order."""

from collections.abc import Sequence
from typing import NamedTuple

from workbench.domain.table_query import GroupKey, TableArgs, TableFilter
from workbench.domain.tables import TableColumn
from workbench.nlp.grammar import is_genitive, is_plural, word_set
from workbench.nlp.operators import Quantity
from workbench.planner.tables.average_conditions import read_averages
from workbench.planner.tables.columns import (
    holds_years,
    identifies,
    label_words,
    yes_and_no,
)
from workbench.planner.tables.comparisons import read_difference, read_share
from workbench.planner.tables.date_choice import read_events, read_when
from workbench.planner.tables.draft import Draft
from workbench.planner.tables.group_conditions import read_group_conditions
from workbench.planner.tables.groups import read_groups, read_person
from workbench.planner.tables.measures import read_measures
from workbench.planner.tables.mentions import (
    Mention,
    Operator,
    Superlative,
    of_kind,
    read_mentions,
)
from workbench.planner.tables.number_conditions import read_numbers
from workbench.planner.tables.ordering import read_order, top_number
from workbench.planner.tables.period_conditions import read_periods, read_recurring
from workbench.planner.tables.places import group_by_place, read_where
from workbench.planner.tables.unused_mentions import texts_of, unused_mentions
from workbench.planner.tables.used_parts import columns_of, names_rows, unknown_words
from workbench.planner.tables.value_conditions import read_flags, read_presence, read_values
from workbench.planner.tables.verdicts import read_verdict
from workbench.planner.tables.vocabulary import Cell, ColumnName, RowName, TableVocabulary

_COMPUTING = (
    *("count", "sum", "average", "median", "max", "min", "most", "least", "top", "by", "each"),
    *("greater", "at_least", "less", "at_most", "versus", "share", "difference", "ratio"),
    *("after", "before", "not", "except"),
)
"""Operations that the rows alone do not answer."""
_COUNTS = frozenset({"count", "count_distinct", "share"})
_FOUND = frozenset({"eq", "in", "contains"})
"""Tests whose matching rows have the words of the question; a search misses others."""


class TableReading(NamedTuple):
    """A query that a question was read as."""

    args: TableArgs
    unknown: tuple[str, ...]
    """Words that mean nothing in the table."""
    unread: tuple[str, ...]
    """Those, and numbers and operations that fit no column; the query ignores them."""
    unused: tuple[str, ...]
    """Words that the table has, but that could not be bound; the query ignores them."""
    candidates: tuple[str, ...]
    """Columns that the unused words fit equally, of which the question must name one."""
    named: int
    """Number of mentions of the table's own names and values."""
    is_query: bool
    """Whether the question is a query even without its unread words."""
    is_computed: bool
    """Whether the question has words for counting, computing, comparing or ordering."""
    is_assumed: bool
    """Whether a function was assumed that the question does not name."""

    is_of_two: bool
    """Whether it reads a column of a joined table."""
    may_be_in_row: bool = False
    """Whether one row may have the answer: "how much is a small box", but no total."""
    is_added: bool = False
    """Whether it reads a column that was computed from others."""
    names_rows: int = 0
    """Whether the question calls the rows by the name of the table: "orders" for orders.csv.

    1 if by that of a file, of which all sheets have it, 2 if by that of the sheet.
    """

    @property
    def left_out(self) -> tuple[str, ...]:
        """The words that the query ignores, each once."""
        return tuple(dict.fromkeys((*self.unread, *self.unused)))


def read_question(text: str, vocabulary: TableVocabulary) -> TableReading | None:
    """Return what a question means over a table.

    It is None if the question has no name of the table, or asks for no operation.
    """
    draft = Draft(vocabulary.schema, read_mentions(text, vocabulary))
    if not any(map(_is_named, draft.mentions)):
        return None
    read_draft(draft)
    reading = reading_of(draft, draft.args())
    return reading if reading.is_query or reading.is_computed else None


def reading_of(draft: Draft, args: TableArgs) -> TableReading:
    """Return a query that was made of a draft, with what the draft left out."""
    left, unknown = unused_mentions(draft), unknown_words(draft, args)
    return TableReading(
        args=args,
        unknown=unknown,
        unread=(*unknown, *texts_of(left, draft, is_of_table=False)),
        unused=texts_of(left, draft, is_of_table=True),
        candidates=tuple(draft.candidates),
        named=sum(map(_is_named, draft.mentions)),
        is_query=_asks(draft),
        is_computed=any(map(_computes, draft.mentions)),
        is_assumed=draft.is_assumed,
        is_of_two=_is_of_two(args, draft),
        may_be_in_row=_may_be_in_row(draft),
        is_added=any(one.between for one in draft.table.columns if one.name in columns_of(args)),
        names_rows=max(
            (
                names_rows(one, draft)
                for mention in draft.mentions
                for one in mention.meanings
                if isinstance(one, RowName)
            ),
            default=0,
        ),
    )


def readings(text: str, vocabularies: Sequence[TableVocabulary]) -> list[TableReading]:
    """Return what a question means over each table, the best reading first."""
    found = [one for vocabulary in vocabularies if (one := read_question(text, vocabulary))]
    return sorted(found, key=rank)


def is_as_good(one: TableReading, other: TableReading) -> bool:
    """Return True if a question fits two tables equally."""
    return rank(one) == rank(other)


def rank(reading: TableReading) -> tuple[bool, int, int, int]:
    """Return a key that is lower for a better reading: of more words, with fewer left out."""
    places = (not reading.is_query, len(reading.left_out), -reading.named)
    return (*places, -reading.names_rows)


def read_draft(draft: Draft) -> None:
    """Find the parts of the query; each takes the mentions that no part before it has taken."""
    draft.top = top_number(draft)
    read_events(draft)
    read_values(draft)
    read_periods(draft)
    read_recurring(draft)
    read_averages(draft)
    read_group_conditions(draft)
    read_numbers(draft)
    read_groups(draft)
    read_flags(draft)
    read_presence(draft)
    read_person(draft)
    group_by_place(draft)
    read_share(draft)
    read_measures(draft)
    _average_over_years(draft)
    read_difference(draft)
    read_order(draft)
    _read_columns(draft)
    read_verdict(draft)
    _use_joined_names(draft)
    _use_parts_of_labels(draft)
    _unbind_sums_of_years(draft)


def _average_over_years(draft: Draft) -> None:
    """Read "on average per year" of one thing as the average of its years, not of each by itself.

    In a table of years a thing has one value a year.
    """
    years = [
        key for key in draft.groups if (own := draft.table.column(key.column)) and holds_years(own)
    ]
    are_averages = {one.function for one in draft.aggregates} <= {"avg", "median"}
    is_of_one = any(identifies(one.filter, draft.table) for one in draft.conditions)
    if draft.table.measure and years == draft.groups and are_averages and is_of_one:
        draft.groups = []


def _use_parts_of_labels(draft: Draft) -> None:
    """Use words that only complete the name of a column in use: "a month" of "Price per month"."""
    args = draft.args()
    columns = filter(None, map(draft.table.column, columns_of(args)))
    parts = frozenset(
        key for column in columns for word in label_words(column) for key in word.keys
    )
    for mention in draft.mentions:
        before = draft.near(mention, -1)
        is_key = before is not None and before.is_operator("by", "each")
        said = draft.words[mention.start : mention.end]
        is_part = all(word.keys & parts for word in said) and not mention.has(Cell)
        if draft.is_free(mention) and is_part and not is_key:
            draft.use(mention)


def _unbind_sums_of_years(draft: Draft) -> None:
    """Unbind sums over several years in a table of years, unless a year is named."""
    measure = draft.table.measure
    years = {column.name for column in draft.table.columns if holds_years(column)}
    if not measure or years & columns_of(draft.args()):
        return
    if any(one.function not in ("max", "min", "count_distinct") for one in draft.aggregates):
        draft.candidates += sorted(years)
        draft.unbound += [
            one
            for one, named in of_kind(draft.mentions, ColumnName)
            if named.column.name == measure
        ][:1] or draft.mentions[:1]


def _read_columns(draft: Draft) -> None:
    """Show the columns that are named and not used otherwise."""
    if draft.aggregates or draft.groups:
        if draft.aggregates:
            draft.use_row_names()
        _use_key_names(draft)
        _use_subjects(draft)
        _use_measured_things(draft)
        return
    read_when(draft)
    read_where(draft)
    rows = [one for one, _ in of_kind(draft.mentions, RowName)]
    named = [
        (one, meaning.column)
        for one, meaning in of_kind(draft.mentions, ColumnName)
        if draft.is_free(one) and one not in rows
    ]
    draft.use_row_names()
    draft.use(*(one for one, _ in named))
    wanted = [*draft.shown, *(column.name for _, column in named)]
    filtered = [one.filter.column for one in draft.conditions]
    if wanted:
        ordered = [key.column for key in draft.order]
        first = draft.table.columns[0].name
        draft.columns = list(dict.fromkeys([first, *wanted, *ordered, *filtered]))
    if not rows and len(wanted) == 1 and not draft.order:
        column = draft.table.column(wanted[0])
        lists = draft.has_operator("list") or bool(filtered) or _asks_which(named, draft)
        is_one_row = any(identifies(one.filter, draft.table) for one in draft.conditions)
        if column is not None and column.type == "text" and lists and not is_one_row:
            draft.groups.append(GroupKey(column=column.name))


def _use_key_names(draft: Draft) -> None:
    """Use the names of columns that the rows are grouped by: "Which city has more, A or B?"."""
    keys = {key.column for key in draft.groups}
    for mention, named in of_kind(draft.mentions, ColumnName):
        if named.is_whole and named.column.name in keys:
            draft.use(mention)


def _use_subjects(draft: Draft) -> None:
    """Use the name of the subjects of the rows: "average bill of insured patients"."""
    computed = [one.function for one in draft.aggregates]
    if draft.groups or not computed or set(computed) & _COUNTS:
        return
    for mention, named in of_kind(draft.mentions, ColumnName):
        is_name = named.column.type == "text" and not named.is_related
        if is_name and is_plural(draft.words[mention.end - 1].text):
            draft.use(mention)


def _use_measured_things(draft: Draft) -> None:
    """Use the name of what a column measures: "kilograms of honey" beside a column of its kinds."""
    computed = {one.column for one in draft.aggregates} - {""}
    for mention, named in of_kind(draft.mentions, ColumnName):
        before = draft.near(mention, -1)
        measured = before.first(ColumnName) if before is not None else None
        if before is None or measured is None or measured.column.name not in computed:
            continue
        between = draft.words[before.end : mention.start]
        is_of = bool(between) and all(
            word.keys & word_set("possessive_prepositions") for word in between
        )
        if named.column.type == "text" and (is_of or is_genitive(draft.words[mention.start].text)):
            draft.use(mention)


def _use_joined_names(draft: Draft) -> None:
    """Use the names of rows of a joined table of which a column is used: "customers from Perm"."""
    joined = draft.table.joined
    if joined is None or not _is_of_two(draft.args(), draft):
        return
    for mention, named in of_kind(draft.mentions, ColumnName):
        if named.column.name == joined.join.column and not named.is_whole:
            draft.use(mention)


def _is_of_two(args: TableArgs, draft: Draft) -> bool:
    joined = draft.table.joined
    return joined is not None and bool(columns_of(args) & joined.columns.keys())


def _asks_which(named: Sequence[tuple[Mention, TableColumn]], draft: Draft) -> bool:
    """Whether all values of a column are asked for: "Who are the managers?"."""
    asked = word_set("plural_interrogatives")
    asks = draft.has_operator("who") or any(word.keys & asked for word in draft.words)
    return asks and any(is_plural(draft.words[one.end - 1].text) for one, _ in named)


def _asks(draft: Draft) -> bool:
    """Return True if the question asks for an operation, or for rows by a condition."""
    if draft.aggregates or draft.groups or draft.order or draft.verdict or draft.compares_rows:
        return True
    if any(_is_missed(one.filter, draft) for one in draft.conditions):
        return True
    rows = bool(of_kind(draft.mentions, RowName)) or bool(draft.columns)
    asked = draft.has_operator("list") or draft.conditions or draft.unbound or draft.asks_measure
    return rows and bool(asked)


def _is_missed(condition: TableFilter, draft: Draft) -> bool:
    """Return True if a search for the words finds rows that do not meet the condition.

    "Which students are not from Oslo": no row tells who is not. The name of a column of yes and no
    stands beside either value.
    """
    column = draft.table.column(condition.column)
    is_flag = column is not None and yes_and_no(column) is not None
    return condition.test not in _FOUND or is_flag


def _is_named(mention: Mention) -> bool:
    return any(not isinstance(one, Operator | Quantity | Superlative) for one in mention.meanings)


def _computes(mention: Mention) -> bool:
    """Return True for words that ask for a number, an order or a comparison of rows."""
    return mention.has(Superlative) or mention.is_operator(*_COMPUTING)


def _may_be_in_row(draft: Draft) -> bool:
    asking = [one for one in draft.mentions if _computes(one) and not _asks_how_much(one, draft)]
    counts_rows = any(one.has(RowName) for one in draft.mentions)
    return (not counts_rows and all(one.is_operator("count") for one in asking)) or not asking


def _asks_how_much(mention: Mention, draft: Draft) -> bool:
    """Whether a word for a sum asks for an amount: "how much", not "in total"."""
    said = draft.words[mention.start : mention.end]
    much = word_set("much_words")
    return mention.is_operator("sum") and any(word.keys & much for word in said)
