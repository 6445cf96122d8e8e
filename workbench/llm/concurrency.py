"""A provider's line to one model: so many calls at once, and none while it is down."""

import math
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass

from workbench.errors import ProviderError
from workbench.i18n.errors import localized
from workbench.llm.breaker import BreakerPermit, CircuitBreaker
from workbench.llm.semaphore import FairSemaphore


@dataclass
class Permit:
    """A call that was let through."""

    until: float
    """When its time is over, on the monotonic clock: waiting in line is part of it."""
    is_whole: bool = False
    """Set by the caller once the answer came to its end; else it broke off."""


class ConcurrencyLimiter:
    """Refuses at once what is known to fail, and lets the rest wait in line."""

    def __init__(self, model: str, slots: FairSemaphore, breaker: CircuitBreaker) -> None:
        self._model = model
        self._slots = slots
        self._breaker = breaker

    @asynccontextmanager
    async def permit(self, within_s: float) -> AsyncIterator[Permit]:
        """A free slot, and the breaker told how the call ended.

        Raises:
            ProviderError: no slot became free in time, or the model is left alone.
        """
        if self._breaker.refuses:
            raise self._refused()
        turn = Permit(time.monotonic() + within_s)
        await self._wait(within_s)
        try:
            entry = self._breaker.enter()
            if entry is None:
                raise self._refused()
            async with self._reported(entry, turn):
                yield turn
        finally:
            self._slots.release()

    @asynccontextmanager
    async def _reported(self, entry: BreakerPermit, turn: Permit) -> AsyncIterator[None]:
        try:
            yield
        except ProviderError as error:
            if error.retryable:
                self._breaker.failed(entry)
            else:
                self._breaker.succeeded()
            raise
        except BaseException:
            self._breaker.left(entry)
            raise
        if turn.is_whole:
            self._breaker.succeeded()
        else:
            self._breaker.failed(entry)

    async def _wait(self, within_s: float) -> None:
        try:
            await self._slots.acquire(within_s)
        except TimeoutError:
            raise ProviderError(
                **localized("llm.no_slot", limit=self._slots.size, provider=self._provider),
                provider=self._provider,
                retryable=True,
            ) from None

    def _refused(self) -> ProviderError:
        pause = self._breaker.pause_left_s
        told = localized(
            "llm.left_alone",
            model=self._model,
            failures=self._breaker.failures,
            pause=math.ceil(pause) or 1,
        )
        return ProviderError(
            **told,
            provider=self._provider,
            retryable=True,
            retry_after=pause,
        )

    @property
    def _provider(self) -> str:
        return self._model.partition(":")[0]
