"""A workbench whose planner and writer are models on a local server."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from pydantic import SecretStr

from tests.conftest import IndexedHome
from tests.modelserver.server import ModelServer
from workbench import Workbench
from workbench.settings import Settings

KEY = "canary-key-0815"


@pytest.fixture
def server() -> Iterator[ModelServer]:
    with ModelServer() as server:
        yield server


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory, indexed_home: IndexedHome) -> Path:
    return indexed_home(tmp_path_factory.mktemp("pipeline"))


@pytest.fixture
def modelled(server: ModelServer, home: Path) -> Workbench:
    """Planner and writer over the OpenAI protocol."""
    return Workbench.open(
        Settings(
            workbench_home=home,
            planner_model="openai:gpt-4o",
            answer_model="openai:gpt-4o",
            openai_api_key=SecretStr(KEY),
            openai_base_url=server.openai_url,
            answer_deadline_s=5,
            planner_deadline_s=5,
        )
    )
