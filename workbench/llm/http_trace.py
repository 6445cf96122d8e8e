"""What one try sent and received, noted at the HTTP client: bodies only, for headers hold keys."""

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field

from workbench.domain.run import WireRecord

MOST_BYTES = 200_000
"""Of a reply; the rest is counted and left out."""


@dataclass
class HttpTrace:
    """Filled while a request is under way; one that failed keeps what there was."""

    url: str = ""
    sent: bytes = field(default=b"", repr=False)
    status: int | None = None
    received: bytearray = field(default_factory=bytearray, repr=False)
    left_out: int = 0

    def note(self, data: bytes) -> None:
        """More of the reply."""
        room = MOST_BYTES - len(self.received)
        self.received += data[:room]
        self.left_out += max(len(data) - room, 0)

    def record(self) -> WireRecord | None:
        """What there is; None where nothing was sent."""
        if not self.url:
            return None
        return WireRecord(
            url=self.url,
            request=self.sent.decode("utf-8", errors="replace"),
            status=self.status,
            reply=self.received.decode("utf-8", errors="replace"),
            left_out=self.left_out,
        )


_noting: ContextVar[HttpTrace | None] = ContextVar("noting", default=None)


@contextmanager
def tracing(wire: HttpTrace) -> Iterator[None]:
    """Note what the HTTP client sends and receives in this context. Never held across a `yield`."""
    token = _noting.set(wire)
    try:
        yield
    finally:
        _noting.reset(token)


def current_trace() -> HttpTrace | None:
    """Where to note; None where nobody asked for it."""
    return _noting.get()
