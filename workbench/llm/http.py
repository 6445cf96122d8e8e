"""The HTTP client of one request: no redirects, no compression, a limit on the reply's size."""

import ssl
from collections.abc import AsyncIterator, Awaitable, Callable
from functools import cache

import httpx2

from workbench.llm.streams import closing
from workbench.llm.wire import Wire, noted

MOST_BYTES = 8_000_000
"""Of a reply whose length is not known beforehand."""


class RefusedReplyError(Exception):
    """We stop reading a reply on purpose; the code names the sentence that says why."""

    def __init__(self, code: str, **words: str | int) -> None:
        super().__init__(code)
        self.code = code
        self.words = words


def http_client(most_bytes: int = MOST_BYTES) -> httpx2.AsyncClient:
    """A client for one request, which stops reading a reply that is longer.

    One each, since a client belongs to the event loop and the thread that first used it, and a
    ChatModel is shared by all of them. The deadline is the caller's: nothing ends before it.
    """
    return httpx2.AsyncClient(
        verify=tls(),
        follow_redirects=False,
        timeout=httpx2.Timeout(None),
        headers={"Accept-Encoding": "identity"},
        event_hooks={"request": [_note], "response": [_guard(most_bytes)]},
    )


@cache
def tls() -> ssl.SSLContext:
    """The trusted certificates; reading them takes 17 ms, so it is done once."""
    return httpx2.create_ssl_context()


async def _note(request: httpx2.Request) -> None:
    if wire := noted():
        wire.url, wire.sent = _bare(request.url), await request.aread()


def _bare(url: httpx2.URL) -> str:
    """The address without what may be secret in it."""
    return str(url.copy_with(query=None, username="", password=""))


def _guard(limit: int) -> Callable[[httpx2.Response], Awaitable[None]]:
    async def guard(response: httpx2.Response) -> None:
        wire = noted()
        if wire:
            wire.status = response.status_code
        if response.is_redirect:
            raise RefusedReplyError("llm.redirected")
        encoding = response.headers.get("content-encoding", "identity")
        if encoding != "identity":
            raise RefusedReplyError("llm.compressed", encoding=encoding)
        if isinstance(response.stream, httpx2.AsyncByteStream):
            response.stream = _Watched(response.stream, limit, wire)

    return guard


class _Watched(httpx2.AsyncByteStream):
    """A stream that is noted as it comes, and refuses to go on past the limit."""

    def __init__(self, stream: httpx2.AsyncByteStream, limit: int, wire: Wire | None) -> None:
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
