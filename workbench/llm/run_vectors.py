"""Record the query vectors of a run, and replay them without calling the embedder."""

import base64
import math
import time
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from workbench.domain.base import content_hash
from workbench.domain.evidence import StageError
from workbench.domain.run import ModelExchange, ModelUse
from workbench.errors import ProviderError
from workbench.i18n.errors import localized
from workbench.llm.budget import Budget
from workbench.llm.error_records import error_from_record
from workbench.llm.prices import price_usd
from workbench.llm.recording import Recording

if TYPE_CHECKING:
    from workbench.llm.embedding_model import Vectors

ROLE = "embedder"


@dataclass(frozen=True)
class VectorCall:
    """One attempt to embed a query: its vector, or the failure."""

    model: str
    text: str
    vector: "Vectors | None" = None
    error: ProviderError | None = None
    tokens: int = 0
    started: float = field(default_factory=time.perf_counter)
    cached: bool = False


class RunVectors:
    """The query vectors of one run and of the run that it replays, with its budget and deadline."""

    def __init__(
        self,
        recording: Recording,
        recorded: Iterable[ModelExchange] = (),
        *,
        is_live: bool = True,
        embedder: str = "",
        budget: Budget | None = None,
        until: float = math.inf,
    ) -> None:
        """The vectors of a run.

        Args:
            recording: receives every try.
            recorded: the exchanges of the run that is replayed.
            is_live: whether the embedder may be called for a query that was not recorded.
            embedder: the name of the configured embedder.
            budget: what calls count towards; None is the process's.
            until: the deadline of all calls, on the monotonic clock.
        """
        self.budget = budget
        self.until = until
        self._recording = recording
        self._recorded = {e.request_hash: e for e in recorded if e.role == ROLE}
        self._is_live = is_live
        self._embedder = embedder
        self._noted: set[tuple[str, str]] = set()
        self._failure: ProviderError | None = None

    @property
    def changed(self) -> ProviderError | None:
        """Why a replay cannot find the same passages: they were found by another embedder."""
        had = {exchange.model for exchange in self._recorded.values() if exchange.reply}
        if self._is_live or not had or self._embedder in had:
            return None
        then = ", ".join(sorted(had))
        told = localized("llm.other_embedder", then=then, now=self._embedder)
        return ProviderError(**told, provider=then.partition(":")[0])

    def known(self, model: str, text: str) -> "Vectors | None":
        """The recorded vector of a text; None where the provider is to be called.

        Raises:
            ProviderError: none was recorded and no call is allowed; or the provider has already
                failed in this run, which does not call it again.
        """
        exchange = self._recorded.get(_hash(model, text))
        if exchange is not None and exchange.reply:
            row = _vector(exchange.reply)
            self.note(VectorCall(model, text, row, cached=True))
            return row
        if self._is_live and self._failure is None:
            return None
        recorded = exchange.error if exchange else None
        error = self._failure or self.changed or _failure(model, recorded)
        self.note(VectorCall(model, text, error=error, cached=True))
        raise error

    def give_up(self, error: ProviderError) -> None:
        """Remember the provider's final failure, after all retries."""
        self._failure = error

    def note(self, one: VectorCall) -> None:
        """Record an attempt; a vector from the cache is recorded once per run."""
        key = (one.model, one.text)
        if one.cached and key in self._noted:
            return
        self._noted.add(key)
        ms = 0.0 if one.cached else (time.perf_counter() - one.started) * 1000
        self._recording.exchanges.append(self._exchange(one, ms))
        if one.error is None:
            self._recording.uses.append(_use(one, ms))

    def _exchange(self, one: VectorCall, ms: float) -> ModelExchange:
        text = self._recording.secrets.hide(one.text)
        return ModelExchange(
            role=ROLE,
            model=one.model,
            asked=one.model,
            request={"messages": [{"role": "user", "text": text}]},
            request_hash=_hash(one.model, one.text),
            reply="" if one.vector is None else _written(one.vector),
            finish_reason=None if one.vector is None else "stop",
            input_tokens=one.tokens,
            ms=ms,
            cached=one.cached,
            error=StageError.of(one.error) if one.error else None,
        )


_of_run: ContextVar[RunVectors | None] = ContextVar("vectors", default=None)


@contextmanager
def recording_vectors(vectors: RunVectors | None) -> Iterator[None]:
    """Record the queries embedded in this context. Never held across a `yield`."""
    token = _of_run.set(vectors)
    try:
        yield
    finally:
        _of_run.reset(token)


def vectors_of_run() -> RunVectors | None:
    """The vectors of the current run; None outside of runs."""
    return _of_run.get()


def vector_size(reply: str) -> int:
    """How many numbers a recorded vector has."""
    return len(base64.b64decode(reply)) // 4


def _hash(model: str, text: str) -> str:
    return content_hash([model, text])


def _failure(model: str, recorded: StageError | None) -> ProviderError:
    """The recorded failure, or that nothing was recorded."""
    unknown = StageError(kind="ProviderError", **localized("llm.not_recorded"))
    return error_from_record(recorded or unknown, model.partition(":")[0])


def _written(vector: "Vectors") -> str:
    return base64.b64encode(vector.astype("<f4").tobytes()).decode()


def _vector(reply: str) -> "Vectors":
    import numpy as np

    return np.frombuffer(base64.b64decode(reply), dtype="<f4").astype(np.float32)


def _use(one: VectorCall, ms: float) -> ModelUse:
    price = price_usd(one.model, input_tokens=one.tokens, output_tokens=0)
    return ModelUse(
        role=ROLE,
        model=one.model,
        input_tokens=one.tokens,
        ms=ms,
        price_usd=0.0 if one.cached else price,
        cached=one.cached,
    )
