"""Find values of the columns that have too many to list in the schema."""

from collections.abc import Sequence

from workbench.domain.tables import TableSchema
from workbench.retrieval.tables.compile import folded
from workbench.retrieval.tables.identifiers import quoted
from workbench.retrieval.tables.joins import source_of
from workbench.retrieval.tables.query import TableStore

_MOST_FOUND = 50


def find_values(
    store: TableStore, table: TableSchema, texts: Sequence[str]
) -> list[tuple[str, str]]:
    """Return the columns and values that are one of the texts, without case, «ё» as «е».

    Only text columns whose values are not in the schema are searched.

    Raises:
        StoreError: the table cannot be read.
    """
    columns = [one.name for one in table.columns if one.type == "text" and not one.values]
    if not columns or not texts:
        return []
    listed = ", ".join(folded(f"${at}") for at in range(1, len(texts) + 1))
    selects = [
        f"SELECT DISTINCT {at}, {quoted(name)} FROM {source_of(table)}"
        f" WHERE {folded(quoted(name))} IN ({listed})"
        for at, name in enumerate(columns)
    ]
    sql = f"{' UNION ALL '.join(selects)} LIMIT {_MOST_FOUND}"
    return [(columns[at], value) for at, value in store.query(table.id, sql, texts, table.other)]
