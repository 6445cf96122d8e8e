"""Trace one attempt at the HTTP client: bodies only, since headers hold keys."""

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field

from workbench.domain.run import WireRecord

MOST_BYTES = 200_000
"""Kept of a response body; the rest is only counted."""


@dataclass
class HttpTrace:
    """Filled while a request is under way; a failed one keeps what had arrived."""

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
        """The trace as a WireRecord; None where nothing was sent."""
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
    """The active trace; None where none was asked for."""
    return _active.get()
