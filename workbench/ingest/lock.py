"""One writer for each index: a lock that the system releases when its holder dies."""

import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO

from workbench.errors import StoreError
from workbench.i18n.errors import localized

_PAUSE_S = 0.1

if sys.platform == "win32":
    import msvcrt

    def _take(file: IO[bytes]) -> None:
        msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)

else:
    import fcntl

    def _take(file: IO[bytes]) -> None:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)


@contextmanager
def writing(folder: Path, *, wait_s: float, on_wait: Callable[[], None]) -> Iterator[None]:
    """Hold the only right to write into a folder; StoreError when another keeps it too long."""
    folder.mkdir(parents=True, exist_ok=True)
    deadline = time.monotonic() + wait_s
    with (folder / "lock").open("ab") as file:
        while not _taken(file):
            if time.monotonic() >= deadline:
                raise StoreError(
                    **localized("ingest.being_written", folder=folder.name), retryable=True
                )
            on_wait()
            time.sleep(_PAUSE_S)
        yield


def _taken(file: IO[bytes]) -> bool:
    try:
        _take(file)
    except OSError:
        return False
    return True
