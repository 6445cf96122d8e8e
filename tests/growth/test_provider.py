"""A provider is one file and one line: it answers, lists, is set up, and its key is hidden."""

from typing import Any

import pytest

from tests.modelserver.answers import models, say
from tests.modelserver.server import ModelServer
from tests.support.growth import GrownProject, grow

ADDED = {
    "workbench/llm/providers/parrot.py": '''\
"""Parrot, which speaks OpenAI's protocol."""

from workbench.llm.protocol import ChatModel
from workbench.llm.provider import Endpoint, ModelAddress, Provider
from workbench.settings import Settings


def chat(address: ModelAddress, at: Endpoint, _: Settings) -> ChatModel:
    """The ChatModel for one of Parrot's models."""
    from pydantic_ai.models.openai import OpenAIChatModel
    from pydantic_ai.providers.openai import OpenAIProvider

    from workbench.llm.failures.error_mapping import error_mapper
    from workbench.llm.pydantic_ai.openai_sdk import FAILURES, open_client
    from workbench.llm.pydantic_ai.pydantic_model import PydanticModel

    def open_model(http):
        provider = OpenAIProvider(openai_client=open_client(http, at.url, at.secret))
        return OpenAIChatModel(address.model, provider=provider)

    mapper = error_mapper(PROVIDER, at.key, FAILURES)
    return PydanticModel(address.model, open_model=open_model, mapper=mapper, mode="native")


PROVIDER = Provider("parrot", "Parrot & Sons", chat, base_url="https://parrot.example/v1")
'''
}
REGISTRY = "workbench/llm/providers/__init__.py"
REGISTERED = '        "parrot",'

KEY = "canary-of-the-parrot-4711"
PAINTED = "She painted Field [Source 1], Bridge [Source 2] and Sketch [Source 3]."
CALLED = """
import asyncio, os
from workbench import Workbench
from workbench.domain.answer import AskOptions
os.environ |= {{"PARROT_API_KEY": {key!r}, "PARROT_BASE_URL": {url!r}}}
os.environ["PLAN_CONFIDENCE_THRESHOLD"] = "0.3"  # the museum has two examples an intent
bench = Workbench.open()
options = AskOptions(models={{"answer": "parrot:grey"}})
run = asyncio.run(bench.ask("What did Orlova paint?", workspace="museum", options=options))
"""
SHOWN = """
import html.entities, os  # AppTest puts workbench/ui, with its html.py, first in the path
from pathlib import Path
from streamlit.testing.v1 import AppTest
os.environ["PARROT_API_KEY"] = {key!r}
app = AppTest.from_file("workbench/ui/main.py", default_timeout=60)
app.session_state["wb_tab"] = "tab"
app.run().switch_page(str(Path("pages/models.py").resolve())).run()
seen = [one.label for one in app.text_input if one.key == "wb_key_parrot"]
seen += [name for one in app.selectbox for name in one.options if "Parrot" in name][:1]
seen += [error.message for error in app.exception]
"""


@pytest.fixture(scope="module")
def grown(tmp_path_factory: pytest.TempPathFactory) -> GrownProject:
    return grow(tmp_path_factory.mktemp("grown"), ADDED, REGISTRY, REGISTERED)


def called(grown: GrownProject, server: ModelServer, code: str) -> Any:
    """Ask a question through the provider; its key and address come from the environment."""
    return grown.value(CALLED.format(key=KEY, url=server.openai_url) + code)


def test_it_answers_and_its_key_is_hidden(grown: GrownProject) -> None:
    with ModelServer() as server:
        server.always(say(f"{PAINTED} My key is {KEY}."))
        answer, model, record = called(
            grown, server, "seen = run.answer.marked, run.answer.model, run.model_dump_json()"
        )
        assert server.requests[-1].headers["authorization"] == f"Bearer {KEY}"
    assert answer.startswith(PAINTED)
    assert model == "parrot:grey"
    assert KEY not in record


def test_it_lists_its_models_and_its_failures_bear_its_name(grown: GrownProject) -> None:
    with ModelServer() as server:
        server.always(models("grey", "green"))
        seen = called(
            grown,
            server,
            "seen = [one.name for one in asyncio.run(bench.list_models('parrot'))]\n"
            "seen += [stage.error.message for stage in run.stages if stage.error]",
        )
    assert seen[:2] == ["parrot:grey", "parrot:green"]
    assert seen[2].startswith("Parrot & Sons")


def test_a_missing_key_is_named_by_its_variable(grown: GrownProject) -> None:
    ended = grown.run(
        "-m", "workbench", "ask", "Orlova?", "-w", "museum", "--model", "answer=parrot:x"
    )
    assert ended.returncode == 2
    assert "PARROT_API_KEY" in ended.stderr


def test_the_models_page_shows_it(grown: GrownProject) -> None:
    label, option = grown.value(SHOWN.format(key=KEY))
    assert "Parrot & Sons" in label
    assert option == "Parrot & Sons"
