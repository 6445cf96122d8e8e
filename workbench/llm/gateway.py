"""Share concurrency limits, circuit breakers, the budget and the cache in a process."""

import hashlib
import threading
from collections.abc import Mapping, Sequence
from typing import Literal, TypeAlias

from workbench.domain.base import Value
from workbench.errors import ConfigurationError
from workbench.llm.embedding.provider_embedder import ProviderEmbedder
from workbench.llm.embedding.unreachable_embedding import UnreachableEmbedding
from workbench.llm.embedding_model import EmbeddingModel
from workbench.llm.endpoint import (
    chat_model,
    embedding_endpoint,
    embedding_model,
    model_endpoint,
)
from workbench.llm.probe import Probe, probe_model
from workbench.llm.protocol import ChatModel
from workbench.llm.provider import Endpoint
from workbench.llm.recording.record import Recording, RecordingModel
from workbench.llm.wrappers.budget import PROBE, Budget, BudgetedModel, Spending
from workbench.llm.wrappers.cache import CachedModel, ReplyCache
from workbench.llm.wrappers.fallback import FallbackModel
from workbench.llm.wrappers.guard import (
    BreakerState,
    CircuitBreaker,
    ConcurrencyLimiter,
    FairSemaphore,
    GuardedModel,
)
from workbench.llm.wrappers.non_empty import NonEmptyModel
from workbench.llm.wrappers.retry import RetryingModel
from workbench.settings import Settings


class ProviderHealth(Value):
    """The concurrency limit of a provider: calls allowed, running and queued."""

    provider: str
    limit: int
    busy: int
    waiting: int


Whose: TypeAlias = Literal["environment", "session", "others"]
"""Whose key and address: the settings', the current session's, or those of other sessions."""


class ModelHealth(Value):
    """The circuit breaker of a model under one key and address."""

    model: str
    whose: Whose = "environment"
    keys: int = 1
    """The number of keys summarised here; the state is the worst of them."""
    state: BreakerState
    failures: int
    """Consecutive failures so far."""
    cool_down_left_s: float = 0.0


class Health(Value):
    """The state of providers, models, spending and cache in this process."""

    providers: tuple[ProviderHealth, ...] = ()
    models: tuple[ModelHealth, ...] = ()
    spending: Spending = Spending()
    cache: bool = False


class ModelGateway:
    """One per process. Thread-safe. Stores fingerprints of session keys, never the keys."""

    def __init__(self, settings: Settings) -> None:
        self.budget = Budget(usd=settings.budget_usd, tokens=settings.budget_tokens)
        self._settings = settings
        folder = settings.workbench_home / "model-cache"
        self._cache = ReplyCache(folder) if settings.model_cache else None
        self._lock = threading.Lock()
        self._slots: dict[str, FairSemaphore] = {}
        self._breakers: dict[tuple[str, str], CircuitBreaker] = {}
        self._adapters: dict[str, ChatModel] = {}

    def connect(
        self,
        names: Sequence[str],
        settings: Settings,
        recording: Recording,
        *,
        budget: Budget | None = None,
    ) -> ChatModel:
        """Return the first model with retries, falling back to the others in order.

        Args:
            names: each ``provider:model``.
            settings: the settings with the keys to use, which may be a session's.
            recording: receives every attempt.
            budget: None uses the budget of the process.
        """
        models = [
            RetryingModel(self._wrapped(name, names[0], settings, recording, budget or self.budget))
            for name in names
        ]
        return FallbackModel(models) if len(models) > 1 else models[0]

    async def probe(self, name: str, settings: Settings, budget: Budget | None = None) -> Probe:
        """Make one small call, without queue, cache or retries.

        The call is made even if the model's breaker is open. A reply closes the breaker; a failure
        is not counted.

        Raises:
            ConfigurationError: no such provider, no key, no address.
            ProviderError: the model failed.
            BudgetError: the budget does not allow the call.
        """
        model = BudgetedModel(chat_model(name, settings), budget or self.budget, PROBE)
        probe = await probe_model(model)
        self._breaker_of(name, model_endpoint(name, settings)).succeeded()
        return probe

    def embedder(self, name: str) -> ProviderEmbedder:
        """Return the embedder ``provider:model``, shared by all sessions, with the settings' key.

        Raises:
            ConfigurationError: no such provider, one without embeddings, or no key.
        """
        model = embedding_model(name, self._settings)
        breaker = self._breaker_of(name, embedding_endpoint(name, self._settings))
        slots = self._slots_of(name.partition(":")[0])
        return self._embedder(model, slots, breaker)

    def unreachable_embedder(self, name: str, problem: ConfigurationError) -> ProviderEmbedder:
        """Return the embedder of a provider whose key or address is missing or invalid.

        It replays recorded vectors and raises a ProviderError with the problem for other texts, so
        that indexes open, are searched by words, and recorded runs replay.
        """
        breaker = CircuitBreaker(failures=1, cool_down_s=0)
        return self._embedder(UnreachableEmbedding(name, problem), FairSemaphore(1), breaker)

    def _embedder(
        self, model: EmbeddingModel, slots: FairSemaphore, breaker: CircuitBreaker
    ) -> ProviderEmbedder:
        return ProviderEmbedder(
            model,
            ConcurrencyLimiter(model.name, slots, breaker),
            self.budget,
            query_deadline_s=self._settings.embedder_deadline_s,
        )

    def health(self, settings: Settings | None = None) -> Health:
        """Return the state of every provider and model used so far, without keys.

        Args:
            settings: the settings with a session's keys, to identify the session's own models.
        """
        with self._lock:
            slots, breakers = dict(self._slots), dict(self._breakers)
        return Health(
            providers=tuple(
                ProviderHealth(provider=name, limit=one.size, busy=one.busy, waiting=one.waiting)
                for name, one in slots.items()
            ),
            models=tuple(
                _worst_of(name, whose, found)
                for (name, whose), found in self._by_access(breakers, settings).items()
            ),
            spending=self.budget.spent,
            cache=self._cache is not None,
        )

    def _by_access(
        self, breakers: Mapping[tuple[str, str], CircuitBreaker], session: Settings | None
    ) -> Mapping[tuple[str, Whose], list[CircuitBreaker]]:
        found: dict[tuple[str, Whose], list[CircuitBreaker]] = {}
        for (name, fingerprint), breaker in breakers.items():
            whose: Whose = "others"
            if fingerprint == _fingerprint_in(name, self._settings):
                whose = "environment"
            elif session is not None and fingerprint == _fingerprint_in(name, session):
                whose = "session"
            found.setdefault((name, whose), []).append(breaker)
        return found

    def _wrapped(
        self, name: str, asked: str, settings: Settings, recording: Recording, budget: Budget
    ) -> ChatModel:
        """Return a model with the wrappers of a single attempt; the last one is outermost."""
        model: ChatModel = NonEmptyModel(self._adapter(name, settings))
        provider = name.partition(":")[0]
        at = model_endpoint(name, settings)
        model = GuardedModel(model, self._slots_of(provider), self._breaker_of(name, at))
        model = BudgetedModel(model, budget)
        if self._cache:
            model = CachedModel(model, self._cache, address=at.url)
        return RecordingModel(model, recording, asked=asked)

    def _adapter(self, name: str, settings: Settings) -> ChatModel:
        """Return a model's adapter: a shared one, unless a session has a key or address of its own.

        The adapter of a session would keep its key.
        """
        if settings is not self._settings:
            return chat_model(name, settings)
        if name not in self._adapters:
            self._adapters[name] = chat_model(name, settings)
        return self._adapters[name]

    def _slots_of(self, provider: str) -> FairSemaphore:
        with self._lock:
            if provider not in self._slots:
                self._slots[provider] = FairSemaphore(self._settings.model_concurrency)
            return self._slots[provider]

    def _breaker_of(self, name: str, at: Endpoint) -> CircuitBreaker:
        """One breaker per model, address and key: a failing key affects no other session."""
        key = (name, _fingerprint(at))
        with self._lock:
            if key not in self._breakers:
                self._breakers[key] = CircuitBreaker(
                    failures=self._settings.breaker_failures,
                    cool_down_s=self._settings.breaker_pause_s,
                )
            return self._breakers[key]


def _worst_of(name: str, whose: Whose, breakers: Sequence[CircuitBreaker]) -> ModelHealth:
    """Summarise the breakers of several keys by the worst of them."""
    worst = max(breakers, key=lambda one: (one.cool_down_left_s, one.failures))
    return ModelHealth(
        model=name,
        whose=whose,
        keys=len(breakers),
        state=worst.state,
        failures=worst.failures,
        cool_down_left_s=worst.cool_down_left_s,
    )


def _fingerprint_in(name: str, settings: Settings) -> str | None:
    """The fingerprint of a model's endpoint in these settings; None if it is not configured."""
    try:
        return _fingerprint(model_endpoint(name, settings))
    except ConfigurationError:
        return None


def _fingerprint(at: Endpoint) -> str:
    """Hash an address and key, so that the key itself is not stored."""
    secret = at.key.get_secret_value() if at.key else ""
    return hashlib.blake2b(f"{at.url} {secret}".encode(), digest_size=8).hexdigest()
