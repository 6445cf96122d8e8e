"""A model server for each test, settings that point every provider to it, and a workbench."""

import asyncio
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, TypeAlias

import pytest

from tests.conftest import IndexedHome
from tests.llm.vendors import VENDORS, ask, settings_for
from tests.modelserver.answers import say
from tests.modelserver.insurance_model import insurance_model
from tests.modelserver.server import ModelServer
from workbench import Workbench
from workbench.llm.endpoint import chat_model
from workbench.llm.protocol import ChatModel
from workbench.settings import Settings

Open: TypeAlias = Callable[..., Workbench]


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


@pytest.fixture(scope="session")
def prepared(tmp_path_factory: pytest.TempPathFactory, indexed_home: IndexedHome) -> Workbench:
    """Opening a workspace takes seconds: it is done once."""
    home = indexed_home(tmp_path_factory.mktemp("prepared"))
    bench = Workbench.open(Settings(_env_file=None, workbench_home=home))
    bench.prepare("insurance")
    return bench


@pytest.fixture
def home(tmp_path: Path) -> Path:
    """Where the test's workbenches keep their runs."""
    return tmp_path / "home"


@pytest.fixture
def opened(server: ModelServer, home: Path, prepared: Workbench) -> Open:
    """Opens a workbench whose planner and writer are GPT on the local server, or as told."""

    def open_with(*, schemas: Any = (), **changes: Any) -> Workbench:
        base: dict[str, Any] = {
            "workbench_home": home,
            "planner_model": VENDORS[0],
            "answer_model": VENDORS[0],
        }
        settings = settings_for(server).model_copy(update=base | changes)
        bench = Workbench.open(settings, schemas=schemas)
        bench.workspace_pool.opened |= prepared.workspace_pool.opened
        return bench

    server.choose(insurance_model())
    return open_with


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
