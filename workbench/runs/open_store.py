"""Open a run store, or one in memory where the database is read-only."""

from typing import NamedTuple

from workbench.errors import RunStoreError
from workbench.runs.engine import open_engine
from workbench.runs.store import SqlRunStore
from workbench.runs.store_errors import READ_ONLY


class OpenedStore(NamedTuple):
    """An open store; ``store_error`` says why its runs are lost when the process ends."""

    store: SqlRunStore
    store_error: RunStoreError | None = None
    """None where runs are stored."""


def open_store(url: str) -> OpenedStore:
    """Open the store at a URL; where its file or folder is read-only, one in memory.

    Raises:
        RunStoreError: the store is down, damaged, full, or belongs to a newer release.
    """
    try:
        return OpenedStore(_prepared(url))
    except RunStoreError as error:
        if error.code != READ_ONLY:
            raise
        return OpenedStore(_prepared("sqlite://"), store_error=error)


def _prepared(url: str) -> SqlRunStore:
    store = SqlRunStore(open_engine(url))
    store.prepare()
    return store
