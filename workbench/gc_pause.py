"""Keep garbage collection away from what is allocated in bulk and is not garbage."""

import gc
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def gc_paused() -> Iterator[None]:
    """Pause garbage collection: every collection scans all that has been allocated before.

    Saves a tenth of the time of the imports, and a fifth of that of reading a graph of 100,000
    nodes. Threads that work meanwhile are not collected either, so that a pause must be short.
    """
    was_on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_on:
            _promote_young()
            gc.enable()


def _promote_young() -> None:
    """Hand what is young to the oldest generation unscanned: 100 ms of a command's question.

    Only full collections look at it from then on. Where something is frozen, it stays so.
    """
    if not gc.get_freeze_count():
        gc.freeze()
        gc.unfreeze()


def exempt_from_gc() -> None:
    """Keep what is alive out of all later collections.

    Streamlit collects everything after each run of a page: 150 ms of it were spent on modules,
    word lists and indexes, which stay until the process ends.
    """
    gc.collect(1)  # what has just become garbage is young
    gc.freeze()
