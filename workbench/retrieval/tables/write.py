"""Write typed tables into a new database file."""

import os
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from workbench.errors import StoreError
from workbench.i18n.errors import localized
from workbench.retrieval.tables.identifiers import OWN_COLUMNS, quoted

if TYPE_CHECKING:
    import duckdb

_FEW_ROWS = 10_000
"""Rows of a table up to which small blocks suffice: of the usual 256 KB each takes at least one."""
_SMALL_BLOCK = "16384"
_BATCH = 20_000
"""Rows inserted at a time."""


@dataclass(frozen=True)
class StoredColumn:
    """A column: its SQL type, and its values as text that the type reads."""

    name: str
    sql_type: str
    values: Sequence[str | None]


@dataclass(frozen=True)
class StoredTable:
    """A table with its columns, and for each row a value of every own column."""

    name: str
    columns: Sequence[StoredColumn]
    places: Sequence[tuple[int, int, int, str]]


def write_tables(path: Path, tables: Sequence[StoredTable]) -> dict[str, str]:
    """Write the tables to a database file, which appears whole or not at all.

    Returns:
        the reason for each table, by name, whose values the database refuses; the file has the
        others.

    Raises:
        StoreError: the database cannot be written, for lack of memory or space on disk.
    """
    import duckdb

    refused: dict[str, str] = {}
    partial = path.with_name(f".{path.name}.{os.getpid()}.new")
    partial.unlink(missing_ok=True)
    try:
        with duckdb.connect(partial, config={**_config(tables)}) as connection:
            for table in tables:
                try:
                    connection.begin()
                    _write(connection, table)
                    connection.commit()
                except (
                    duckdb.DataError,
                    duckdb.InvalidInputException,
                    ValueError,  # a text is not UTF-8
                ) as error:
                    connection.rollback()
                    refused[table.name] = str(error)
        partial.replace(path)
    except duckdb.OperationalError as error:
        detail = str(error).partition("\n")[0]
        raise StoreError(**localized("retrieval.tables_not_written", detail=detail)) from error
    finally:
        partial.unlink(missing_ok=True)
        partial.with_name(f"{partial.name}.wal").unlink(missing_ok=True)
    return refused


def _config(tables: Sequence[StoredTable]) -> dict[str, str]:
    are_small = all(len(table.places) <= _FEW_ROWS for table in tables)
    return {"threads": "1"} | ({"default_block_size": _SMALL_BLOCK} if are_small else {})


def _write(connection: "duckdb.DuckDBPyConnection", table: StoredTable) -> None:
    types = {column.name: column.sql_type for column in table.columns}
    types |= OWN_COLUMNS
    declared = ", ".join(f"{quoted(name)} {kind}" for name, kind in types.items())
    connection.execute(f"CREATE TABLE {quoted(table.name)} ({declared})")
    cast = ", ".join(f"CAST(unnest(?::VARCHAR[]) AS {kind})" for kind in types.values())
    columns = [*(column.values for column in table.columns)]
    places = [[str(place[at]) for place in table.places] for at in range(len(OWN_COLUMNS))]
    for first in range(0, len(table.places), _BATCH):
        batch = [list(values[first : first + _BATCH]) for values in [*columns, *places]]
        connection.execute(f"INSERT INTO {quoted(table.name)} SELECT {cast}", batch)
