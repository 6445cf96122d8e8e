"""The keys and budget of a user's session; keys are never stored."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Self

from pydantic import BaseModel, ConfigDict, SecretStr, model_validator

from workbench.llm.endpoint import require_allowed
from workbench.llm.providers import PROVIDERS
from workbench.llm.wrappers.budget import Budget
from workbench.settings import Settings


class Credentials(BaseModel):
    """Keys by provider and the address of a compatible server, as entered by the user."""

    model_config = ConfigDict(frozen=True, extra="allow", hide_input_in_errors=True)

    __pydantic_extra__: dict[str, SecretStr | None]
    """The keys: ``Credentials(openai=…)``."""
    compatible_base_url: str | None = None
    """An address or a preset's name. It never receives the key from the settings."""

    @model_validator(mode="after")
    def _known_providers(self) -> Self:
        if unknown := self.keys.keys() - PROVIDERS.keys():
            raise ValueError(f"unknown providers: {', '.join(sorted(unknown))}")
        return self

    @property
    def keys(self) -> Mapping[str, SecretStr | None]:
        """The keys by provider."""
        return self.__pydantic_extra__

    def apply_to(self, settings: Settings) -> Settings:
        """Return the settings with the user's keys and address instead of the configured ones.

        Without any they are the same object, whose adapters the gateway shares.

        Raises:
            ConfigurationError: the settings do not allow a session to name that server.
        """
        typed: dict[str, Any] = {
            f"{provider}_api_key": key for provider, key in self.keys.items() if key is not None
        }
        if self.compatible_base_url:
            require_allowed(self.compatible_base_url, settings)
            typed["compatible_base_url"] = self.compatible_base_url
            typed["compatible_api_key"] = self.keys.get("compatible")
        return settings.model_copy(update=typed) if typed else settings


@dataclass(frozen=True)
class Session:
    """Passed with each question of a session and never stored."""

    credentials: Credentials = field(default_factory=Credentials)
    budget: Budget | None = None
    """None counts calls towards the budget of the process."""
