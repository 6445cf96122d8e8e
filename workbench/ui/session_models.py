"""The models of one session: choices per role, API keys, connection tests and budget."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal, TypeAlias
from urllib.parse import urlsplit

from pydantic import SecretStr

from workbench.bootstrap.embedding import embedder_problem, is_semantic
from workbench.domain.answer import Role
from workbench.domain.evidence import StageError
from workbench.errors import ConfigurationError, WorkbenchError
from workbench.llm.endpoint import (
    embedding_endpoint,
    endpoint_of,
    is_web_address,
    model_endpoint,
)
from workbench.llm.failures.kinds import REFUSED_KEY
from workbench.llm.probe import Probe
from workbench.llm.providers import PROVIDERS
from workbench.llm.providers.compatible import PRESETS
from workbench.llm.session import Credentials, Session
from workbench.llm.wrappers.budget import Budget
from workbench.settings import OFFLINE, Settings

if TYPE_CHECKING:
    from workbench.llm.model_list import ModelInfo

ROLES: tuple[Role, ...] = ("planner", "answer", "judge")
"""The roles that a person chooses a model for; the embedder belongs to the indexes."""

Origin: TypeAlias = Literal["session", "chosen", "environment", "default"]
BUILT_IN, LOCAL = "built_in", "local"
"""Sources of an embedder beside the providers."""
ProbeResult: TypeAlias = Probe | StageError
ModelListResult: TypeAlias = "tuple[ModelInfo, ...] | StageError"


@dataclass(frozen=True)
class ModelChoice:
    """The model of a role and where the choice comes from."""

    model: str
    origin: Origin
    fallbacks: tuple[str, ...] = ()
    """Models to fall back to, in order."""

    @property
    def is_offline(self) -> bool:
        """Whether the role runs without a model."""
        return self.model == OFFLINE


@dataclass(frozen=True)
class Server:
    """The compatible server: its address, its preset's title if any, and where it is set."""

    url: str
    title: str
    origin: Origin


@dataclass(frozen=True)
class Embedder:
    """The embedder of all indexes."""

    choice: ModelChoice
    is_semantic: bool
    problem: ConfigurationError | None
    """Why it cannot be called."""


class SessionModels:
    """Held in the session's state only; never stored or logged."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.credentials = Credentials()
        self.budget = Budget(usd=settings.budget_usd, tokens=settings.budget_tokens)
        self.chosen: dict[Role, str] = {}
        self._tried: dict[str, ProbeResult] = {}
        self._listed: dict[str, ModelListResult] = {}

    @property
    def session(self) -> Session:
        """The credentials and budget to pass with each call."""
        return Session(credentials=self.credentials, budget=self.budget)

    def choice(self, role: Role) -> ModelChoice:
        """The model that serves a role in this session."""
        if role in self.chosen:
            return ModelChoice(self.chosen[role], "session")
        return self.configured(role)

    @property
    def by_role(self) -> Mapping[Role, str]:
        """The model that serves each role in this session."""
        return {role: self.choice(role).model for role in ROLES}

    def configured(self, role: Role) -> ModelChoice:
        """The model that the settings give a role."""
        name = f"{role}_model"
        origin: Origin = "environment" if name in self.settings.model_fields_set else "default"
        fallbacks = getattr(self.settings, f"{role}_fallbacks", ())
        return ModelChoice(getattr(self.settings, name), origin, fallbacks)

    @property
    def embedder(self) -> Embedder:
        """The embedder from the settings; sessions share the indexes and change it for all."""
        name = self.settings.embedder
        choice = ModelChoice(name, self.settings.embedder_origin)
        return Embedder(choice, is_semantic(name), embedder_problem(self.settings))

    @property
    def embedder_source(self) -> str:
        """Where the embedder in use comes from: a provider, a folder (LOCAL) or BUILT_IN."""
        name = self.settings.embedder
        return name.partition(":")[0] if is_semantic(name) else BUILT_IN

    def embedder_sources(self, *, local: bool) -> tuple[str, ...]:
        """What the embedder can be chosen from: providers that the settings give access to.

        ``local`` adds folders of this machine. The embedder in use is always among them.
        """
        reachable = (name for name in PROVIDERS if self._embeds(name))
        sources = (BUILT_IN, *reachable, *([LOCAL] if local else []))
        return tuple(dict.fromkeys((*sources, self.embedder_source)))

    def embedder_name(self, source: str, name: str) -> str | None:
        """The name in the settings for a source and a model or folder; None while that is empty."""
        if source == BUILT_IN:
            return str(Settings.model_fields["embedder"].default)
        return f"{source}:{name}" if name else None

    def _embeds(self, provider: str) -> bool:
        """Whether the settings, without the session's keys, give access to its embeddings."""
        try:
            embedding_endpoint(f"{provider}:model", self.settings)
        except ConfigurationError:
            return False
        return True

    def choose(self, role: Role, model: str | None) -> None:
        """Choose a role's model for this session; None restores the settings' model."""
        if model is None:
            self.chosen.pop(role, None)
        else:
            self.chosen[role] = model

    def key_origin(self, provider: str) -> Origin | None:
        """Where a provider's key comes from; None without a key."""
        if self.credentials.keys.get(provider) is not None:
            return "session"
        if provider == "compatible" and self.credentials.compatible_base_url:
            return None  # a typed address never receives the settings' key
        key = self.settings.api_key_of(provider)
        return "environment" if key and key.get_secret_value().strip() else None

    @property
    def server(self) -> Server | None:
        """The compatible server in use; None if none is configured."""
        typed = self.credentials.compatible_base_url
        name = typed or self.settings.base_url_of("compatible")
        if not name:
            return None
        preset = PRESETS.get(name)
        url, title = (preset.base_url, preset.title) if preset else (name, "")
        return Server(url, title, "session" if typed else "environment")

    def set_key(self, provider: str, key: str | None) -> None:
        """Keep a key as long as the tab is open; None deletes it."""
        secret = SecretStr(key.strip()) if key and key.strip() else None
        self._replace(provider, **{provider: secret})

    def set_server(self, address: str | None) -> None:
        """Set the compatible server; None restores the settings' server."""
        if address != self.credentials.compatible_base_url:
            self._replace("compatible", compatible_base_url=address, compatible=None)

    def _replace(self, provider: str, **changes: SecretStr | str | None) -> None:
        self.credentials = self.credentials.model_copy(update=changes)
        self._listed.pop(provider, None)
        self._tried = {
            model: tried
            for model, tried in self._tried.items()
            if not model.startswith(f"{provider}:")
        }

    def problem(self, provider: str) -> ConfigurationError | None:
        """Why a provider cannot be called: a missing or invalid key or address."""
        try:
            endpoint_of(provider, self.credentials.apply_to(self.settings))
        except ConfigurationError as error:
            return error
        return None

    def model_problem(self, name: str) -> ConfigurationError | None:
        """Why ``provider:model`` cannot be called, such as a name without its provider."""
        try:
            if name != OFFLINE:
                model_endpoint(name, self.credentials.apply_to(self.settings))
        except ConfigurationError as error:
            return error
        return None

    @property
    def configured_providers(self) -> tuple[str, ...]:
        """The providers that are configured."""
        return tuple(provider for provider in PROVIDERS if self.problem(provider) is None)

    def model_list(
        self, provider: str, fetch: "Callable[[str, Session], Sequence[ModelInfo]]"
    ) -> ModelListResult:
        """The provider's model list, fetched once, or the error that fetching raised."""
        if provider not in self._listed:
            try:
                self._listed[provider] = tuple(fetch(provider, self.session))
            except WorkbenchError as error:
                self._listed[provider] = StageError.of(error)
        return self._listed[provider]

    def forget_failed_lists(self) -> None:
        """Forget failed model lists, so that the next rerun fetches them again."""
        self._listed = {
            provider: listed
            for provider, listed in self._listed.items()
            if not isinstance(listed, StageError)
        }

    def refuses_key(self, provider: str) -> bool:
        """Whether the provider did not accept its key: in a test, or else for its model list."""
        tried = [one for model, one in self._tried.items() if model.startswith(f"{provider}:")]
        answers: Sequence[object] = tried or [self._listed.get(provider)]
        return any(isinstance(one, StageError) and one.code == REFUSED_KEY.code for one in answers)

    def known_models(self) -> tuple[str, ...]:
        """Models configured, chosen or tested in this session, offered when there is no list."""
        named = [self.choice(role).model for role in ROLES]
        configured = [str(getattr(self.settings, f"{role}_model")) for role in ROLES]
        tried = [model for model, one in self._tried.items() if isinstance(one, Probe)]
        return tuple(dict.fromkeys((OFFLINE, *configured, *named, *tried)))

    def probe(self, model: str, call: Callable[[str, Session], Probe]) -> None:
        """Test a model with a small call and keep the result or the error."""
        try:
            self._tried[model] = call(model, self.session)
        except WorkbenchError as error:
            self._tried[model] = StageError.of(error)

    def probe_result(self, model: str) -> ProbeResult | None:
        """The result of a model's last test."""
        return self._tried.get(model)


def is_address(text: str) -> bool:
    """Whether a typed text is a web address without credentials or query."""
    if not is_web_address(text):
        return False
    parts = urlsplit(text)
    return not (parts.username or parts.password or parts.query)
