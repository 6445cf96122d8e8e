"""The columns and row names that a query uses, and the words without a meaning."""

from itertools import pairwise

from workbench.domain.table_query import TableArgs
from workbench.nlp.grammar import word_set
from workbench.nlp.operators import unit_named
from workbench.nlp.query_words import divided, query_words
from workbench.nlp.word_lists import word_list
from workbench.planner.tables.columns import measured_in
from workbench.planner.tables.draft import Draft
from workbench.planner.tables.vocabulary import RowName


def columns_of(args: TableArgs) -> frozenset[str]:
    """Return the columns that a query reads."""
    filters = [*args.filters, *args.claims, *(one for of in args.aggregates for one in of.where)]
    keys = [*(key.column for key in args.group_by), *(key.column for key in args.order_by)]
    computed = [one.column for one in args.aggregates]
    return frozenset((*(one.column for one in filters), *keys, *computed, *args.columns))


def unknown_words(draft: Draft, args: TableArgs) -> tuple[str, ...]:
    """Return the words that mean nothing, without the unit of a column in use: "in seconds"."""
    columns = filter(None, map(draft.table.column, columns_of(args)))
    units = {unit.base for column in columns if (unit := measured_in(column)) is not None}
    named = {
        word.text
        for before, word in pairwise(draft.words)
        if before.keys & word_set("unit_prepositions")
        and (unit := unit_named(word.text)) is not None
        and unit.base in units
    }
    return tuple(one for one in draft.reading.unread if one not in named)


def names_rows(name: RowName, draft: Draft) -> int:
    """Return how well the name of the rows identifies the table: see ``TableReading``."""
    if name.noun in word_list("row_nouns") or name.noun in word_list("people_words"):
        return 0
    sheet = query_words(divided(draft.table.sheet))
    return 2 if any(name.noun == one.text for one in sheet) else 1
