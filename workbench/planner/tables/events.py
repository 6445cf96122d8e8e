"""Find the date column of an event: "Paid on" for "paid", "Order date" for "orders"."""

from itertools import takewhile

from workbench.domain.tables import TableColumn, TableSchema
from workbench.nlp.date_events import events_of
from workbench.nlp.grammar import readings, word_set
from workbench.nlp.query_words import (
    Word,
    divided,
    has_listed_form,
    is_past_form,
    keys_of_list,
    plain,
    query_words,
)
from workbench.planner.tables.columns import DATES, date_columns, holds_quantities, label_words

_SHORTEST_ROOT, _ROOT_SHARE = 4, 0.7
"""Letters that words of one root share, and their part of the shorter word: «продал» and
«продавец» share five letters of seven."""
_VERBS = frozenset({"VERB", "INFN", "PRTS"})
"""pymorphy3 marks of verbs, and of short participles: «оплачено»."""


def share_root(word: Word, other: Word) -> bool:
    """Return True for words whose beginnings agree: "depart" and "departure"."""
    return any(_agree(key, own) for key in word.keys for own in other.keys)


def event_columns(word: Word, table: TableSchema) -> list[TableColumn]:
    """Return the date columns of an event: "Paid on" for "payment"."""
    return [
        column
        for column in date_columns(table)
        if any(_is_same_event(word, own) for own in _event_words(column))
    ]


def event_quantities(word: Word, table: TableSchema) -> list[TableColumn]:
    """Return the columns of amounts that an event yields: "Yield, kg" for "harvested"."""
    return [
        column
        for column in table.columns
        if holds_quantities(column)
        and any(_is_same_event(word, own) for own in label_words(column))
    ]


def holds_amounts(column: TableColumn) -> bool:
    """Return True for a yield or a quantity of goods, not for the weight of a thing."""
    words = label_words(column)
    is_counted = any(word.keys & word_set("quantity_nouns") for word in words)
    return holds_quantities(column) and (is_counted or any(map(events_of, words)))


def main_date(table: TableSchema) -> TableColumn | None:
    """Return the only date column, or else the only one that is the date of the row itself.

    In a table of invoices that is "Date" or "Invoice date" beside "Paid on".
    """
    dates = date_columns(table)
    if len(dates) <= 1:
        return next(iter(dates), None)
    rows = row_keys(table)
    for known in (rows, rows | keys_of_list("creation_events")):
        own = [one for one in dates if all(word.keys & known for word in _event_words(one))]
        if own:
            return own[0] if len(own) == 1 else None
    return None


def is_verb(word: Word) -> bool:
    """Return True for a verb or participle: "paid", «оплачено»."""
    forms = readings(word.text)
    if forms:
        return bool(forms[0].marks & _VERBS)
    return is_past_form(plain(word.text))


def is_event(column: TableColumn) -> bool:
    """Return True for a date column named by a participle: "Ordered".

    «Самый маленький заказ» is not the first of them.
    """
    return column.type in DATES and all(map(is_verb, label_words(column)))


def _event_words(column: TableColumn) -> list[Word]:
    """Return the words of a column's name that denote an event."""
    return [word for word in label_words(column) if not has_listed_form(word, "date_words")]


def _is_same_event(word: Word, other: Word) -> bool:
    if word.keys & other.keys or share_root(word, other):
        return True
    return bool(events_of(word) & events_of(other))


def _agree(one: str, other: str) -> bool:
    pairs = zip(one, other, strict=False)
    common = sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], pairs))
    return common >= _SHORTEST_ROOT and common >= _ROOT_SHARE * min(len(one), len(other))


def row_keys(table: TableSchema) -> frozenset[str]:
    """Return the forms of the words that a row of the table is called by."""
    stem = table.document_id.rpartition("/")[2].partition(".")[0]
    named = [word for name in (stem, table.sheet) for word in query_words(divided(name))]
    first = label_words(table.columns[0])
    if any(word.keys & word_set("identifier_words") for word in first) or len(first) == 1:
        named += first
    return frozenset(key for word in named for key in word.keys)
