"""Find the mentions of a question that a table query does not use."""

from collections.abc import Sequence

from workbench.nlp.periods import Period
from workbench.nlp.recurring_dates import RecurringDate
from workbench.planner.tables.columns import DATES, label_words, yes_and_no
from workbench.planner.tables.draft import Draft
from workbench.planner.tables.events import is_verb
from workbench.planner.tables.mentions import DatePartName, Mention
from workbench.planner.tables.vocabulary import Cell, ColumnName, RowName

_LINKS = (*("list", "by", "each", "since", "until", "now", "anaphor", "contains", "single"),)
"""Operations whose words may only link others: "list", "by" and «с»."""
_FUNCTIONS = (*("count", "average", "median", "max", "min", "most", "least", "top", "share"),)
"""Operations beside which "total" adds nothing: "how many in total"."""


def unused_mentions(draft: Draft) -> list[Mention]:
    """Return the numbers, values, columns and operations that the query does not use."""
    left = [*draft.unbound]
    left += [
        one
        for one in draft.mentions
        if draft.is_free(one) and one not in left and _must_be_used(one, draft)
    ]
    return left


def texts_of(mentions: Sequence[Mention], draft: Draft, *, is_of_table: bool) -> tuple[str, ...]:
    """Return the mentions as written: those of names and dates of the table, or the others."""
    return tuple(
        " ".join(word.text for word in draft.words[one.start : one.end])
        for one in mentions
        if is_of_table == (_names_table(one) or _fits_candidates(one, draft))
    )


def _names_table(mention: Mention) -> bool:
    return any(
        isinstance(one, Cell | RowName) or (isinstance(one, ColumnName) and not one.is_related)
        for one in mention.meanings
    )


def _fits_candidates(mention: Mention, draft: Draft) -> bool:
    return bool(draft.candidates) and mention.has(Period, RecurringDate, DatePartName)


def _must_be_used(mention: Mention, draft: Draft) -> bool:
    """Return True unless the words only link others, or name the event that each row is.

    The latter share their root with a column of dates or names that is never empty: each row of
    "departure" departed, each of "Delivered" was delivered. A flight that was delayed has some
    "delay minutes", which says more.
    """
    named = [one for one in mention.meanings if isinstance(one, ColumnName)]
    is_link = mention.is_operator(*_LINKS) or (
        mention.is_operator("sum") and draft.has_operator(*_FUNCTIONS)
    )
    return not (named and all(map(_is_event, named))) and not is_link


def _is_event(named: ColumnName) -> bool:
    column = named.column
    is_of_event = column.type in DATES or (named.is_related and column.type == "text")
    is_verb_itself = column.type in DATES and all(map(is_verb, label_words(column)))
    is_part = is_verb_itself or not named.is_whole
    return is_part and is_of_event and not column.empty and yes_and_no(column) is None
