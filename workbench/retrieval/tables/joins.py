"""Join a table to another by a key that the data proves."""

from workbench.domain.tables import JoinedTable, TableJoin, TableSchema
from workbench.retrieval.tables.identifiers import quoted
from workbench.retrieval.tables.query import FIRST, SECOND, TableStore


def source_of(schema: TableSchema) -> str:
    """Return SQL of the rows of a table, with the columns of the table joined to it."""
    joined = schema.joined
    if joined is None:
        return quoted(schema.name)
    first, second = _names(schema, joined)
    added = ", ".join(f"b.{quoted(own)} AS {quoted(name)}" for name, own in joined.columns.items())
    keys = f"a.{quoted(joined.join.column)} = b.{quoted(joined.join.key)}"
    return f"(SELECT a.*, {added} FROM {first} AS a LEFT JOIN {second} AS b ON {keys})"


def is_sure(store: TableStore, table: TableSchema, other: TableSchema, join: TableJoin) -> bool:
    """Return whether no key of the other table repeats, and it has all values of the column.

    Raises:
        StoreError: a table cannot be read.
    """
    joined = table.joined_with(other, join).joined
    assert joined is not None
    first, second = _names(table, joined)
    key, column = quoted(join.key), quoted(join.column)
    sql = (
        f"SELECT (SELECT count(*) = count(DISTINCT {key}) FROM {second}), (SELECT count({column})"
        f" > 0 AND count({column}) = count({column}) FILTER (WHERE {column} IN"
        f" (SELECT {key} FROM {second})) FROM {first})"
    )
    return all(store.query(table.id, sql, other=other.id)[0])


def _names(table: TableSchema, other: JoinedTable) -> tuple[str, str]:
    """Return the names of both tables in SQL; those of two files have the file before them."""
    in_texts = table.is_in_text and other.is_in_text
    of_files = not (table.is_in_text or other.is_in_text)
    if in_texts or (of_files and other.document_id == table.document_id):
        return quoted(table.name), quoted(other.name)
    return f"{FIRST}.{quoted(table.name)}", f"{SECOND}.{quoted(other.name)}"
