"""StorePart: some tables of the run database, read and written over the store's connections."""

from collections.abc import Awaitable, Callable
from typing import Any, TypeAlias

from sqlalchemy import Connection

Work: TypeAlias = Callable[[Connection], Any]
Execute: TypeAlias = Callable[[Work], Awaitable[Any]]
"""Runs work on a connection and returns its result; a failure is a RunStoreError."""


class StorePart:
    """Base class of the stores that share the connections of a run store."""

    def __init__(self, read: Execute, write: Execute) -> None:
        self._read = read
        self._write = write
