"""Trace the HTTP bodies of one attempt; headers are left out, since they hold keys."""

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field

from workbench.domain.run import WireRecord

MOST_BYTES = 200_000
"""Limit of a stored response body; further bytes are only counted."""


@dataclass
class HttpTrace:
    """The request and the response received so far, also of a request that fails."""

    url: str = ""
    sent: bytes = field(default=b"", repr=False)
    status: int | None = None
    received: bytearray = field(default_factory=bytearray, repr=False)
    left_out: int = 0

    def note(self, data: bytes) -> None:
        """Add a part of the response body."""
        room = MOST_BYTES - len(self.received)
        self.received += data[:room]
        self.left_out += max(len(data) - room, 0)

    def record(self) -> WireRecord | None:
        """Return the trace as a WireRecord; None if nothing was sent."""
        if not self.url:
            return None
        return WireRecord(
            url=self.url,
            request=self.sent.decode("utf-8", errors="replace"),
            status=self.status,
            reply=self.received.decode("utf-8", errors="replace"),
            left_out=self.left_out,
        )


_active: ContextVar[HttpTrace | None] = ContextVar("http_trace", default=None)


@contextmanager
def tracing(wire: HttpTrace) -> Iterator[None]:
    """Trace the HTTP client in this context. Never held across a `yield`."""
    token = _active.set(wire)
    try:
        yield
    finally:
        _active.reset(token)


def current_trace() -> HttpTrace | None:
    """The active trace, or None."""
    return _active.get()
