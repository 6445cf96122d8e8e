"""Guard a ChatModel with a circuit breaker for its model and a concurrency limit for its provider.

The three states of the breaker are those of resilience4j: closed (calls pass), open (calls are
refused for a cool-down), half-open (one call, the probe, decides which of the two comes next).
"""

import asyncio
import math
import threading
import time
from collections import deque
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Literal, NamedTuple, TypeAlias

from workbench.errors import ProviderError
from workbench.i18n.errors import localized
from workbench.llm.protocol import (
    ChatModel,
    ChatReply,
    ChatRequest,
    WrapperModel,
    first_item_timeout_s,
    with_deadline,
)
from workbench.llm.streams import closing

BreakerState: TypeAlias = Literal["closed", "open", "half_open"]


class BreakerPermit(NamedTuple):
    """A call that the breaker has allowed."""

    failures: int
    """Consecutive failures known when the call began."""
    is_probe: bool


class CircuitBreaker:
    """Counts consecutive failures of one model. Thread-safe.

    A failure counts only if its call began after the previous failure was reported: failing calls
    return before the others, so failures of concurrent calls are counted as one.
    """

    def __init__(
        self, *, failures: int, cool_down_s: float, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._limit = failures
        self._cool_down_s = cool_down_s
        self._clock = clock
        self._lock = threading.Lock()
        self._failures = 0
        self._open_until: float | None = None
        self._probing = False

    @property
    def failures(self) -> int:
        """Consecutive failures so far."""
        return self._failures

    @property
    def cool_down_left_s(self) -> float:
        """Seconds until the next probe; 0 if calls may pass."""
        until = self._open_until
        return 0.0 if until is None else max(until - self._clock(), 0.0)

    @property
    def state(self) -> BreakerState:
        """The state at this moment."""
        if self._open_until is None:
            return "closed"
        return "open" if self.cool_down_left_s else "half_open"

    @property
    def refuses(self) -> bool:
        """True while no call may pass: open, or half-open with a probe under way."""
        state = self.state
        return state == "open" or (state == "half_open" and self._probing)

    def enter(self) -> BreakerPermit | None:
        """Return a permit for one call, or None if calls are refused.

        The caller reports the outcome with ``succeeded``, ``failed`` or ``abandoned``.
        """
        with self._lock:
            if self.refuses:
                return None
            self._probing = self.state == "half_open"
            return BreakerPermit(self._failures, self._probing)

    def succeeded(self) -> None:
        """Close: the provider answered, even if it rejected the request."""
        with self._lock:
            self._failures, self._open_until, self._probing = 0, None, False

    def failed(self, permit: BreakerPermit) -> None:
        """Count a retryable failure; open at the limit, or again after a failed probe."""
        with self._lock:
            if permit.failures == self._failures:
                self._failures += 1
                if permit.is_probe or self._failures == self._limit:
                    self._open_until = self._clock() + self._cool_down_s
            self._end_probe(permit)

    def abandoned(self, permit: BreakerPermit) -> None:
        """Count nothing: the caller left before the call ended."""
        with self._lock:
            self._end_probe(permit)

    def _end_probe(self, permit: BreakerPermit) -> None:
        if permit.is_probe:
            self._probing = False


_Turn: TypeAlias = "asyncio.Future[None]"
_Waiter: TypeAlias = tuple[asyncio.AbstractEventLoop, _Turn]


class FairSemaphore:
    """A first-come-first-served semaphore for all event loops of a process.

    asyncio's own semaphore belongs to one loop.
    """

    def __init__(self, size: int) -> None:
        self.size = size
        self._free = size
        self._lock = threading.Lock()
        self._waiting: deque[_Waiter] = deque()

    @property
    def busy(self) -> int:
        """Slots in use."""
        return self.size - self._free

    @property
    def waiting(self) -> int:
        """Callers in the queue."""
        return len(self._waiting)

    async def acquire(self, within_s: float) -> None:
        """Take a slot; raise a TimeoutError if none becomes free in time."""
        with self._lock:
            if self._free and not self._waiting:
                self._free -= 1
                return
            loop = asyncio.get_running_loop()
            turn = loop.create_future()
            self._waiting.append((loop, turn))
        try:
            async with asyncio.timeout(within_s):
                await turn
        except BaseException:
            self._leave(loop, turn)
            raise

    def release(self) -> None:
        """Return a slot; the caller that has waited longest gets it."""
        with self._lock:
            self._free += 1
            self._hand_on()

    def _leave(self, loop: asyncio.AbstractEventLoop, turn: _Turn) -> None:
        """Leave the queue; a slot handed over at the same moment goes to the next caller."""
        with self._lock:
            waits = (loop, turn) in self._waiting
            if waits:
                self._waiting.remove((loop, turn))
        if not waits and not turn.cancelled():
            self.release()

    def _hand_on(self) -> None:
        while self._waiting and self._free:
            loop, turn = self._waiting.popleft()
            try:
                loop.call_soon_threadsafe(self._hand_over, turn)
            except RuntimeError:
                continue  # the waiter's loop is closed
            self._free -= 1

    def _hand_over(self, turn: _Turn) -> None:
        if turn.cancelled():
            self.release()
        else:
            turn.set_result(None)


@dataclass
class Permit:
    """A call that holds a slot."""

    until: float
    """Its deadline on the monotonic clock; the time spent in the queue counts."""
    is_whole: bool = False
    """Set by the caller once the reply is complete; otherwise the call counts as failed."""


class ConcurrencyLimiter:
    """Hands out permits for one model: refused while its breaker is open, queued for a slot."""

    def __init__(self, model: str, slots: FairSemaphore, breaker: CircuitBreaker) -> None:
        self._model = model
        self._slots = slots
        self._breaker = breaker

    @asynccontextmanager
    async def permit(self, within_s: float) -> AsyncIterator[Permit]:
        """Hold a slot for one call, and report the call's outcome to the breaker.

        Raises:
            ProviderError: no slot became free in time, or the breaker refuses.
        """
        if self._breaker.refuses:
            raise self._refused()
        permit = Permit(time.monotonic() + within_s)
        await self._acquire(within_s)
        try:
            entry = self._breaker.enter()
            if entry is None:
                raise self._refused()
            async with self._reported(entry, permit):
                yield permit
        finally:
            self._slots.release()

    @asynccontextmanager
    async def _reported(self, entry: BreakerPermit, permit: Permit) -> AsyncIterator[None]:
        try:
            yield
        except ProviderError as error:
            if error.retryable:
                self._breaker.failed(entry)
            else:
                self._breaker.succeeded()
            raise
        except BaseException:
            self._breaker.abandoned(entry)
            raise
        if permit.is_whole:
            self._breaker.succeeded()
        else:
            self._breaker.failed(entry)

    async def _acquire(self, within_s: float) -> None:
        try:
            await self._slots.acquire(within_s)
        except TimeoutError:
            raise ProviderError(
                **localized("llm.no_slot", limit=self._slots.size, provider=self._provider),
                provider=self._provider,
                retryable=True,
            ) from None

    def _refused(self) -> ProviderError:
        left = self._breaker.cool_down_left_s
        message = localized(
            "llm.left_alone",
            model=self._model,
            failures=self._breaker.failures,
            pause=math.ceil(left) or 1,
        )
        return ProviderError(**message, provider=self._provider, retryable=True, retry_after=left)

    @property
    def _provider(self) -> str:
        return self._model.partition(":")[0]


class GuardedModel(WrapperModel):
    """Calls the wrapped model with a permit of its limiter."""

    def __init__(self, model: ChatModel, slots: FairSemaphore, breaker: CircuitBreaker) -> None:
        super().__init__(model)
        self._limiter = ConcurrencyLimiter(model.name, slots, breaker)

    async def stream(self, request: ChatRequest) -> AsyncIterator[str | ChatReply]:
        """The wrapped model's stream, once a slot is free."""
        until = time.monotonic() + request.deadline_s
        async with (
            self._limiter.permit(first_item_timeout_s(request)) as permit,
            closing(self._model.stream(with_deadline(request, until))) as items,
        ):
            async for item in items:
                if isinstance(item, ChatReply):
                    permit.is_whole = item.finish_reason is not None
                yield item
