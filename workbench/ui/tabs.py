"""Values of browser tabs, in memory: a reload begins a new session of the same tab."""

import threading
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Generic, TypeVar

KEPT_S = 3600.0
"""Seconds for which a value is found again."""
_MOST = 500
"""Tabs that are remembered; the one that was put longest ago is forgotten first."""

T = TypeVar("T")


@dataclass
class _Kept(Generic[T]):
    value: T
    put_at: float


class Tabs(Generic[T]):
    """One value for each tab, forgotten an hour after it was put."""

    def __init__(self, now: Callable[[], float] = time.monotonic) -> None:
        self._now = now
        self._kept: dict[str, _Kept[T]] = {}
        self._lock = threading.Lock()

    def find(self, tab: str) -> T | None:
        """The value of the tab; None if it has none, or none any more."""
        with self._lock:
            kept = self._kept.get(tab)
        return kept.value if kept is not None and self._is_fresh(kept) else None

    def put(self, tab: str, value: T) -> None:
        """Keep a value for the tab, in place of the one that it has."""
        with self._lock:
            fresh = {
                name: one for name, one in self._kept.items() if name != tab and self._is_fresh(one)
            }
            kept = _Kept(value, self._now())
            self._kept = dict([*fresh.items(), (tab, kept)][-_MOST:])

    def forget(self, tab: str) -> None:
        """Drop the value of the tab."""
        with self._lock:
            self._kept.pop(tab, None)

    def _is_fresh(self, kept: _Kept[T]) -> bool:
        return self._now() - kept.put_at < KEPT_S
