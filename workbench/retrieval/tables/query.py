"""Query the tables of an index: read-only, without files or network, within time and memory."""

from collections import OrderedDict
from collections.abc import Mapping, Sequence
from pathlib import Path
from threading import Lock, Timer
from typing import TYPE_CHECKING, Any, TypeAlias

from workbench.errors import StoreError
from workbench.i18n.errors import localized

if TYPE_CHECKING:
    import duckdb

Bound: TypeAlias = str | int | float
"""A value bound to a placeholder of a statement."""

LONGEST_S = 5.0
"""Seconds that a query may take."""
MOST_MEMORY = "512MB"
FIRST, SECOND = "asked", "joined"
"""Names of two database files in a query that joins their tables."""
_MOST_OPEN = 8
"""Database files that stay open."""
_CONFIG = {
    "enable_external_access": "false",
    "autoload_known_extensions": "false",
    "autoinstall_known_extensions": "false",
    "memory_limit": MOST_MEMORY,
    "max_temp_directory_size": "0B",
    "threads": "2",
    "lock_configuration": "true",
}
"""The database sees its own file and nothing else, and no statement can change that."""
_LOCKS = ("enable_external_access", "lock_configuration")
"""Settings that take effect once the files of a join are attached."""


class TableStore:
    """The tables of one state of an index, by id; database files are opened on first use."""

    def __init__(self, files: Mapping[str, Path]) -> None:
        self._files = files
        self._open: OrderedDict[tuple[Path, ...], duckdb.DuckDBPyConnection] = OrderedDict()
        self._lock = Lock()

    def query(
        self, table: str, sql: str, values: Sequence[Bound] = (), other: str = ""
    ) -> list[tuple[Any, ...]]:
        """Return the rows of one SELECT over the file of a table, and that of another if given.

        Raises:
            StoreError: the file cannot be opened, or the query fails or takes more than 5 s.
        """
        import duckdb

        try:
            files = dict.fromkeys(self._files[name] for name in (table, other) if name)
            cursor = self._connection(*files).cursor()
        except (duckdb.Error, OSError) as error:
            raise StoreError(**localized("retrieval.table_not_opened", table=table)) from error
        timer = Timer(LONGEST_S, cursor.interrupt)
        timer.start()
        try:
            statements = duckdb.extract_statements(sql)
            if [one.type for one in statements] != [duckdb.StatementType.SELECT]:
                raise duckdb.InvalidInputException("not one SELECT")
            return cursor.execute(statements[0], list(values)).fetchall()
        except duckdb.InterruptException as error:
            words = {"table": table, "seconds": f"{LONGEST_S:g}"}
            raise StoreError(**localized("retrieval.table_too_slow", **words)) from error
        except duckdb.Error as error:
            detail = str(error).partition("\n")[0]
            raise StoreError(
                **localized("retrieval.table_failed", table=table, detail=detail)
            ) from error
        finally:
            timer.cancel()
            cursor.close()

    def close(self) -> None:
        """Close the database files."""
        with self._lock:
            while self._open:
                self._open.popitem()[1].close()

    def _connection(self, *files: Path) -> "duckdb.DuckDBPyConnection":
        """Return the open connection of files, closing the one unused longest beyond eight."""
        with self._lock:
            if files not in self._open:
                self._open[files] = _connected(files)
            self._open.move_to_end(files)
            while len(self._open) > _MOST_OPEN:
                self._open.popitem(last=False)
            return self._open[files]


def _connected(files: Sequence[Path]) -> "duckdb.DuckDBPyConnection":
    """Open a file, or two side by side, and lock the configuration."""
    import duckdb

    if len(files) == 1:
        return duckdb.connect(files[0], read_only=True, config=dict(_CONFIG))
    free = [(name, value) for name, value in _CONFIG.items() if name not in _LOCKS]
    connection = duckdb.connect(config=dict(free))
    for name, path in zip((FIRST, SECOND), files, strict=True):
        place = str(path).replace("'", "''")
        connection.execute(f"ATTACH '{place}' AS {name} (READ_ONLY)")
    for name in _LOCKS:  # files are attached before access to files ends
        connection.execute(f"SET {name} = {_CONFIG[name]}")
    return connection
