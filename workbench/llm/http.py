"""The HTTP client of model calls: no redirects, cookies, compression or replies without end."""

import asyncio
import ssl
from collections.abc import AsyncGenerator, AsyncIterator
from contextlib import asynccontextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field
from functools import cache
from http.cookiejar import CookieJar, DefaultCookiePolicy

import httpx2

from workbench.llm.http_trace import HttpTrace, current_trace
from workbench.llm.streams import closing

MOST_BYTES = 8_000_000
"""Read of a response whose expected length is not known."""

KEPT_OPEN_S = 60.0
"""An idle connection older than this is closed by the next call instead of reused."""

MOST_KEPT_OPEN = 8
"""Idle connections; each call looks at all of them."""


class RefusedReplyError(Exception):
    """We stopped reading a response on purpose; ``code`` names the message that says why."""

    def __init__(self, code: str, **words: str | int) -> None:
        super().__init__(code)
        self.code = code
        self.words = words


@dataclass
class _Call:
    """One use of a client: how much it reads at most, and what it has begun to read."""

    most_bytes: int = MOST_BYTES
    begun: list[httpx2.Response] = field(default_factory=list)

    async def leave(self) -> None:
        """Close responses that were not read to their end, which the SDKs do not do reliably."""
        for response in self.begun:
            await response.aclose()


_call: ContextVar[_Call] = ContextVar("call")
_clients: dict[
    asyncio.AbstractEventLoop, tuple[httpx2.AsyncClient, AsyncGenerator[httpx2.AsyncClient, None]]
] = {}


@asynccontextmanager
async def http_client(most_bytes: int = MOST_BYTES) -> AsyncIterator[httpx2.AsyncClient]:
    """The client of the running event loop, for one call; connections stay open for the next.

    It stops reading a reply that is longer than ``most_bytes``. The deadline is the caller's:
    nothing ends before it.
    """
    call = _Call(most_bytes)
    _call.set(call)
    try:
        yield await _client()
    finally:
        await call.leave()


async def _client() -> httpx2.AsyncClient:
    """A client belongs to the loop that first used it.

    It is closed when that loop ends as ``asyncio.run`` ends one: ``loop.shutdown_asyncgens()``
    before ``loop.close()``. The client of a loop that was closed without it can be closed no more:
    it is forgotten when another loop makes its own, and its connections go with it.
    """
    loop = asyncio.get_running_loop()
    if loop not in _clients:
        _forget_closed_loops()
        # A loop that ends closes its generators, and so whatever they hold.
        holder = _held()
        _clients[loop] = (await anext(holder), holder)
    return _clients[loop][0]


def _forget_closed_loops() -> None:
    for loop in list(_clients):
        if loop.is_closed():
            _clients.pop(loop, None)


async def _held() -> AsyncGenerator[httpx2.AsyncClient, None]:
    client = httpx2.AsyncClient(
        verify=tls(),
        follow_redirects=False,
        timeout=httpx2.Timeout(None),
        limits=httpx2.Limits(
            max_connections=None,
            max_keepalive_connections=MOST_KEPT_OPEN,
            keepalive_expiry=KEPT_OPEN_S,
        ),
        headers={"Accept-Encoding": "identity"},
        cookies=CookieJar(DefaultCookiePolicy(allowed_domains=())),
        event_hooks={"request": [_note], "response": [_guard]},
    )
    try:
        yield client
    finally:
        _clients.pop(asyncio.get_running_loop(), None)
        await client.aclose()


@cache
def tls() -> ssl.SSLContext:
    """The trusted certificates; reading them takes 17 ms, so it is done once."""
    return httpx2.create_ssl_context()


async def _note(request: httpx2.Request) -> None:
    if wire := current_trace():
        wire.url, wire.sent = _bare(request.url), await request.aread()


def _bare(url: httpx2.URL) -> str:
    """The address without what may be secret in it."""
    return str(url.copy_with(query=None, username="", password=""))


async def _guard(response: httpx2.Response) -> None:
    wire = current_trace()
    if wire:
        wire.status = response.status_code
    if response.is_redirect:
        raise RefusedReplyError("llm.redirected")
    encoding = response.headers.get("content-encoding", "identity")
    if encoding != "identity":
        raise RefusedReplyError("llm.compressed", encoding=encoding)
    if isinstance(response.stream, httpx2.AsyncByteStream):
        call = _call.get()
        call.begun.append(response)
        response.stream = _Watched(response.stream, call.most_bytes, wire)


class _Watched(httpx2.AsyncByteStream):
    """A stream that is noted as it comes, and refuses to go on past the limit."""

    def __init__(self, stream: httpx2.AsyncByteStream, limit: int, wire: HttpTrace | None) -> None:
        self._stream = stream
        self._limit = limit
        self._wire = wire

    async def __aiter__(self) -> AsyncIterator[bytes]:
        received = 0
        async with closing(aiter(self._stream)) as chunks:
            async for data in chunks:
                received += len(data)
                if self._wire:
                    self._wire.note(data)
                if received > self._limit:
                    raise RefusedReplyError("llm.too_large", bytes=self._limit)
                yield data

    async def aclose(self) -> None:
        await self._stream.aclose()
