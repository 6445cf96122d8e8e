"""A request received by the model server, with methods to answer it byte by byte."""

import asyncio
import json
import socket
import struct
import time
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, TypeAlias

from tests.modelserver.dialect import Dialect

ABORT_AT_ONCE = struct.pack("ii", 1, 0)
"""SO_LINGER with a timeout of 0: closing sends RST instead of FIN."""


@dataclass
class Received:
    """A request, and when its connection was closed."""

    method: str
    path: str
    headers: Mapping[str, str]
    body: Any
    at: float = field(default_factory=time.monotonic)
    hung_up_at: float | None = None
    """When the client closed the connection, if it did before the answer was complete."""


class Exchange:
    """A request with its connection, to which an answer writes any bytes."""

    def __init__(
        self,
        request: Received,
        dialect: Dialect,
        reader: asyncio.StreamReader,
        writer: asyncio.StreamWriter,
        *,
        is_kept: bool = False,
    ) -> None:
        self.request = request
        self.dialect = dialect
        self._connection = "keep-alive" if is_kept else "close"
        self._reader = reader
        self._writer = writer

    @property
    def streamed(self) -> bool:
        """Whether the client asked for a stream."""
        return self.dialect.is_streamed(self.request.path, self.request.body)

    async def send(self, data: bytes) -> None:
        """Write raw bytes."""
        self._writer.write(data)
        await self._writer.drain()

    async def head(self, status: int, headers: Mapping[str, str]) -> None:
        """Write a status line and headers."""
        lines = [f"HTTP/1.1 {status} Scripted", f"connection: {self._connection}"]
        lines += [f"{name}: {value}" for name, value in headers.items()]
        await self.send(("\r\n".join(lines) + "\r\n\r\n").encode())

    async def respond(
        self, body: bytes, *, status: int = 200, headers: Mapping[str, str] | None = None
    ) -> None:
        """Write a whole response."""
        described = {"content-type": "application/json", **(headers or {})}
        await self.head(status, {**described, "content-length": str(len(body))})
        await self.send(body)

    async def respond_json(self, value: Any, *, status: int = 200) -> None:
        """Write a whole response in JSON."""
        await self.respond(json.dumps(value, ensure_ascii=False).encode(), status=status)

    async def open_stream(self) -> None:
        """Write the headers of a stream of server-sent events."""
        await self.head(200, {"content-type": "text/event-stream", "transfer-encoding": "chunked"})

    async def chunk(self, data: bytes) -> None:
        """Write one chunk of an open stream."""
        await self.send(b"%x\r\n%b\r\n" % (len(data), data))

    async def end_stream(self) -> None:
        """End an open stream properly."""
        await self.send(b"0\r\n\r\n")

    async def idle(self, seconds: float = 60.0) -> None:
        """Wait until the client disconnects, which is recorded on the request, or a timeout."""
        try:
            async with asyncio.timeout(seconds):
                while await self._reader.read(1024):
                    pass
        except TimeoutError:
            return  # the client is still connected, so there is no disconnect to record
        except ConnectionError:
            pass  # a reset is a disconnect too
        self.request.hung_up_at = time.monotonic()
        raise ConnectionAbortedError

    def reset(self) -> None:
        """Break the connection with a TCP reset, unless the client has already disconnected."""
        if self._writer.is_closing():
            return
        raw = self._writer.get_extra_info("socket")
        raw.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, ABORT_AT_ONCE)
        self._writer.transport.abort()


Answer: TypeAlias = Callable[[Exchange], Awaitable[None]]
"""Answers one request, with a valid reply or a failure."""
