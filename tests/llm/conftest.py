"""A model server for each test, and settings that point every provider to it."""

import asyncio
from collections.abc import Iterator

import pytest

from tests.llm.vendors import VENDORS, ask, settings_for
from tests.modelserver.answers import say
from tests.modelserver.server import ModelServer
from workbench.llm.protocol import ChatModel
from workbench.llm.providers import chat_model
from workbench.settings import Settings


@pytest.fixture
def server() -> Iterator[ModelServer]:
    with ModelServer() as server:
        yield server


@pytest.fixture
def settings(server: ModelServer) -> Settings:
    return settings_for(server)


@pytest.fixture(params=VENDORS)
def model(request: pytest.FixtureRequest, settings: Settings) -> ChatModel:
    """Each provider's adapter in turn."""
    return chat_model(request.param, settings)


@pytest.fixture(scope="session", autouse=True)
def sdks_loaded() -> None:
    """At their first request the SDKs load parts of themselves: longer than some deadlines."""

    async def first_requests(settings: Settings) -> None:
        for name in VENDORS:
            model = chat_model(name, settings)
            await model.complete(ask(deadline_s=60))
            assert [item async for item in model.stream(ask(deadline_s=60))]

    with ModelServer() as good:
        good.always(say("Good."))
        asyncio.run(first_requests(settings_for(good)))
