"""A limit on calls at once that is fair: whoever waits longest goes first, in whatever thread."""

import asyncio
import threading
from collections import deque
from typing import TypeAlias

_Turn: TypeAlias = "asyncio.Future[None]"
_Waiter: TypeAlias = tuple[asyncio.AbstractEventLoop, _Turn]


class FairSemaphore:
    """A semaphore for all event loops of a process: asyncio's own belongs to one of them."""

    def __init__(self, size: int) -> None:
        self.size = size
        self._free = size
        self._lock = threading.Lock()
        self._waiting: deque[_Waiter] = deque()

    @property
    def busy(self) -> int:
        """How many are in use."""
        return self.size - self._free

    @property
    def waiting(self) -> int:
        """How many callers stand in line."""
        return len(self._waiting)

    async def acquire(self, within_s: float) -> None:
        """Take a slot; a TimeoutError if none becomes free in time."""
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
        """Give a slot back, to whoever waits longest."""
        with self._lock:
            self._free += 1
            self._serve()

    def _leave(self, loop: asyncio.AbstractEventLoop, turn: _Turn) -> None:
        """Stop waiting; a slot that was handed over at the same moment goes to the next."""
        with self._lock:
            waits = (loop, turn) in self._waiting
            if waits:
                self._waiting.remove((loop, turn))
        if not waits and not turn.cancelled():
            self.release()

    def _serve(self) -> None:
        while self._waiting and self._free:
            loop, turn = self._waiting.popleft()
            try:
                loop.call_soon_threadsafe(self._hand_over, turn)
            except RuntimeError:
                continue  # the loop has ended, and with it whoever waited
            self._free -= 1

    def _hand_over(self, turn: _Turn) -> None:
        if turn.cancelled():
            self.release()
        else:
            turn.set_result(None)
