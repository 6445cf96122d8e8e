"""What a provider offers, and whether one of its models answers."""

import re
from pathlib import Path

import pytest
from pydantic import SecretStr

from tests.llm.vendors import KEY, VENDORS
from tests.modelserver import answers
from tests.modelserver.exchange import Answer
from tests.modelserver.gzip_bomb import gzip_bomb
from tests.modelserver.server import ModelServer
from workbench.errors import ConfigurationError, ProviderError
from workbench.llm.endpoint import endpoint_of
from workbench.llm.model_list import list_models
from workbench.llm.probe import probe_model
from workbench.llm.protocol import ChatModel
from workbench.llm.providers import PROVIDERS
from workbench.llm.providers.compatible import PRESETS
from workbench.llm.session import Credentials
from workbench.settings import Settings

NOTHING_SET = Settings(_env_file=None)


@pytest.mark.parametrize("provider", PROVIDERS)
async def test_models_are_listed(provider: str, server: ModelServer, settings: Settings) -> None:
    server.always(answers.models("first-model", "second-model"))
    found = await list_models(provider, settings)
    assert [model.name for model in found] == [
        f"{provider}:first-model",
        f"{provider}:second-model",
    ]
    [request] = server.requests
    assert request.method == "GET"
    assert KEY in str(request.headers)
    assert KEY not in request.path


@pytest.mark.parametrize("provider", PROVIDERS)
@pytest.mark.parametrize(
    ("answer", "says"),
    [
        (answers.status(401), "did not accept the key"),
        (answers.status(404), "no list of models"),
        (answers.status(429), "limiting the request rate"),
        (answers.status(400), "rejected"),
        (answers.status(503), "not available"),
        (answers.html_page, "cannot be parsed"),
        (answers.error_with_200, "cannot be parsed"),
        (answers.reset, "could not be reached"),
        (answers.redirect("http://127.0.0.1:9/"), "redirect"),
        (gzip_bomb, "compressed"),
    ],
)
async def test_a_list_that_fails(
    provider: str, answer: Answer, says: str, server: ModelServer, settings: Settings
) -> None:
    server.always(answer)
    with pytest.raises(ProviderError, match=says) as failure:
        await list_models(provider, settings)
    assert failure.value.hint
    assert KEY not in f"{failure.value!r} {failure.value.original!r}"


async def test_a_model_is_tried(model: ChatModel, server: ModelServer) -> None:
    server.always(answers.say(" ready\n"))
    trial = await probe_model(model)
    assert (trial.model, trial.text) == (model.name, "ready")
    assert (trial.input_tokens, trial.output_tokens) == (12, 7)
    assert trial.ms > 0
    assert (trial.price_usd is None) == model.name.startswith("compatible")


async def test_a_model_that_does_not_answer(model: ChatModel, server: ModelServer) -> None:
    server.always(answers.status(404))
    with pytest.raises(ProviderError, match="does not know this model"):
        await probe_model(model)


@pytest.mark.parametrize("name", PRESETS)
def test_a_preset_stands_for_an_address(name: str) -> None:
    settings = Settings(
        _env_file=None, compatible_base_url=name, compatible_api_key=SecretStr("some-key")
    )
    assert endpoint_of("compatible", settings).url == PRESETS[name].base_url
    assert re.fullmatch(r"http://127\.0\.0\.1:\d+/v1|https://\S+/v1", PRESETS[name].base_url)


def test_presets_are_documented() -> None:
    page = Path("docs/configuration.md").read_text("utf-8")
    assert all(f"`{name}`" in page for name in PRESETS)


def test_only_a_preset_elsewhere_wants_a_key() -> None:
    local = Settings(_env_file=None, compatible_base_url="ollama")
    assert endpoint_of("compatible", local).key is None
    remote = Settings(_env_file=None, compatible_base_url="openrouter")
    with pytest.raises(ConfigurationError, match="COMPATIBLE_API_KEY"):
        endpoint_of("compatible", remote)


def test_typed_keys_come_before_the_settings() -> None:
    typed = Credentials(openai=SecretStr(KEY)).apply_to(NOTHING_SET)
    assert endpoint_of("openai", typed).key == SecretStr(KEY)
    assert NOTHING_SET.openai_api_key is None
    assert KEY not in f"{typed!r} {Credentials(openai=SecretStr(KEY))!r}"


def test_an_address_typed_in_never_gets_the_configured_key() -> None:
    configured = Settings(
        _env_file=None, compatible_base_url="ollama", compatible_api_key=SecretStr(KEY)
    )
    typed = Credentials(compatible_base_url="http://127.0.0.1:1/v1").apply_to(configured)
    at = endpoint_of("compatible", typed)
    assert (at.url, at.key) == ("http://127.0.0.1:1/v1", None)
    assert KEY not in repr(at)


@pytest.mark.parametrize("key", ["ключ", "two words", "line\nbreak"])
def test_what_cannot_be_a_key_is_refused_without_repeating_it(key: str) -> None:
    settings = Settings(_env_file=None, openai_api_key=SecretStr(key))
    with pytest.raises(ConfigurationError, match="OPENAI_API_KEY") as failure:
        endpoint_of("openai", settings)
    assert key not in str(failure.value)


def test_space_around_a_key_is_dropped() -> None:
    settings = Settings(_env_file=None, openai_api_key=SecretStr(f" {KEY}\n"))
    assert endpoint_of("openai", settings).key == SecretStr(KEY)


def test_fallbacks_are_written_with_commas(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ANSWER_FALLBACKS", f"{VENDORS[2]}, {VENDORS[1]},")
    assert Settings(_env_file=None).answer_fallbacks == (VENDORS[2], VENDORS[1])
