"""Tell why a question was not computed from a table, with the nearest names of the table."""

from collections.abc import Iterator, Sequence

from workbench.domain.local_text import Language
from workbench.domain.tables import TableSchema
from workbench.tools.messages import localized_text
from workbench.workspace.nearest_name import nearest

_CUTOFF = 75
"""Least similarity of a name to a word, on 0-100: «Воронеже» and «Воронеж» are at 93."""
_LISTED = 12
"""Columns that are named at most."""


def decline_text(
    unread: Sequence[str], table: TableSchema, others: Sequence[str], language: Language
) -> str:
    """Return the sentences that name the table and what was not understood.

    Args:
        unread: the words of the question that mean nothing in the table.
        table: the table that fits the question best.
        others: the places of the other tables that the question fits, or needs as well.
        language: the language of the sentences.
    """
    words = {"table": table.place, "others": ", ".join(others), "words": _quoted(unread, language)}
    kind = ("needs_tables" if unread else "fits_tables") if others else "not_computed"
    told = [localized_text(kind, language, **words)]
    close = list(dict.fromkeys(_nearest(unread, table)))
    if close:
        told.append(localized_text("nearest_names", language, names=_quoted(close, language)))
    names = [column.label for column in table.columns[:_LISTED]]
    more = ", …" if len(table.columns) > _LISTED else ""
    told.append(localized_text("columns_of", language, columns=", ".join(names) + more, **words))
    return " ".join(told)


def _nearest(unread: Sequence[str], table: TableSchema) -> Iterator[str]:
    """Yield the value or column most similar to each word."""
    known = {
        name.casefold(): name for column in table.columns for name in (column.label, *column.values)
    }
    for word in unread:
        close = nearest(word.casefold(), known, _CUTOFF)
        if close is not None:
            yield known[close]


def _quoted(words: Sequence[str], language: Language) -> str:
    return ", ".join(localized_text("quoted", language, word=word) for word in words)
