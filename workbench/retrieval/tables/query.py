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


class TableStore:
    """The tables of one state of an index, by id; database files are opened on first use."""

    def __init__(self, files: Mapping[str, Path]) -> None:
        self._files = files
        self._open: OrderedDict[Path, duckdb.DuckDBPyConnection] = OrderedDict()
        self._lock = Lock()

    def query(self, table: str, sql: str, values: Sequence[Bound] = ()) -> list[tuple[Any, ...]]:
        """Return the rows of one SELECT over the file of a table.

        Raises:
            StoreError: the file cannot be opened, or the query fails or takes more than 5 s.
        """
        import duckdb

        try:
            cursor = self._connection(self._files[table]).cursor()
        except (duckdb.Error, OSError) as error:
            raise StoreError(**localized("retrieval.table_not_opened", table=table)) from error
        timer = Timer(LONGEST_S, cursor.interrupt)
        timer.start()
        try:
            statements = duckdb.extract_statements(sql)
            if len(statements) != 1:
                raise duckdb.InvalidInputException("more than one statement")
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

    def _connection(self, path: Path) -> "duckdb.DuckDBPyConnection":
        """Return the open connection of a file, closing the one unused longest beyond eight."""
        import duckdb

        with self._lock:
            if path not in self._open:
                self._open[path] = duckdb.connect(path, read_only=True, config=dict(_CONFIG))
            self._open.move_to_end(path)
            while len(self._open) > _MOST_OPEN:
                self._open.popitem(last=False)
            return self._open[path]
