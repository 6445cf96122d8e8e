"""Lock an index for writing; the operating system releases the lock of a killed process."""

import asyncio
import sys
import time
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path
from typing import IO

from workbench.errors import StoreError
from workbench.i18n.errors import localized

_PAUSE_S = 0.1

if sys.platform == "win32":
    import msvcrt

    def _lock(file: IO[bytes]) -> None:
        msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)

else:
    import fcntl

    def _lock(file: IO[bytes]) -> None:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)


@asynccontextmanager
async def write_lock(
    folder: Path, *, wait_s: float, on_wait: Callable[[], None]
) -> AsyncIterator[None]:
    """Hold the write lock of a folder; raises StoreError if it is not free within ``wait_s``."""
    folder.mkdir(parents=True, exist_ok=True)
    deadline = time.monotonic() + wait_s
    with (folder / "lock").open("ab") as file:
        while not _try_lock(file):
            if time.monotonic() >= deadline:
                raise StoreError(
                    **localized("ingest.being_written", folder=folder.name), retryable=True
                )
            on_wait()
            await asyncio.sleep(_PAUSE_S)
        yield


@contextmanager
def file_lock(path: Path, *, wait_s: float = 30.0) -> Iterator[None]:
    """Hold the lock of a file, which is made; raises StoreError if it is not free in time."""
    path.parent.mkdir(parents=True, exist_ok=True)
    deadline = time.monotonic() + wait_s
    with path.open("ab") as file:
        while not _try_lock(file):
            if time.monotonic() >= deadline:
                raise StoreError(
                    **localized("ingest.being_written", folder=path.parent.name), retryable=True
                )
            time.sleep(_PAUSE_S)
        yield


def is_locked(folder: Path) -> bool:
    """Return True if a process holds the write lock of a folder."""
    try:
        with (folder / "lock").open("rb") as file:
            return not _try_lock(file)
    except FileNotFoundError:
        return False


def _try_lock(file: IO[bytes]) -> bool:
    try:
        _lock(file)
    except OSError:
        return False
    return True
