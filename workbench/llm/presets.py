"""Servers that speak OpenAI's protocol, by name: where each one listens unless told otherwise."""

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True)
class Preset:
    """A server to choose by name in place of an address."""

    title: str
    base_url: str
    wants_key: bool = False


PRESETS: Mapping[str, Preset] = {
    "ollama": Preset("Ollama", "http://127.0.0.1:11434/v1"),
    "vllm": Preset("vLLM", "http://127.0.0.1:8000/v1"),
    "lm-studio": Preset("LM Studio", "http://127.0.0.1:1234/v1"),
    "llama.cpp": Preset("llama.cpp", "http://127.0.0.1:8080/v1"),
    "litellm": Preset("LiteLLM proxy", "http://127.0.0.1:4000/v1"),
    "openrouter": Preset("OpenRouter", "https://openrouter.ai/api/v1", wants_key=True),
}
"""What ``COMPATIBLE_BASE_URL`` may say in place of an address."""
