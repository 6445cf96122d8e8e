"""What the tests of all adapters share: the models, their settings and a question."""

from typing import Any

from pydantic import SecretStr

from tests.modelserver.server import ModelServer
from workbench.llm.protocol import ChatRequest, Message
from workbench.settings import Settings

VENDORS = (
    "openai:gpt-4o",
    "compatible:llama3.2:3b",
    "anthropic:claude-sonnet-4-6",
    "gemini:gemini-3.8-flash",
)
EMBEDDERS = (
    "openai:text-embedding-3-small",
    "compatible:bge-m3",
    "gemini:gemini-embedding-001",
)
KEY = "canary-key-4711"


def settings_for(server: ModelServer, key: str = KEY) -> Settings:
    """Settings with a key that must never be seen, and every provider at the server."""
    return Settings(
        _env_file=None,
        openai_api_key=SecretStr(key),
        openai_base_url=server.openai_url,
        compatible_api_key=SecretStr(key),
        compatible_base_url=server.openai_url,
        anthropic_api_key=SecretStr(key),
        anthropic_base_url=server.url,
        gemini_api_key=SecretStr(key),
        gemini_base_url=server.url,
    )


def ask(**changes: Any) -> ChatRequest:
    """A request."""
    values: dict[str, Any] = {
        "role": "answer",
        "system": "Answer from the sources.",
        "messages": (Message(role="user", text="Где работает инженер?"),),
        "max_tokens": 200,
        "deadline_s": 5.0,
    }
    return ChatRequest(**(values | changes))
