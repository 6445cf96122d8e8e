"""Which columns may join two tables: ``customer_id`` of orders and ``id`` of customers."""

from collections.abc import Callable, Iterator, Sequence
from typing import TypeAlias

from workbench.domain.tables import TableColumn, TableJoin, TableSchema
from workbench.nlp.grammar import word_set
from workbench.nlp.query_words import fold_value
from workbench.planner.tables.columns import label_words
from workbench.planner.tables.events import row_keys

ProveJoin: TypeAlias = Callable[[TableSchema, TableSchema, TableJoin], bool]
"""Returns whether the data proves a join: no key repeats, and every value of the column is one."""
MOST_TABLES = 20
"""Tables of a workspace up to which joins are looked for."""


def joined_tables(tables: Sequence[TableSchema], prove: ProveJoin) -> Iterator[TableSchema]:
    """Yield each file of rows with the columns of another, where one join alone is proven.

    Tables in texts are not joined: they are too many, and too small to prove a key.
    """
    tables = [table for table in tables if not table.is_in_text]
    if len(tables) > MOST_TABLES:
        return
    for table in tables:
        for other in tables:
            if other.id == table.id:
                continue
            proven = [one for one in _possible(table, other) if prove(table, other, one)]
            if len(proven) == 1:
                yield table.joined_with(other, proven[0])


def _possible(table: TableSchema, other: TableSchema) -> Iterator[TableJoin]:
    """Yield the joins that the names suggest."""
    for key in other.columns:
        for column in table.columns:
            if _may_be_key(key, other) and column.type == key.type and _agree(column, key, other):
                yield TableJoin(column=column.name, table=other.id, key=key.name)


def _may_be_key(column: TableColumn, table: TableSchema) -> bool:
    is_named = column.name == table.columns[0].name or _has_identifier(column)
    is_listed = column.type == "text" and len(column.values) == table.rows
    return column.type in ("text", "number") and not column.empty and (is_named or is_listed)


def _agree(column: TableColumn, key: TableColumn, other: TableSchema) -> bool:
    """Whether a column is called as the key, or by what a row of the other table is called."""
    if fold_value(column.label) == fold_value(key.label):
        return not other.columns or _has_identifier(column) or key.type == "text"
    ids = word_set("identifier_words")
    named = {form for word in label_words(column) if not word.keys & ids for form in word.keys}
    return bool(named & row_keys(other))


def _has_identifier(column: TableColumn) -> bool:
    return any(word.keys & word_set("identifier_words") for word in label_words(column))
