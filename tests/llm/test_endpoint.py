"""Several compatible servers at once, each with its own key."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from pydantic import SecretStr

from tests.llm.vendors import ask
from tests.modelserver import answers
from tests.modelserver.insurance_model import ANSWER, QUESTION, insurance_model
from tests.modelserver.server import ModelServer
from workbench import Workbench
from workbench.errors import ConfigurationError
from workbench.llm.endpoint import chat_model, endpoint_of, parse_name
from workbench.llm.redaction.redact import Secrets
from workbench.settings import Settings, load_settings


@pytest.fixture
def two() -> Iterator[tuple[ModelServer, ModelServer]]:
    with ModelServer() as first, ModelServer() as second:
        yield first, second


def settings_of(first: ModelServer, second: ModelServer) -> Settings:
    return Settings(
        _env_file=None,
        compatible_base_url=first.openai_url,
        compatible_api_key=SecretStr("key-of-the-usual-server"),
        compatible_servers={"big": second.openai_url},
        compatible_keys={"big": SecretStr("key-of-the-big-server")},
    )


async def test_each_server_gets_its_own_key_and_its_models_plain_name(
    two: tuple[ModelServer, ModelServer],
) -> None:
    settings = settings_of(*two)
    for server, name in zip(two, ("compatible:small", "compatible:large@big"), strict=True):
        server.always(answers.say("Good."))
        reply = await chat_model(name, settings).complete(ask())
        assert reply.model == name
        assert server.requests[-1].body["model"] == name.partition(":")[2].partition("@")[0]
    sent = [server.requests[-1].headers["authorization"] for server in two]
    assert sent == ["Bearer key-of-the-usual-server", "Bearer key-of-the-big-server"]


async def test_a_planner_here_and_a_writer_there(
    two: tuple[ModelServer, ModelServer], tmp_path: Path
) -> None:
    planner, writer = two
    planner.choose(insurance_model())
    writer.choose(insurance_model())
    bench = Workbench.open(
        settings_of(*two).model_copy(
            update={
                "workbench_home": tmp_path,
                "planner_model": "compatible:small",
                "answer_model": "compatible:large@big",
            }
        )
    )
    run = await bench.ask(QUESTION, workspace="insurance")
    assert run.answer
    assert (run.answer.marked, run.answer.model) == (ANSWER, "compatible:large@big")
    assert run.models == {"planner": "compatible:small", "answer": "compatible:large@big"}
    assert (len(planner.requests), len(writer.requests)) == (1, 1)
    assert "key-of" not in run.model_dump_json()


async def test_a_server_without_a_key_is_not_sent_the_usual_ones(
    two: tuple[ModelServer, ModelServer],
) -> None:
    settings = settings_of(*two).model_copy(update={"compatible_keys": {}})
    two[1].always(answers.say("Good."))
    await chat_model("compatible:large@big", settings).complete(ask())
    assert "usual" not in str(two[1].requests[-1].headers)


def test_known_servers_need_no_address() -> None:
    nothing = Settings(_env_file=None)
    assert endpoint_of("compatible", nothing, "ollama").url == "http://127.0.0.1:11434/v1"
    with pytest.raises(ConfigurationError, match="COMPATIBLE_KEYS: openrouter"):
        endpoint_of("compatible", nothing, "openrouter")


@pytest.mark.parametrize(
    ("rest", "model", "server"),
    [
        ("llama3.2@ollama", "llama3.2", "ollama"),
        ("@cf/meta/llama-3", "@cf/meta/llama-3", ""),
        ("llama@sha256", "llama@sha256", ""),
        ("a@b@big", "a@b", "big"),
        ("@ollama", "@ollama", ""),
    ],
)
def test_an_at_that_no_server_follows_belongs_to_the_model(
    rest: str, model: str, server: str
) -> None:
    named = parse_name(f"compatible:{rest}", Settings(compatible_servers={"big": "http://big/v1"}))
    assert (named.model, named.server, named.label) == (model, server, rest)


def test_only_compatible_models_have_servers() -> None:
    assert parse_name("openai:gpt-4o@ollama", Settings()).model == "gpt-4o@ollama"


def test_the_keys_of_servers_are_hidden_too(two: tuple[ModelServer, ModelServer]) -> None:
    assert Secrets.of(settings_of(*two)).hide("It is key-of-the-big-server.") == "It is [key]."


def test_servers_are_read_from_the_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COMPATIBLE_SERVERS", '{"big": "http://10.0.0.5:8000/v1"}')
    monkeypatch.setenv("COMPATIBLE_KEYS", '{"big": "secret-of-big"}')
    settings = load_settings()
    assert endpoint_of("compatible", settings, "big").url == "http://10.0.0.5:8000/v1"
    assert "secret-of-big" not in repr(settings)


@pytest.mark.parametrize("written", ["big=http://x", "[1]", '{"big": 3}'])
def test_a_table_that_is_none_is_named(written: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COMPATIBLE_SERVERS", written)
    with pytest.raises(ConfigurationError, match=r"(?i)compatible_servers"):
        load_settings()
