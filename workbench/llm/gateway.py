"""What all model calls of a process share: the lines to providers, the budget, the cache."""

import hashlib
import threading
from collections.abc import Mapping, Sequence
from typing import Literal, TypeAlias

from workbench.domain.base import Value
from workbench.errors import ConfigurationError
from workbench.llm.budget import PROBE, Budget, BudgetedModel, Spending
from workbench.llm.cache import CachedModel, ReplyCache
from workbench.llm.endpoint import (
    chat_model,
    embedding_endpoint,
    embedding_model,
    model_endpoint,
)
from workbench.llm.fallback import FallbackModel
from workbench.llm.guard import (
    BreakerState,
    CircuitBreaker,
    ConcurrencyLimiter,
    FairSemaphore,
    GuardedModel,
)
from workbench.llm.non_empty import NonEmptyModel
from workbench.llm.probe import Probe, probe_model
from workbench.llm.protocol import ChatModel
from workbench.llm.provider import Endpoint
from workbench.llm.provider_embedder import ProviderEmbedder
from workbench.llm.recording import Recording, RecordingModel
from workbench.llm.retry import RetryingModel
from workbench.settings import Settings


class ProviderHealth(Value):
    """The line to one provider."""

    provider: str
    limit: int
    busy: int
    waiting: int


Whose: TypeAlias = Literal["environment", "session", "others"]
"""The settings' own key and address, those of the session that asks, or of other sessions."""


class ModelHealth(Value):
    """Whether a model is asked at the moment, under one key and address."""

    model: str
    whose: Whose = "environment"
    keys: int = 1
    """How many keys of other sessions this stands for; it tells of the worst."""
    state: BreakerState
    failures: int
    """In a row, up to now."""
    cool_down_left_s: float = 0.0


class Health(Value):
    """How the models do, as this process sees it."""

    providers: tuple[ProviderHealth, ...] = ()
    models: tuple[ModelHealth, ...] = ()
    spending: Spending = Spending()
    cache: bool = False


class ModelGateway:
    """One for each process; safe between threads. Of sessions' keys it keeps fingerprints alone."""

    def __init__(self, settings: Settings) -> None:
        self.budget = Budget(usd=settings.budget_usd, tokens=settings.budget_tokens)
        self._settings = settings
        folder = settings.workbench_home / "model-cache"
        self._cache = ReplyCache(folder) if settings.model_cache else None
        self._lock = threading.Lock()
        self._slots: dict[str, FairSemaphore] = {}
        self._breakers: dict[tuple[str, str], CircuitBreaker] = {}

    def connect(
        self,
        names: Sequence[str],
        settings: Settings,
        recording: Recording,
        *,
        budget: Budget | None = None,
    ) -> ChatModel:
        """The model to call by the first name, with the others in turn behind it.

        Args:
            names: each ``provider:model``.
            settings: with the keys to use, which may be a session's.
            recording: receives every try.
            budget: None takes the process's.
        """
        models = [
            RetryingModel(self._line(name, names[0], settings, recording, budget or self.budget))
            for name in names
        ]
        return FallbackModel(models) if len(models) > 1 else models[0]

    async def probe(self, name: str, settings: Settings, budget: Budget | None = None) -> Probe:
        """One small real call, as a person wants it: now, once, and never from the cache.

        A model that is left alone is asked all the same, and asked again by everyone once it has
        replied; a failure counts for nothing.

        Raises:
            ConfigurationError: no such provider, no key, no address.
            ProviderError: why the model does not answer, and what to do.
            BudgetError: the budget is spent.
        """
        model = BudgetedModel(chat_model(name, settings), budget or self.budget, PROBE)
        trial = await probe_model(model)
        self._breaker_of(name, model_endpoint(name, settings)).succeeded()
        return trial

    def embedder(self, name: str) -> ProviderEmbedder:
        """The embedder called ``provider:name``, with the keys of the settings: it serves everyone.

        Raises:
            ConfigurationError: no such provider, one without embeddings, or no key.
        """
        model = embedding_model(name, self._settings)
        breaker = self._breaker_of(name, embedding_endpoint(name, self._settings))
        return ProviderEmbedder(
            model,
            ConcurrencyLimiter(name, self._slots_of(name.partition(":")[0]), breaker),
            self.budget,
            query_deadline_s=self._settings.embedder_deadline_s,
        )

    def health(self, settings: Settings | None = None) -> Health:
        """The state of every line that was used; nothing of a key is in it.

        Args:
            settings: with a session's keys, to tell its lines from those of other sessions.
        """
        with self._lock:
            slots, breakers = dict(self._slots), dict(self._breakers)
        return Health(
            providers=tuple(
                ProviderHealth(provider=name, limit=one.size, busy=one.busy, waiting=one.waiting)
                for name, one in slots.items()
            ),
            models=tuple(
                _summed(name, whose, found)
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
            if fingerprint == _own(name, self._settings):
                whose = "environment"
            elif session is not None and fingerprint == _own(name, session):
                whose = "session"
            found.setdefault((name, whose), []).append(breaker)
        return found

    def _line(
        self, name: str, asked: str, settings: Settings, recording: Recording, budget: Budget
    ) -> ChatModel:
        """One model with all that surrounds a single try, from the inside out."""
        model: ChatModel = NonEmptyModel(chat_model(name, settings))
        provider = name.partition(":")[0]
        at = model_endpoint(name, settings)
        model = GuardedModel(model, self._slots_of(provider), self._breaker_of(name, at))
        model = BudgetedModel(model, budget)
        if self._cache:
            model = CachedModel(model, self._cache, address=at.url)
        return RecordingModel(model, recording, asked=asked)

    def _slots_of(self, provider: str) -> FairSemaphore:
        with self._lock:
            if provider not in self._slots:
                self._slots[provider] = FairSemaphore(self._settings.model_concurrency)
            return self._slots[provider]

    def _breaker_of(self, name: str, at: Endpoint) -> CircuitBreaker:
        """One for each model, address and key: a session's own key fails for itself alone."""
        key = (name, _fingerprint(at))
        with self._lock:
            if key not in self._breakers:
                self._breakers[key] = CircuitBreaker(
                    failures=self._settings.breaker_failures,
                    cool_down_s=self._settings.breaker_pause_s,
                )
            return self._breakers[key]


def _summed(name: str, whose: Whose, breakers: Sequence[CircuitBreaker]) -> ModelHealth:
    """The worst of several keys' states."""
    worst = max(breakers, key=lambda one: (one.cool_down_left_s, one.failures))
    return ModelHealth(
        model=name,
        whose=whose,
        keys=len(breakers),
        state=worst.state,
        failures=worst.failures,
        cool_down_left_s=worst.cool_down_left_s,
    )


def _own(name: str, settings: Settings) -> str | None:
    """The fingerprint under which these settings reach a model; None where they do not."""
    try:
        return _fingerprint(model_endpoint(name, settings))
    except ConfigurationError:
        return None


def _fingerprint(at: Endpoint) -> str:
    """Tells accesses apart without keeping the key."""
    secret = at.key.get_secret_value() if at.key else ""
    return hashlib.blake2b(f"{at.url} {secret}".encode(), digest_size=8).hexdigest()
