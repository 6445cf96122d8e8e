"""Settings from the environment and `.env`, read once in an entry point and passed on as values."""

import os
import re
from collections.abc import Mapping
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal, TypeAlias, cast

import platformdirs
from pydantic import BeforeValidator, Field, SecretStr, ValidationError, model_validator
from pydantic_settings import (
    BaseSettings,
    EnvSettingsSource,
    NoDecode,
    PydanticBaseSettingsSource,
    SettingsConfigDict,
    SettingsError,
)

from workbench.errors import ConfigurationError

ENV_FILE = "WORKBENCH_ENV_FILE"

SOURCE_TOKENS = 6000

JUDGE_DEADLINE_S = 10.0

OFFLINE = "offline"
"""The name of the built-in planner and writer, which need no key and no network."""

SHAPING = (
    "answer_source_tokens",
    "answer_history_tokens",
    "max_tool_calls",
    "plan_confidence_threshold",
)
"""Settings that decide what words models are asked in, or whether they are asked once more."""


def _split(value: Any) -> Any:
    """``a, b`` -> the names in it."""
    if not isinstance(value, str):
        return value
    return [name.strip() for name in value.split(",") if name.strip()]


Names: TypeAlias = Annotated[tuple[str, ...], NoDecode, BeforeValidator(_split)]
"""Several names, written with commas between them."""


PROVIDER_SETTING = re.compile(r"[a-z][a-z0-9_]*_(api_key|base_url)")
"""The settings that every provider has: ``openai_api_key``, ``compatible_base_url``."""


class _Environment(EnvSettingsSource):
    """The environment's declared settings, and those of providers."""

    def __call__(self) -> dict[str, Any]:
        given = {name: value for name, value in self.env_vars.items() if value is not None}
        return {**_of_providers(given), **super().__call__()}


def _of_providers(values: Mapping[str, Any]) -> dict[str, Any]:
    """The providers' settings among some, their keys as secrets."""
    return {
        name: SecretStr(value) if name.endswith("_api_key") and isinstance(value, str) else value
        for name, value in values.items()
        if PROVIDER_SETTING.fullmatch(name)
    }


class Settings(BaseSettings):
    """Every setting with its default; in the environment its name is in upper case.

    Beside those declared here each provider has ``<name>_api_key`` and ``<name>_base_url`` (an
    address, or the name of one of its presets); a provider's own description gives the defaults.
    """

    model_config = SettingsConfigDict(
        env_file=".env",
        extra="allow",
        frozen=True,
        populate_by_name=True,
        hide_input_in_errors=True,
    )

    planner_model: str = OFFLINE
    answer_model: str = OFFLINE
    judge_model: str = OFFLINE
    planner_fallbacks: Names = ()
    answer_fallbacks: Names = ()
    judge_fallbacks: Names = ()
    """Models that are asked in turn when the one before them fails."""
    embedder: str = "hashing"
    embedder_deadline_s: float = Field(default=5.0, gt=0)
    """For the vector of a question, all tries together; without it the search goes on by words."""
    planner_temperature: float = Field(default=0.1, ge=0.0, le=0.2)
    answer_temperature: float = Field(default=0.3, ge=0.2, le=0.5)
    planner_max_tokens: int = Field(default=1500, ge=64)
    answer_max_tokens: int = Field(default=1000, ge=16)
    answer_source_tokens: int = Field(default=SOURCE_TOKENS, ge=200)
    """About so many tokens of sources the answer model sees; longer ones are shortened."""
    answer_history_tokens: int = Field(default=1000, ge=0)
    """About so many tokens of earlier turns the answer model sees; the oldest are left out."""
    plan_confidence_threshold: float = Field(default=0.5, ge=0.0, le=1.0)
    max_tool_calls: int = Field(default=5, ge=1, le=20)
    answer_deadline_s: float = Field(default=10.0, gt=0)
    """From the first call for the answer: its tries, its rewriting and the judge together."""
    planner_deadline_s: float = Field(default=10.0, gt=0)
    judge_deadline_s: float = Field(default=JUDGE_DEADLINE_S, gt=0)
    """For the judge, all tries together, within the answer's deadline; without its verdict the
    checks' own stands."""
    run_deadline_s: float = Field(default=20.0, gt=0)
    """For a whole question: all calls of its models together, tries and pauses included."""
    model_concurrency: int = Field(default=32, ge=1)
    """Calls at once to one provider."""
    breaker_failures: int = Field(default=5, ge=1)
    """After so many failures in a row a model is not asked for ``breaker_pause_s``."""
    breaker_pause_s: float = Field(default=30.0, gt=0)
    model_cache: bool = False
    """Whether a request that was answered before is answered from ``workbench_home``."""
    confidence_config: dict[str, float] = Field(default_factory=dict)
    """Constants of the confidence formula, as JSON; over those of the workspace."""
    budget_usd: float | None = Field(default=None, ge=0)
    budget_tokens: int | None = Field(default=None, ge=0)
    """What a session, or a process without sessions, may spend on models."""
    lexical_index: Literal["tantivy", "rank_bm25"] = "tantivy"
    chroma_url: str | None = None
    workbench_home: Path = Field(
        default_factory=lambda: Path(platformdirs.user_data_path("workbench"))
    )
    workbench_database_url: str | None = None
    workbench_workspaces: tuple[Path, ...] = ()
    """Folders that hold further workspaces, beside the samples."""
    workbench_schemas: Names = ()
    """Classes that answers can be asked for, each as ``package.module:Class``."""
    workbench_default: str = "portfolio"
    """The workspace that is listed and opened first."""
    workbench_log_level: Literal["debug", "info", "warning", "error"] = "warning"

    compatible_servers: dict[str, str] = Field(default_factory=dict)
    """Further servers by name: a model of one is written ``compatible:model@name``."""
    compatible_keys: dict[str, SecretStr] = Field(default_factory=dict)
    """The keys of servers by name."""
    model_servers: Literal["any", "configured"] = "any"
    """Which compatible servers a question or a session may name: any address and any preset, or
    only those that the settings name. The app reads an unset one as ``configured``."""
    compatible_output: Literal["json_schema", "prompt"] = "json_schema"
    """How a compatible server is held to a schema: by `response_format`, or by the prompt alone."""

    @model_validator(mode="before")
    @classmethod
    def _known(cls, values: dict[str, Any]) -> dict[str, Any]:
        """Leave out what is no setting, such as another program's lines of the ``.env`` file."""
        declared = {name: value for name, value in values.items() if name in cls.model_fields}
        return {**_of_providers(values), **declared}

    @classmethod
    def settings_customise_sources(
        cls,
        settings_cls: type[BaseSettings],
        init_settings: PydanticBaseSettingsSource,
        env_settings: PydanticBaseSettingsSource,  # noqa: ARG003 - replaced by ours
        dotenv_settings: PydanticBaseSettingsSource,
        file_secret_settings: PydanticBaseSettingsSource,
    ) -> tuple[PydanticBaseSettingsSource, ...]:
        """Read the environment with the providers' variables."""
        return init_settings, _Environment(settings_cls), dotenv_settings, file_secret_settings

    if not TYPE_CHECKING:

        def __getattr__(self, name: str) -> Any:
            """A provider's setting that is not set is None, like any other."""
            if PROVIDER_SETTING.fullmatch(name):
                return (self.__pydantic_extra__ or {}).get(name)
            return super().__getattr__(name)

    def api_key_of(self, provider: str) -> SecretStr | None:
        """A provider's key; None where it is not set."""
        return cast(SecretStr | None, (self.__pydantic_extra__ or {}).get(f"{provider}_api_key"))

    def base_url_of(self, provider: str) -> str | None:
        """A provider's address, or the name of its preset; None where it is not set."""
        return cast(str | None, (self.__pydantic_extra__ or {}).get(f"{provider}_base_url"))

    @property
    def model_names(self) -> tuple[str, ...]:
        """Every model that these settings name, the embedder among them."""
        fallbacks = (*self.planner_fallbacks, *self.answer_fallbacks, *self.judge_fallbacks)
        models = (self.planner_model, self.answer_model, self.judge_model)
        return (*models, *fallbacks, self.embedder)

    @property
    def for_app(self) -> "Settings":
        """The settings of the web app, whose visitors name no servers unless the settings say so.

        Where a visitor sits cannot be seen: behind a proxy everyone comes from this machine.
        """
        if "model_servers" in self.model_fields_set:
            return self
        return self.model_copy(update={"model_servers": "configured"})

    @cached_property
    def database_url(self) -> str:
        """Where runs are stored; SQLite inside ``workbench_home`` unless set."""
        return self.workbench_database_url or f"sqlite:///{self.workbench_home / 'runs.sqlite'}"

    @property
    def shaping(self) -> dict[str, float]:
        """Those that decide what a run asks its models, for its record."""
        return self.model_dump(include=set(SHAPING))

    def as_then(self, recorded: Mapping[str, float]) -> "Settings":
        """The settings with those of a recorded run in place of today's."""
        return self.model_copy(
            update={name: value for name, value in recorded.items() if name in SHAPING}
        )


def env_file() -> Path:
    """The settings file: `.env` of the current folder, unless the environment names another."""
    return Path(os.environ.get(ENV_FILE, ".env"))


def load_settings(**overrides: object) -> Settings:
    """Read the settings; a wrong one is named with its variable."""
    try:
        return Settings(_env_file=env_file(), **overrides)  # type: ignore[arg-type]
    except SettingsError as error:
        raise ConfigurationError(
            f"A setting cannot be read: {error}", hint="Lists and tables are written as JSON."
        ) from error
    except ValidationError as error:
        first = error.errors()[0]
        name = str(first["loc"][0]).upper() if first["loc"] else "settings"
        raise ConfigurationError(
            f"{name}: {first['msg']}",
            hint=f"It comes from the environment or {env_file()}; the README lists the settings.",
        ) from error
