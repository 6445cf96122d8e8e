"""Record the query vectors of a run, and replay them without calling the embedder."""

import base64
import math
import time
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from workbench.domain.base import content_hash
from workbench.domain.evidence import StageError
from workbench.domain.run import ModelExchange, ModelUse
from workbench.errors import ProviderError
from workbench.i18n.errors import localized
from workbench.llm.failures.error_records import error_from_record
from workbench.llm.prices import price_usd
from workbench.llm.recording.record import Recording
from workbench.llm.wrappers.budget import Budget

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
            recording: receives every attempt.
            recorded: the exchanges of the run that is replayed.
            is_live: whether the embedder may be called for a query that was not recorded.
            embedder: the name of the configured embedder.
            budget: the budget of calls; None uses that of the process.
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
    def embedder_changed(self) -> ProviderError | None:
        """The error of a replay whose passages were found with another embedder; else None."""
        used = {exchange.model for exchange in self._recorded.values() if exchange.reply}
        if self._is_live or not used or self._embedder in used:
            return None
        then = ", ".join(sorted(used))
        message = localized("llm.other_embedder", then=then, now=self._embedder)
        return ProviderError(**message, provider=then.partition(":")[0])

    def recorded(self, model: str, text: str) -> "Vectors | None":
        """Return the recorded vector of a text; None if the provider is to be called.

        Raises:
            ProviderError: none was recorded and no call is allowed, or the provider has already
                failed in this run.
        """
        exchange = self._recorded.get(_hash(model, text))
        if exchange is not None and exchange.reply:
            row = _vector(exchange.reply)
            self.record(VectorCall(model, text, row, cached=True))
            return row
        if self._is_live and self._failure is None:
            return None
        recorded = exchange.error if exchange else None
        error = self._failure or self.embedder_changed or _failure(model, recorded)
        self.record(VectorCall(model, text, error=error, cached=True))
        raise error

    def record_failure(self, error: ProviderError) -> None:
        """Remember the provider's final failure, after all retries."""
        self._failure = error

    def record(self, call: VectorCall) -> None:
        """Record an attempt; a vector from the cache is recorded once per run."""
        key = (call.model, call.text)
        if call.cached and key in self._noted:
            return
        self._noted.add(key)
        ms = 0.0 if call.cached else (time.perf_counter() - call.started) * 1000
        self._recording.exchanges.append(self._exchange(call, ms))
        if call.error is None:
            self._recording.uses.append(_use(call, ms))

    def _exchange(self, call: VectorCall, ms: float) -> ModelExchange:
        text = self._recording.secrets.hide(call.text)
        return ModelExchange(
            role=ROLE,
            model=call.model,
            asked=call.model,
            request={"messages": [{"role": "user", "text": text}]},
            request_hash=_hash(call.model, call.text),
            reply="" if call.vector is None else _encoded(call.vector),
            finish_reason=None if call.vector is None else "stop",
            input_tokens=call.tokens,
            ms=ms,
            cached=call.cached,
            error=StageError.of(call.error) if call.error else None,
        )


def vector_size(reply: str) -> int:
    """The dimension of a recorded vector."""
    return len(base64.b64decode(reply)) // 4


def _hash(model: str, text: str) -> str:
    return content_hash([model, text])


def _failure(model: str, recorded: StageError | None) -> ProviderError:
    """Rebuild the recorded failure; without one, the error that nothing was recorded."""
    unknown = StageError(kind="ProviderError", **localized("llm.not_recorded"))
    return error_from_record(recorded or unknown, model.partition(":")[0])


def _encoded(vector: "Vectors") -> str:
    return base64.b64encode(vector.astype("<f4").tobytes()).decode()


def _vector(reply: str) -> "Vectors":
    import numpy as np

    return np.frombuffer(base64.b64decode(reply), dtype="<f4").astype(np.float32)


def _use(call: VectorCall, ms: float) -> ModelUse:
    price = price_usd(call.model, input_tokens=call.tokens, output_tokens=0)
    return ModelUse(
        role=ROLE,
        model=call.model,
        input_tokens=call.tokens,
        ms=ms,
        price_usd=0.0 if call.cached else price,
        cached=call.cached,
    )
