"""The HTTP client for model calls: no redirects, cookies, compression or unlimited replies."""

import asyncio
import ssl
from collections.abc import AsyncGenerator, AsyncIterator
from contextlib import asynccontextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field
from functools import cache
from http.cookiejar import CookieJar, DefaultCookiePolicy

import httpx2

from workbench.llm.http.trace import HttpTrace, current_trace
from workbench.llm.streams import closing

MOST_BYTES = 8_000_000
"""Limit of a response body whose expected length is not known."""

KEPT_OPEN_S = 60.0
"""Seconds; the next call closes a connection idle for longer instead of reusing it."""

MOST_KEPT_OPEN = 32
"""Idle connections kept at most. Each call checks all of them, which takes 0.02 ms a connection; a
new one takes 1 ms, and ten with TLS. As many as a provider gets calls at once by default."""


class RefusedReplyError(Exception):
    """The client refused a response; ``code`` names the message with the reason."""

    def __init__(self, code: str, **words: str | int) -> None:
        super().__init__(code)
        self.code = code
        self.words = words


@dataclass
class _Call:
    """One use of a client: the size limit of its responses, and the responses it began to read."""

    most_bytes: int = MOST_BYTES
    opened: list[httpx2.Response] = field(default_factory=list)

    async def close_responses(self) -> None:
        """Close responses that were not fully read; the SDKs do not do so reliably."""
        for response in self.opened:
            await response.aclose()


_call: ContextVar[_Call] = ContextVar("call")
_clients: dict[
    asyncio.AbstractEventLoop, tuple[httpx2.AsyncClient, AsyncGenerator[httpx2.AsyncClient, None]]
] = {}


@asynccontextmanager
async def http_client(most_bytes: int = MOST_BYTES) -> AsyncIterator[httpx2.AsyncClient]:
    """Yield the client of the running event loop for one call; connections are reused.

    A response longer than ``most_bytes`` raises RefusedReplyError. The client has no timeout of its
    own: the caller applies the deadline.
    """
    call = _Call(most_bytes)
    _call.set(call)
    try:
        yield await _client()
    finally:
        await call.close_responses()


async def _client() -> httpx2.AsyncClient:
    """Return the client of the running event loop; create it on first use.

    It is closed with its loop by ``loop.shutdown_asyncgens()``, which ``asyncio.run`` calls. The
    client of a loop that was closed without that call cannot be closed any more: it is dropped when
    another loop creates its own.
    """
    loop = asyncio.get_running_loop()
    if loop not in _clients:
        _forget_closed_loops()
        # loop.shutdown_asyncgens() closes the generator, and with it the client.
        holder = _client_until_shutdown()
        _clients[loop] = (await anext(holder), holder)
    return _clients[loop][0]


def _forget_closed_loops() -> None:
    for loop in list(_clients):
        if loop.is_closed():
            _clients.pop(loop, None)


async def _client_until_shutdown() -> AsyncGenerator[httpx2.AsyncClient, None]:
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
        event_hooks={"request": [_trace_request], "response": [_check_response]},
    )
    try:
        yield client
    finally:
        _clients.pop(asyncio.get_running_loop(), None)
        await client.aclose()


@cache
def tls() -> ssl.SSLContext:
    """The trusted certificates, loaded once, since that takes 17 ms."""
    return httpx2.create_ssl_context()


async def _trace_request(request: httpx2.Request) -> None:
    if wire := current_trace():
        wire.url, wire.sent = _without_secrets(request.url), await request.aread()


def _without_secrets(url: httpx2.URL) -> str:
    """The URL without its query, user name and password, which may contain secrets."""
    if url.query or url.userinfo:
        url = url.copy_with(query=None, username="", password="")
    return str(url)


async def _check_response(response: httpx2.Response) -> None:
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
        call.opened.append(response)
        response.stream = _LimitedStream(response.stream, call.most_bytes, wire)


class _LimitedStream(httpx2.AsyncByteStream):
    """A response body that is traced as it arrives and limited in size."""

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
