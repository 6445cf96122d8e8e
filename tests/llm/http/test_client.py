"""Connections are kept for the next call, and closed with the event loop."""

import asyncio
import gc
import time
import weakref
from collections.abc import Iterator

import httpx2
import pytest

from tests.llm.vendors import VENDORS, ask, settings_for
from tests.modelserver import answers
from tests.modelserver.exchange import Exchange
from tests.modelserver.server import ModelServer
from workbench.errors import ProviderError
from workbench.llm.endpoint import chat_model
from workbench.llm.http.client import http_client
from workbench.llm.streams import closing
from workbench.llm.wrappers.retry import RetryingModel


@pytest.fixture
def server() -> Iterator[ModelServer]:
    with ModelServer(keeps_connections=True) as server:
        server.always(answers.say("Good."))
        yield server


@pytest.mark.parametrize("name", VENDORS)
async def test_calls_one_after_the_other_share_a_connection(name: str, server: ModelServer) -> None:
    model = chat_model(name, settings_for(server))
    for _ in range(3):
        assert (await model.complete(ask())).text == "Good."
        assert [item async for item in model.stream(ask())][-1].text == "Good."  # type: ignore[union-attr]
    assert len(server.requests) == 6
    assert server.connections_made == 1


async def test_calls_at_once_have_connections_of_their_own(server: ModelServer) -> None:
    model = chat_model(VENDORS[0], settings_for(server))
    await asyncio.gather(*(model.complete(ask()) for _ in range(150)))
    assert 1 < server.connections_made <= 150


async def test_a_connection_that_was_closed_meanwhile_costs_a_try_at_most(
    server: ModelServer,
) -> None:
    model = RetryingModel(chat_model(VENDORS[0], settings_for(server)), pause_s=0.01)
    await model.complete(ask())

    async def hang_up(exchange: Exchange) -> None:
        exchange.reset()

    server.queue(hang_up)
    assert (await model.complete(ask())).text == "Good."


async def test_a_call_that_is_left_does_not_give_its_connection_on(server: ModelServer) -> None:
    model = chat_model(VENDORS[0], settings_for(server))
    server.queue(answers.hang)
    with pytest.raises(ProviderError):
        await model.complete(ask(deadline_s=0.3))
    assert (await model.complete(ask())).text == "Good."
    assert server.connections_made == 2


async def test_no_cookie_is_kept(server: ModelServer) -> None:
    async def with_cookie(exchange: Exchange) -> None:
        await exchange.respond(b'{"data": []}', headers={"set-cookie": "session=one; Path=/"})

    server.always(with_cookie)
    for _ in range(2):
        async with http_client() as http:
            await http.get(f"{server.url}/v1/models")
    assert not any("cookie" in request.headers for request in server.requests)


@pytest.mark.parametrize("name", VENDORS)
async def test_a_stream_that_is_left_is_hung_up_on_at_once(name: str, server: ModelServer) -> None:
    server.always(answers.drip)
    async with closing(chat_model(name, settings_for(server)).stream(ask())) as items:
        await anext(items)
    left = time.monotonic()
    assert await server.hung_up() - left < 1


async def used() -> httpx2.AsyncClient:
    async with http_client() as http:
        return http


def test_every_loop_has_a_client_of_its_own_and_closes_it() -> None:
    first, second = asyncio.run(used()), asyncio.run(used())
    assert first is not second
    assert first.is_closed
    assert second.is_closed


def test_a_loop_that_is_run_by_hand_closes_its_client_when_asked_to() -> None:
    loop = asyncio.new_event_loop()
    client = loop.run_until_complete(used())
    loop.run_until_complete(loop.shutdown_asyncgens())
    loop.close()
    assert client.is_closed


def test_a_loop_that_was_only_closed_is_forgotten_with_its_client() -> None:
    loops = list[weakref.ref[asyncio.AbstractEventLoop]]()
    for _ in range(3):
        loop = asyncio.new_event_loop()
        loop.run_until_complete(used())
        loop.close()
        loops.append(weakref.ref(loop))
    del loop
    asyncio.run(used())
    gc.collect()
    assert [loop() for loop in loops] == [None] * 3
