"""Choose the date column of a period, of "by month" and of "when"."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from workbench.domain.tables import TableColumn
from workbench.nlp.date_events import events_of
from workbench.nlp.grammar import is_function_word
from workbench.nlp.periods import Period
from workbench.nlp.query_words import Word, is_filler
from workbench.nlp.recurring_dates import RecurringDate
from workbench.planner.tables.columns import DATES, date_columns, label_words
from workbench.planner.tables.draft import Draft
from workbench.planner.tables.events import event_columns, is_verb, main_date
from workbench.planner.tables.mentions import DatePartName, Mention, Operator, Superlative, of_kind
from workbench.planner.tables.vocabulary import Cell, ColumnName, RowName

_LINKS = (Operator, DatePartName, Period, RecurringDate)
"""Meanings of words that may stand between an event and its date."""


class _Event(NamedTuple):
    """A word for the event of a date, and its mention if it has one."""

    column: TableColumn
    mention: Mention | None


def read_events(draft: Draft) -> None:
    """Bind periods, parts of dates, "last" and "when" to the date of the event that is named.

    In "paid in March" it is that of "Paid on". "Paid" is then no condition on a status: what was
    paid in March may have been refunded since. In "paid invoices of March" it is a status.
    """
    if not date_columns(draft.table):
        return
    for mention in draft.mentions:
        last = mention.first(Superlative)
        if mention.has(Period, RecurringDate, DatePartName) or (last and last.dimension == "time"):
            event = _beside(mention, draft) or _of_verb(draft)
        elif mention.is_operator("when"):
            event = _of_verb(draft)
        else:
            continue
        if event is not None:
            draft.dates[mention] = event.column
            draft.use(event.mention)
            if mention.is_operator("when"):
                draft.shown += [one.name for one in _states(event.mention)]


def date_column(mention: Mention, draft: Draft) -> TableColumn | None:
    """Return the date column of a period or a part of dates.

    It is that of an event, the one named beside it, or else the date of the rows themselves. If
    several dates are left, they become what the question must choose from.
    """
    if mention in draft.dates:
        return draft.dates[mention]
    for step in (-1, -2, 1):
        near = draft.free_near(mention, step)
        named = near.first(ColumnName) if near else None
        if near and named and named.column.type in DATES:
            draft.use(near)
            return named.column
    dates, chosen = date_columns(draft.table), main_date(draft.table)
    if chosen is None:
        draft.candidates = [column.name for column in dates]
    draft.is_assumed = draft.is_assumed or len(dates) > 1
    return chosen


def read_when(draft: Draft) -> None:
    """Take the date that "when" asks for as a column to show.

    "When does X close?" asks for "Closes at" although that is not a column of dates, and never for
    the only date, "Opened".
    """
    for mention in draft.operators("when"):
        column = draft.dates.get(mention) or _named_time(draft) or date_column(mention, draft)
        if column is not None:
            draft.shown.insert(0, column.name)
            draft.use(mention)


def _named_time(draft: Draft) -> TableColumn | None:
    """Return the only column of a date, or of an event, that the question names."""
    found: dict[str, tuple[Mention, TableColumn]] = {}
    for mention, named in of_kind(draft.mentions, ColumnName):
        is_time = named.column.type in DATES or any(map(events_of, label_words(named.column)))
        if is_time and draft.is_free(mention) and not mention.has(RowName):
            found[named.column.name] = mention, named.column
    if len(found) != 1:
        return None
    ((mention, column),) = found.values()
    draft.use(mention)
    return column


def _beside(mention: Mention, draft: Draft) -> _Event | None:
    """Return the event just before or after a mention: "paid in March", "month of admission"."""
    before = range(mention.start - 1, -1, -1)
    for places in (before, range(mention.end, len(draft.words))):
        at = next((one for one in places if _may_be_event(one, draft)), None)
        event = _event_at(at, draft) if at is not None else None
        if event is not None and not (event.mention and event.mention.has(RowName)):
            return event
    return None


def _of_verb(draft: Draft) -> _Event | None:
    """Return the event of the question's verbs: "How many were shipped to Oslo in March?"."""
    found = [
        event
        for at, word in enumerate(draft.words)
        if is_verb(word) and not _is_attribute(at, draft)
        for event in (_event_at(at, draft),)
        if event is not None
    ]
    return found[0] if len({event.column.name for event in found}) == 1 else None


def _event_at(at: int, draft: Draft) -> _Event | None:
    columns = event_columns(draft.words[at], draft.table)
    return _Event(columns[0], _mention_at(at, draft)) if len(columns) == 1 else None


def _is_attribute(at: int, draft: Draft) -> bool:
    """Whether a word stands before its noun: "paid invoices"; «оплачено счетов» is a verb."""
    after = _mention_at(at + 1, draft)
    is_english = _is_latin(draft.words[at : at + 1])
    return is_english and after is not None and after.has(RowName, ColumnName)


def _is_latin(words: Sequence[Word]) -> bool:
    return all(word.text.isascii() for word in words)


def _may_be_event(at: int, draft: Draft) -> bool:
    """Return True if a word may name an event: "start" only if a date is called by it."""
    if not _only_links(at, draft):
        return True
    is_plain = _mention_at(at, draft) is None and not is_function_word(draft.words[at].text)
    return is_plain and _event_at(at, draft) is not None


def _only_links(at: int, draft: Draft) -> bool:
    mention = _mention_at(at, draft)
    if mention is not None:
        return all(isinstance(one, _LINKS) for one in mention.meanings)
    return is_filler(draft.words[at])


def _mention_at(at: int, draft: Draft) -> Mention | None:
    return next((one for one in draft.mentions if one.start <= at < one.end), None)


def _states(mention: Mention | None) -> Iterator[TableColumn]:
    """Yield the columns that have an event as a value: a status "paid" beside "Paid on"."""
    for meaning in mention.meanings if mention is not None else ():
        if isinstance(meaning, Cell):
            yield meaning.column
