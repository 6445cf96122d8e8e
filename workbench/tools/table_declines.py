"""Explain why a question was not computed from a table, with the nearest names of the table."""

from collections.abc import Iterator, Sequence

from workbench.domain.local_text import Language
from workbench.domain.table_query import TableArgs
from workbench.domain.tables import TableColumn, TableSchema
from workbench.nlp.morphology import is_cyrillic
from workbench.nlp.query_words import fold_value
from workbench.nlp.recurring_dates import recurring_dates
from workbench.tools.messages import localized_text
from workbench.workspace.nearest_name import nearest

_CUTOFF = 75
"""Least similarity of a name to a word, on 0-100: «Воронеже» and «Воронеж» are at 93."""
_LISTED = 12
"""Most columns or values that are named."""


def decline_text(
    args: TableArgs, table: TableSchema, others: Sequence[str], language: Language, row: str = ""
) -> str:
    """Return the sentences that name the table and what was not understood.

    Args:
        args: the call, with the words that were not read or not used.
        table: the table that fits the question best.
        others: the places of the other tables that the question fits, or needs as well.
        language: the language of the sentences.
        row: the one row that fits without the words that were not read, as text.
    """
    reasons = [*_reasons(args, table, others, language)]
    dates = [one for one in args.unread if recurring_dates(one)]
    if dates:
        reasons.append(localized_text("needs_year", language, dates=_quoted(dates, language)))
    if _is_in_other_script(args.unread, table):
        reasons.append(localized_text("other_script", language, table=table.place))
    if row:
        reasons.append(localized_text("nearest_row", language, row=row))
    close = list(dict.fromkeys(_nearest(args.unread, table)))
    if close:
        reasons.append(localized_text("nearest_names", language, names=_quoted(close, language)))
    for column in _listed_columns(args.unused, table):
        values = _shortened(column.values)
        reasons.append(localized_text("values_of", language, column=column.label, values=values))
    columns = _shortened([column.label for column in table.columns])
    reasons.append(localized_text("columns_of", language, columns=columns))
    return " ".join(reasons)


def _reasons(
    args: TableArgs, table: TableSchema, others: Sequence[str], language: Language
) -> Iterator[str]:
    """Yield the sentences on what was not understood."""
    place, unread = table.place, _quoted(args.unread, language)
    if others:
        kind = "needs_tables" if args.unread else "fits_tables"
        listed = ", ".join(others)
        yield localized_text(kind, language, table=place, words=unread, others=listed)
        return
    if args.unread:
        yield localized_text("not_computed", language, table=place, words=unread)
    unused = _quoted(args.unused, language)
    if args.candidates and args.unused:
        columns = _quoted(args.candidates, language)
        yield localized_text("fits_columns", language, table=place, columns=columns, words=unused)
    elif args.unused and not args.unread:
        yield localized_text("not_bound", language, table=place, words=unused)


def _nearest(unread: Sequence[str], table: TableSchema) -> Iterator[str]:
    """Yield the value or column most similar to each word."""
    known = {
        name.casefold(): name for column in table.columns for name in (column.label, *column.values)
    }
    for word in unread:
        close = nearest(word.casefold(), known, _CUTOFF)
        if close is not None:
            yield known[close]


def _is_in_other_script(unread: Sequence[str], table: TableSchema) -> bool:
    """Whether the unread words and the columns of a table are in different alphabets."""
    words = {is_cyrillic(word) for word in unread if word.isalpha()}
    labels = {is_cyrillic(column.label) for column in table.columns}
    return len(words) == len(labels) == 1 and words != labels


def _listed_columns(unused: Sequence[str], table: TableSchema) -> Iterator[TableColumn]:
    """Yield the columns named by unused words whose values are known: of a city, all cities."""
    named = set(map(fold_value, unused))
    for column in table.columns:
        if column.values and fold_value(column.label) in named:
            yield column


def _shortened(names: Sequence[str]) -> str:
    return ", ".join(names[:_LISTED]) + (", …" if len(names) > _LISTED else "")


def _quoted(words: Sequence[str], language: Language) -> str:
    return ", ".join(localized_text("quoted", language, word=word) for word in words)
