"""A circuit breaker: a model that keeps failing is left alone for a while."""

import threading
import time
from collections.abc import Callable
from typing import Literal, NamedTuple, TypeAlias

BreakerState: TypeAlias = Literal["closed", "open", "half_open"]
"""Asked as usual; left alone; one call is let through to see."""


class BreakerPermit(NamedTuple):
    """A call that was let through."""

    failures: int
    """How many in a row were known when it began."""
    is_trial: bool


class CircuitBreaker:
    """Counts failures in a row. One for each model, shared by all threads.

    A call counts if it began when the failure before it was known. Of many calls at once those that
    fail come back first: their order says nothing.
    """

    def __init__(
        self, *, failures: int, pause_s: float, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._limit = failures
        self._pause_s = pause_s
        self._clock = clock
        self._lock = threading.Lock()
        self._failures = 0
        self._alone_until: float | None = None
        self._trying = False

    @property
    def failures(self) -> int:
        """How many failures came in a row, up to now."""
        return self._failures

    @property
    def pause_left_s(self) -> float:
        """How long the model is still left alone."""
        until = self._alone_until
        return 0.0 if until is None else max(until - self._clock(), 0.0)

    @property
    def state(self) -> BreakerState:
        """Where it stands now."""
        if self._alone_until is None:
            return "closed"
        return "open" if self.pause_left_s else "half_open"

    @property
    def refuses(self) -> bool:
        """True while no call may go through."""
        state = self.state
        return state == "open" or (state == "half_open" and self._trying)

    def enter(self) -> BreakerPermit | None:
        """Lets a call through, which then reports its end below; None where it is refused."""
        with self._lock:
            if self.refuses:
                return None
            self._trying = self.state == "half_open"
            return BreakerPermit(self._failures, self._trying)

    def succeeded(self) -> None:
        """The provider answered, be it with a rejection."""
        with self._lock:
            self._failures, self._alone_until, self._trying = 0, None, False

    def failed(self, entry: BreakerPermit) -> None:
        """A failure that may pass."""
        with self._lock:
            if entry.failures == self._failures:
                self._failures += 1
                if entry.is_trial or self._failures == self._limit:
                    self._alone_until = self._clock() + self._pause_s
            self._end_trial(entry)

    def left(self, entry: BreakerPermit) -> None:
        """The caller went away: nothing was learned."""
        with self._lock:
            self._end_trial(entry)

    def _end_trial(self, entry: BreakerPermit) -> None:
        if entry.is_trial:
            self._trying = False
