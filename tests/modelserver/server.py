"""A scripted local server for the providers' protocols, running in its own thread."""

import asyncio
import contextlib
import json
import threading
import time
from collections import deque
from collections.abc import Callable
from types import TracebackType
from typing import Self

from tests.modelserver.answers import status
from tests.modelserver.anthropic import AnthropicDialect
from tests.modelserver.dialect import Dialect
from tests.modelserver.exchange import Answer, Exchange, Received
from tests.modelserver.gemini import GeminiDialect
from tests.modelserver.openai import OpenAIDialect

DIALECTS: tuple[Dialect, ...] = (OpenAIDialect(), AnthropicDialect(), GeminiDialect())


class ModelServer:
    """Answers from a queue first, then by a function of the request; records every request.

    Runs in its own thread, so that synchronous code (screens, the command line) can call it too.
    """

    def __init__(self, *, keeps_connections: bool = False) -> None:
        self.requests: list[Received] = []
        self.connections_made = 0
        self._keeps_connections = keeps_connections
        self.url = ""
        self._queue: deque[Answer] = deque()
        self._choose: Callable[[Received], Answer] = lambda request: status(
            500, "The script has no answer for this request."
        )
        self._mistakes: list[Exception] = []
        """Exceptions raised by the script, which fail the test at its end."""
        self._connections: dict[asyncio.Task[None], asyncio.StreamWriter] = {}

    @property
    def openai_url(self) -> str:
        """The base URL for OpenAI and compatible providers."""
        return f"{self.url}/v1"

    def queue(self, *answers: Answer) -> None:
        """Answer the next requests with these, one each."""
        self._queue.extend(answers)

    def always(self, answer: Answer) -> None:
        """Answer every request for which the queue is empty."""
        self._choose = lambda request: answer

    def choose(self, by_request: Callable[[Received], Answer]) -> None:
        """Let a function pick the answer from the request."""
        self._choose = by_request

    async def hung_up(self) -> float:
        """Return when the client closed the last request's connection; wait at most a second."""
        async with asyncio.timeout(1):
            while (at := self.requests[-1].hung_up_at) is None:
                await asyncio.sleep(0.01)
        return at

    def __enter__(self) -> Self:
        started = threading.Event()
        self._thread = threading.Thread(
            target=lambda: asyncio.run(self._serve(started)), name="model-server", daemon=True
        )
        self._thread.start()
        assert started.wait(5), "the model server did not start"
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._loop.call_soon_threadsafe(self._stopped.set)
        self._thread.join(5)
        if self._mistakes and error is None:
            raise self._mistakes[0]

    async def _serve(self, started: threading.Event) -> None:
        self._loop = asyncio.get_running_loop()
        self._stopped = asyncio.Event()
        server = await asyncio.start_server(self._accept, "127.0.0.1", 0)
        self.url = f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}"
        started.set()
        await self._stopped.wait()
        server.close()
        left = dict(self._connections)
        for task, writer in left.items():
            task.cancel()
            writer.transport.abort()
        await asyncio.gather(*left, return_exceptions=True)

    async def _accept(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.current_task()
        assert task is not None
        self._connections[task] = writer
        self.connections_made += 1
        try:
            await self._answer(reader, writer)
            while self._keeps_connections and not writer.is_closing():
                await self._answer(reader, writer)
        except (asyncio.IncompleteReadError, ConnectionError):
            pass  # the client sent no request, or no further one
        finally:
            writer.close()
            with contextlib.suppress(OSError):
                await writer.wait_closed()
            del self._connections[task]

    async def _answer(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        request = await _read(reader)
        dialect = next((d for d in DIALECTS if d.speaks(request.path, request.headers)), None)
        self.requests.append(request)
        exchange = Exchange(
            request, dialect or DIALECTS[0], reader, writer, is_kept=self._keeps_connections
        )
        if dialect is None:
            await exchange.respond(b"Not Found", status=404, headers={"content-type": "text/html"})
            return
        try:
            answer = self._queue.popleft() if self._queue else self._choose(request)
            await answer(exchange)
        except ConnectionError:
            request.hung_up_at = request.hung_up_at or time.monotonic()
        except Exception as error:
            self._mistakes.append(error)


async def _read(reader: asyncio.StreamReader) -> Received:
    """Read one HTTP request with a JSON body."""
    head = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1")
    first, *lines = head.strip().split("\r\n")
    method, path, _ = first.split(" ", 2)
    headers = {
        name.strip().lower(): value.strip() for name, _, value in (x.partition(":") for x in lines)
    }
    raw = await reader.readexactly(int(headers.get("content-length", 0)))
    return Received(method, path, headers, json.loads(raw) if raw else None)
