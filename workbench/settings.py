"""Read settings from the environment and `.env`, once per process, in the entry point."""

import json
import os
import re
from collections.abc import Mapping
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal, TypeAlias, cast

import platformdirs
from pydantic import (
    BeforeValidator,
    Field,
    PrivateAttr,
    SecretStr,
    ValidationError,
    model_validator,
)
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
"""The variable that names another settings file than `.env`."""

DEMO = "WORKBENCH_DEMO"
"""The variable that makes the app show the recorded runs alone; `workbench demo` sets it."""

SOURCE_TOKENS = 6000
"""Default prompt budget for sources: about 24,000 bytes of text."""

JUDGE_DEADLINE_S = 10.0
"""Seconds for the judge when no other deadline is set."""

EMBEDDER_FILE = "embedder"
"""The file in the home that holds the name of the embedder chosen in the app."""

OFFLINE = "offline"
"""The name of the built-in planner and writer, which need no key and no network."""

PROMPT_SETTINGS = (
    "answer_source_tokens",
    "answer_history_tokens",
    "max_tool_calls",
    "plan_confidence_threshold",
)
"""Settings that change the models' prompts or the number of calls; a run records them."""


def _split(value: Any) -> Any:
    """Split a comma-separated string: ``"a, b"`` becomes ``["a", "b"]``."""
    if not isinstance(value, str):
        return value
    return [name.strip() for name in value.split(",") if name.strip()]


Names: TypeAlias = Annotated[tuple[str, ...], NoDecode, BeforeValidator(_split)]
"""Comma-separated names."""


def _split_folders(value: Any) -> Any:
    """Split folders as PATH has them, with a colon, on Windows a semicolon; JSON is read too."""
    if not isinstance(value, str):
        return value
    if value.strip().startswith("["):
        return json.loads(value)
    return [folder for folder in value.split(os.pathsep) if folder.strip()]


Folders: TypeAlias = Annotated[tuple[Path, ...], NoDecode, BeforeValidator(_split_folders)]
"""Folders separated as in PATH, or a JSON list."""


PROVIDER_SETTING = re.compile(r"[a-z][a-z0-9_]*_(api_key|base_url)")
"""The settings that every provider has: ``openai_api_key``, ``compatible_base_url``."""


class _Environment(EnvSettingsSource):
    """Reads the declared settings and those of every provider."""

    def __call__(self) -> dict[str, Any]:
        given = {name: value for name, value in self.env_vars.items() if value is not None}
        return {**_of_providers(given), **super().__call__()}


def _of_providers(values: Mapping[str, Any]) -> dict[str, Any]:
    """Select the providers' settings, with their keys as secrets.

    Raises:
        ValueError: a key is not text; it is not repeated in the message.
    """
    return {
        name: _as_secret(name, value) if name.endswith("_api_key") else value
        for name, value in values.items()
        if PROVIDER_SETTING.fullmatch(name)
    }


def _as_secret(name: str, value: object) -> SecretStr | None:
    if value is None or isinstance(value, SecretStr):
        return value
    if not isinstance(value, str):
        raise ValueError(f"{name.upper()} is not a text")
    return SecretStr(value)


class Settings(BaseSettings):
    """Every setting with its default; the environment variable is its name in upper case.

    Each provider also has ``<name>_api_key`` and ``<name>_base_url`` (an address, or the name of
    one of its presets); a provider's own description gives the defaults.
    """

    model_config = SettingsConfigDict(
        env_file=".env",
        extra="allow",
        frozen=True,
        populate_by_name=True,
        hide_input_in_errors=True,
    )

    _has_chosen_embedder: bool = PrivateAttr(default=False)

    planner_model: str = OFFLINE
    answer_model: str = OFFLINE
    judge_model: str = OFFLINE
    planner_fallbacks: Names = ()
    answer_fallbacks: Names = ()
    judge_fallbacks: Names = ()
    """Models that are tried in order when the one before them fails."""
    nli_model: str = ""
    """The folder of a model of natural language inference, the judge where JUDGE_MODEL is none."""
    embedder: str = "hashing"
    embedder_deadline_s: float = Field(default=5.0, gt=0)
    """For embedding a question, with retries; after it the search falls back to words."""
    planner_temperature: float = Field(default=0.1, ge=0.0, le=0.2)
    answer_temperature: float = Field(default=0.3, ge=0.2, le=0.5)
    planner_max_tokens: int = Field(default=1500, ge=64)
    answer_max_tokens: int = Field(default=1000, ge=16)
    answer_source_tokens: int = Field(default=SOURCE_TOKENS, ge=200)
    """Approximate limit for the sources in the prompt; longer ones are shortened."""
    answer_history_tokens: int = Field(default=1000, ge=0)
    """Approximate limit for the earlier turns in the prompt; the oldest are dropped."""
    plan_confidence_threshold: float = Field(default=0.5, ge=0.0, le=1.0)
    max_tool_calls: int = Field(default=5, ge=1, le=20)
    answer_deadline_s: float = Field(default=10.0, gt=0)
    """From the first call for the answer: retries, rewriting and the judge included."""
    planner_deadline_s: float = Field(default=10.0, gt=0)
    judge_deadline_s: float = Field(default=JUDGE_DEADLINE_S, gt=0)
    """For the judge, with retries, within the answer's deadline; after it the verdict of the
    built-in checks counts alone."""
    run_deadline_s: float = Field(default=20.0, gt=0)
    """For a whole question: all model calls together, retries and back-off included."""
    model_concurrency: int = Field(default=32, ge=1)
    """Concurrent calls to one provider."""
    breaker_failures: int = Field(default=5, ge=1)
    """Consecutive failures after which a model is not called for ``breaker_pause_s``."""
    breaker_pause_s: float = Field(default=30.0, gt=0)
    model_cache: bool = False
    """Whether replies are cached in ``workbench_home`` and reused for equal requests."""
    confidence_config: dict[str, float] = Field(default_factory=dict)
    """Constants of the confidence formula, as JSON; they override the workspace's."""
    budget_usd: float | None = Field(default=None, ge=0)
    budget_tokens: int | None = Field(default=None, ge=0)
    """Spending limits for models, per session, or per process where there are no sessions."""
    lexical_index: Literal["tantivy", "rank_bm25"] = "tantivy"
    chroma_url: str | None = None
    workbench_home: Path = Field(
        default_factory=lambda: Path(platformdirs.user_data_path("workbench"))
    )
    workbench_database_url: str | None = None
    workbench_workspaces: Folders = ()
    """Folders with further workspaces, in addition to the samples."""
    workbench_schemas: Names = ()
    """Pydantic classes for structured answers, each as ``package.module:Class``."""
    workbench_default: str = "portfolio"
    """The workspace that is listed and opened first."""
    workbench_viewers: Names = ()
    workbench_analysts: Names = ()
    workbench_editors: Names = ()
    """Who may look, ask, and change things in the app once signed in: addresses, ``@example.org``
    for a domain, or ``*``. While all three are empty, nobody signs in."""
    workbench_log_level: Literal["debug", "info", "warning", "error"] = "warning"

    compatible_servers: dict[str, str] = Field(default_factory=dict)
    """OpenAI-compatible servers by name; their models are written ``compatible:model@name``."""
    compatible_keys: dict[str, SecretStr] = Field(default_factory=dict)
    """API keys of ``compatible_servers``, by the same names."""
    model_servers: Literal["any", "configured"] = "any"
    """Which compatible servers a question or a session may name: any address and any preset, or
    only those that the settings name. In the app the default is ``configured``."""
    compatible_output: Literal["json_schema", "prompt"] = "json_schema"
    """How a compatible server receives a schema: as `response_format`, or in the prompt only."""

    @model_validator(mode="before")
    @classmethod
    def _known(cls, values: dict[str, Any]) -> dict[str, Any]:
        """Drop unknown names, such as another program's variables in the ``.env`` file."""
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
        """Replace the environment source with one that reads the providers' variables too."""
        return init_settings, _Environment(settings_cls), dotenv_settings, file_secret_settings

    if not TYPE_CHECKING:

        def __getattr__(self, name: str) -> Any:
            """Return a provider's setting, or None where it is not set."""
            if PROVIDER_SETTING.fullmatch(name):
                return (self.__pydantic_extra__ or {}).get(name)
            return super().__getattr__(name)

    def api_key_of(self, provider: str) -> SecretStr | None:
        """The API key of a provider, or None where it is not set."""
        return cast(SecretStr | None, (self.__pydantic_extra__ or {}).get(f"{provider}_api_key"))

    def base_url_of(self, provider: str) -> str | None:
        """The address of a provider or the name of its preset, or None where it is not set."""
        return cast(str | None, (self.__pydantic_extra__ or {}).get(f"{provider}_base_url"))

    @property
    def model_names(self) -> tuple[str, ...]:
        """Every model that these settings name, the embedder among them."""
        fallbacks = (*self.planner_fallbacks, *self.answer_fallbacks, *self.judge_fallbacks)
        models = (self.planner_model, self.answer_model, self.judge_model)
        return (*models, *fallbacks, self.embedder)

    @property
    def embedder_origin(self) -> Literal["environment", "chosen", "default"]:
        """Where the embedder comes from: the environment, a choice kept in the home, or nowhere."""
        if self._has_chosen_embedder:
            return "chosen"
        return "environment" if "embedder" in self.model_fields_set else "default"

    def with_embedder(self, name: str) -> "Settings":
        """A copy of the settings with an embedder that was chosen in the app."""
        copy = self.model_copy(update={"embedder": name})
        copy._has_chosen_embedder = True
        return copy

    def with_chosen_embedder(self) -> "Settings":
        """A copy with the embedder kept in the home, unless the environment names one.

        Raises:
            OSError: the file cannot be read.
        """
        if self.embedder_origin != "default":
            return self
        try:
            name = (self.workbench_home / EMBEDDER_FILE).read_text("utf-8").strip()
        except FileNotFoundError:
            return self
        return self.with_embedder(name) if name else self

    def keep_embedder(self) -> None:
        """Write the embedder to the home, for every process that uses it.

        Raises:
            OSError: the file cannot be written.
        """
        file = self.workbench_home / EMBEDDER_FILE
        partial = file.with_suffix(".partial")
        partial.write_text(self.embedder + "\n", "utf-8")
        partial.replace(file)

    @property
    def for_app(self) -> "Settings":
        """The settings of the web app, whose visitors may name only configured servers by default.

        Local and remote visitors look the same: behind a proxy all come from this host.
        """
        if "model_servers" in self.model_fields_set:
            return self
        return self.model_copy(update={"model_servers": "configured"})

    @cached_property
    def database_url(self) -> str:
        """The SQLAlchemy URL of the run store; SQLite in ``workbench_home`` by default."""
        return self.workbench_database_url or f"sqlite:///{self.workbench_home / 'runs.sqlite'}"

    @property
    def prompt_settings(self) -> dict[str, float]:
        """The values of ``PROMPT_SETTINGS``, which a run records."""
        return self.model_dump(include=set(PROMPT_SETTINGS))

    def with_recorded(self, recorded: Mapping[str, float]) -> "Settings":
        """A copy of the settings with the recorded values of a run."""
        return self.model_copy(
            update={name: value for name, value in recorded.items() if name in PROMPT_SETTINGS}
        )


def is_setting(variable: str) -> bool:
    """Return whether an environment variable is a setting, its name in any case."""
    name = variable.lower()
    return name in Settings.model_fields or bool(PROVIDER_SETTING.fullmatch(name))


def env_file() -> Path:
    """The settings file: ``WORKBENCH_ENV_FILE``, or `.env` in the current folder."""
    return Path(os.environ.get(ENV_FILE, ".env"))


def load_settings(**overrides: object) -> Settings:
    """Read the settings.

    Raises:
        ConfigurationError: a value is invalid; the message names its variable.
    """
    try:
        settings = Settings(_env_file=env_file(), **overrides)  # type: ignore[arg-type]
        return settings.with_chosen_embedder()
    except SettingsError as error:
        raise ConfigurationError(
            f"A setting cannot be read: {error}", hint="Lists and tables are written as JSON."
        ) from error
    except ValidationError as error:
        first = error.errors()[0]
        name = str(first["loc"][0]).upper() if first["loc"] else "settings"
        raise ConfigurationError(
            f"{name}: {first['msg']}",
            hint=f"It comes from the environment or {env_file()}; "
            "docs/configuration.md lists the settings.",
        ) from error
