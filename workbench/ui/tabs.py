"""Values of browser tabs, in memory: a reload begins a new session of the same tab."""

import threading
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Generic, TypeVar

KEPT_S = 3600.0
"""Seconds after the last use for which a value is found again."""
_MOST = 500
"""Tabs that are remembered; the one used longest ago is forgotten first."""

T = TypeVar("T")


@dataclass
class _Kept(Generic[T]):
    value: T
    used: float


class Tabs(Generic[T]):
    """One value for each tab, forgotten an hour after its last use."""

    def __init__(self, now: Callable[[], float] = time.monotonic) -> None:
        self._now = now
        self._kept: dict[str, _Kept[T]] = {}
        self._lock = threading.Lock()

    def has(self, tab: str) -> bool:
        """Whether the tab has a value that is not forgotten."""
        with self._lock:
            kept = self._kept.get(tab)
            return kept is not None and self._now() - kept.used < KEPT_S

    def adopt(self, tab: str, value: T) -> T:
        """Return the value that the tab has; if it has none, this one becomes it."""
        now = self._now()
        with self._lock:
            fresh = {name: one for name, one in self._kept.items() if now - one.used < KEPT_S}
            kept = fresh.pop(tab, None) or _Kept(value, now)
            kept.used = now
            self._kept = dict([*fresh.items(), (tab, kept)][-_MOST:])
            return kept.value

    def put(self, tab: str, value: T) -> None:
        """Replace the value of the tab."""
        self.forget(tab)
        self.adopt(tab, value)

    def forget(self, tab: str) -> None:
        """Drop the value of the tab."""
        with self._lock:
            self._kept = {name: one for name, one in self._kept.items() if name != tab}
