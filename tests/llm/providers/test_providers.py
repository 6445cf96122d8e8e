"""A model by its name, and what is said when there is none."""

import subprocess
import sys
from pathlib import Path
from typing import get_args

import pytest
from anthropic.types import Model as AnthropicName
from openai.types.shared import ChatModel as OpenAIName
from pydantic import SecretStr
from pydantic_ai.models.google import LatestGoogleModelNames

import workbench.llm.providers
from tests.llm.vendors import KEY, VENDORS
from workbench.errors import ConfigurationError
from workbench.llm.endpoint import chat_model
from workbench.llm.gateway import ModelGateway
from workbench.llm.model_list import list_models
from workbench.llm.providers import PROVIDERS
from workbench.llm.recording.record import Recording
from workbench.settings import Settings

NOTHING_SET = Settings(_env_file=None)
NO_ADDRESSES = (
    "api.openai.com/v1",
    "file:///etc/passwd",
    "http://",
    "ftp://x",
    "http://[::1",
    "http://[::1]x/v1",
    "http://localhost:x/v1",
    "http://localhost:99999",
    "http://localhost:0",
    "http://exa mple/v1",
    "http://example\n/v1",
    "http://\u2100/v1",
)


@pytest.mark.parametrize("name", VENDORS)
def test_a_model_bears_the_name_it_was_asked_by(name: str, settings: Settings) -> None:
    model = chat_model(name, settings)
    assert model.name == name
    assert KEY not in f"{model!r} {vars(model)}"


@pytest.mark.parametrize(
    ("name", "says"),
    [
        ("opnai:gpt-4o", "“openai”"),
        ("antropic:claude", "“anthropic”"),
        ("gpt-4o", "provider:name"),
        ("openai", "does not name a model"),
        ("openai:", "does not name a model"),
        ("", "openai, anthropic, gemini, compatible"),
    ],
)
def test_a_wrong_name(name: str, says: str, settings: Settings) -> None:
    with pytest.raises(ConfigurationError) as failure:
        chat_model(name, settings)
    assert says in str(failure.value)


@pytest.mark.parametrize(
    ("name", "variable"),
    [
        ("openai:gpt-4o", "OPENAI_API_KEY"),
        ("anthropic:claude-sonnet-4-6", "ANTHROPIC_API_KEY"),
        ("gemini:gemini-3.8-flash", "GEMINI_API_KEY"),
        ("compatible:llama3.2", "COMPATIBLE_BASE_URL"),
    ],
)
def test_what_is_missing_is_named(
    name: str, variable: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("GOOGLE_API_KEY", "not for us")
    with pytest.raises(ConfigurationError, match=variable):
        chat_model(name, NOTHING_SET)


def test_an_empty_key_is_missing() -> None:
    with pytest.raises(ConfigurationError, match="OPENAI_API_KEY"):
        chat_model("openai:gpt-4o", Settings(_env_file=None, openai_api_key=SecretStr("")))


@pytest.mark.parametrize("url", NO_ADDRESSES)
@pytest.mark.parametrize("provider", PROVIDERS)
async def test_a_base_url_is_a_web_address(provider: str, url: str) -> None:
    given = {f"{provider}_api_key": SecretStr(KEY), f"{provider}_base_url": url}
    settings = Settings(_env_file=None, **given)  # type: ignore[arg-type]
    with pytest.raises(ConfigurationError, match=f"{provider.upper()}_BASE_URL") as failed:
        chat_model(f"{provider}:m", settings)
    assert failed.value.code == "llm.bad_url"
    with pytest.raises(ConfigurationError, match=f"{provider.upper()}_BASE_URL"):
        await list_models(provider, settings)
    with pytest.raises(ConfigurationError, match=f"{provider.upper()}_BASE_URL"):
        ModelGateway(settings).connect([f"{provider}:m"], settings, Recording())


@pytest.mark.parametrize("url", NO_ADDRESSES)
def test_the_address_of_a_server_by_name_is_one_too(url: str) -> None:
    settings = Settings(_env_file=None, compatible_servers={"big": url})
    with pytest.raises(ConfigurationError, match="COMPATIBLE_SERVERS"):
        chat_model("compatible:m@big", settings)


@pytest.mark.parametrize(
    "url",
    [
        "http://127.0.0.1:8000/v1",
        "https://[::1]:443/v1",
        "http://model_server/v1",
        "https://модели.рф/v1",
        "http://me:secret@host:8080",
    ],
)
def test_addresses_of_every_shape_are_taken(url: str) -> None:
    settings = Settings(_env_file=None, compatible_base_url=url)
    assert chat_model("compatible:m", settings).name == "compatible:m"


def test_every_adapter_is_registered() -> None:
    folder = Path(workbench.llm.providers.__file__).parent
    adapters = {p.stem for p in folder.glob("*.py")} - {"__init__"}
    assert adapters == set(PROVIDERS)
    assert all(name == one.name for name, one in PROVIDERS.items())


def test_sdks_and_jinja_are_imported_when_a_model_is_asked() -> None:
    script = (
        "import sys, workbench.bootstrap.workbench, workbench.llm.gateway;"
        "print({'openai', 'anthropic', 'google.genai', 'pydantic_ai', 'genai_prices', 'jinja2'}"
        " & set(sys.modules))"
    )
    done = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, check=True
    )
    assert done.stdout.strip() == "set()"


def test_the_default_models_exist() -> None:
    """The names in the documentation are those the installed SDKs know."""
    assert {"gpt-4o", "gpt-4o-mini"} <= set(get_args(OpenAIName))
    assert "gemini-3.8-flash" in get_args(LatestGoogleModelNames)
    assert "claude-sonnet-4-6" in {
        name for part in get_args(AnthropicName) for name in get_args(part)
    }
