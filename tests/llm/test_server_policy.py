"""MODEL_SERVERS: which compatible servers a question or a session may name, whoever asks."""

from pathlib import Path
from typing import Any

import pytest

from tests.modelserver.insurance_model import ANSWER, QUESTION, insurance_model
from tests.modelserver.server import ModelServer
from workbench import Workbench
from workbench.domain.answer import AskOptions
from workbench.errors import ConfigurationError
from workbench.llm.endpoint import endpoint_of
from workbench.llm.session import Credentials, Session
from workbench.settings import Settings

AT_PRESET = AskOptions(models={"answer": "compatible:x@vllm"})


def settings(**values: Any) -> Settings:
    return Settings(_env_file=None, **({"model_servers": "configured"} | values))


def typed(address: str) -> Session:
    return Session(Credentials(compatible_base_url=address))


async def test_a_question_cannot_name_a_preset(tmp_path: Path) -> None:
    bench = Workbench.open(settings(workbench_home=tmp_path))
    with pytest.raises(ConfigurationError, match="do not allow calls to the server vllm"):
        await bench.ask(QUESTION, workspace="insurance", options=AT_PRESET)
    with pytest.raises(ConfigurationError, match="vllm"):
        await bench.test_model("compatible:x@vllm")


async def test_a_session_cannot_name_an_address(server: ModelServer, tmp_path: Path) -> None:
    bench = Workbench.open(settings(workbench_home=tmp_path))
    options = AskOptions(models={"answer": "compatible:x"})
    session = typed(server.openai_url)
    with pytest.raises(ConfigurationError, match="do not allow calls to the server http"):
        await bench.ask(QUESTION, workspace="insurance", options=options, session=session)
    with pytest.raises(ConfigurationError):
        await bench.list_models("compatible", session)
    with pytest.raises(ConfigurationError):
        await bench.test_model("compatible:x", session)
    assert not server.requests


async def test_any_lets_a_session_name_one(server: ModelServer, tmp_path: Path) -> None:
    server.choose(insurance_model())
    bench = Workbench.open(settings(workbench_home=tmp_path, model_servers="any"))
    options = AskOptions(models={"answer": "compatible:x"})
    session = typed(server.openai_url)
    run = await bench.ask(QUESTION, workspace="insurance", options=options, session=session)
    assert run.answer
    assert run.answer.marked == ANSWER


@pytest.mark.parametrize(
    ("server", "values"),
    [
        ("big", {"compatible_servers": {"big": "http://10.0.0.5:8000/v1"}}),
        ("vllm", {"planner_model": "compatible:x@vllm"}),
        ("vllm", {"answer_fallbacks": ("compatible:x@vllm",)}),
        ("vllm", {"compatible_base_url": "vllm"}),
    ],
)
def test_what_the_settings_name_may_be_called(server: str, values: dict[str, Any]) -> None:
    assert endpoint_of("compatible", settings(**values), server).url
    with pytest.raises(ConfigurationError, match="lm-studio"):
        endpoint_of("compatible", settings(**values), "lm-studio")


def test_the_app_allows_none_unless_the_settings_say_so() -> None:
    assert Settings(_env_file=None).for_app.model_servers == "configured"
    assert settings(model_servers="any").for_app.model_servers == "any"
