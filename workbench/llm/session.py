"""What a person brings for as long as a session lasts: keys that are never stored, and a budget."""

from dataclasses import dataclass, field
from typing import Any

from pydantic import BaseModel, ConfigDict, SecretStr

from workbench.llm.budget import Budget
from workbench.llm.endpoint import require_allowed
from workbench.settings import Settings


class Credentials(BaseModel):
    """Keys by provider, and the address of a compatible server, typed in rather than configured."""

    model_config = ConfigDict(frozen=True, extra="forbid", hide_input_in_errors=True)

    openai: SecretStr | None = None
    anthropic: SecretStr | None = None
    gemini: SecretStr | None = None
    compatible: SecretStr | None = None
    compatible_base_url: str | None = None
    """An address or a preset's name. It never receives the key from the settings."""

    def over(self, settings: Settings) -> Settings:
        """The settings with what was typed in its place.

        Raises:
            ConfigurationError: the settings do not let a session name that server.
        """
        typed: dict[str, Any] = {
            f"{provider}_api_key": key
            for provider in ("openai", "anthropic", "gemini", "compatible")
            if (key := getattr(self, provider)) is not None
        }
        if self.compatible_base_url:
            require_allowed(self.compatible_base_url, settings)
            typed["compatible_base_url"] = self.compatible_base_url
            typed["compatible_api_key"] = self.compatible
        return settings.model_copy(update=typed)


@dataclass(frozen=True)
class Session:
    """Handed over with each question of a session; nothing of it is kept."""

    credentials: Credentials = field(default_factory=Credentials)
    budget: Budget | None = None
    """None: the calls count towards the budget of the process."""
