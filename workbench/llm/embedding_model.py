"""The EmbeddingModel port, and an adapter for every vendor that pydantic-ai supports."""

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal, Protocol, TypeAlias

import httpx2
from pydantic_ai.embeddings import EmbeddingModel as VendorModel
from pydantic_ai.embeddings import EmbeddingResult

from workbench.errors import ProviderError
from workbench.llm.attempt import attempt
from workbench.llm.error_mapping import ErrorMapper
from workbench.llm.failure_kinds import Failure
from workbench.llm.http import http_client

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Vectors: TypeAlias = NDArray[np.float32]

Purpose: TypeAlias = Literal["document", "query"]

BYTES_A_VECTOR = 200_000
"""Upper limit: 8,192 numbers in JSON take less."""

MISCOUNTED = Failure("llm.vectors_miscounted", retryable=True)
UNEVEN = Failure("llm.vectors_uneven", retryable=True)
WRONG = Failure("llm.vectors_wrong", retryable=True)


@dataclass(frozen=True)
class Limits:
    """The most texts and characters that a vendor accepts in one request."""

    texts: int
    characters: int


@dataclass(frozen=True)
class Embedded:
    """One row for each text, in order; tokens are 0 if the vendor does not report them."""

    vectors: "Vectors"
    input_tokens: int = 0


class EmbeddingModel(Protocol):
    """Turns texts into vectors. Every failure is a ProviderError."""

    @property
    def name(self) -> str:
        """``provider:model``."""
        ...

    @property
    def limits(self) -> Limits:
        """The size limits of one call."""
        ...

    async def embed(self, texts: Sequence[str], purpose: Purpose, deadline_s: float) -> Embedded:
        """Embed texts, which must be within the limits."""
        ...

    def uneven(self) -> ProviderError:
        """Return the error for vectors whose size differs between calls."""
        ...


class PydanticEmbedding:
    """One embedding model of one vendor. Makes one attempt; `ProviderEmbedder` retries."""

    def __init__(
        self,
        model: str,
        *,
        open_model: Callable[[httpx2.AsyncClient], VendorModel],
        edge: ErrorMapper,
        limits: Limits,
    ) -> None:
        self._model = model
        self._open_model = open_model
        self._edge = edge
        self.limits = limits

    @property
    def name(self) -> str:
        """``provider:model``."""
        return f"{self._edge.provider}:{self._model}"

    def __repr__(self) -> str:
        return f"<{type(self).__name__} {self.name}>"

    async def embed(self, texts: Sequence[str], purpose: Purpose, deadline_s: float) -> Embedded:
        """Embed texts; raise a ProviderError on a timeout or invalid vectors."""
        until = asyncio.get_running_loop().time() + deadline_s
        async with http_client(1_000_000 + len(texts) * BYTES_A_VECTOR) as http:
            pending = self._open_model(http).embed(texts, input_type=purpose)
            result = await attempt(pending, self._edge, until)
        return self._read(result, len(texts))

    def uneven(self) -> ProviderError:
        """Return the error for vectors whose size differs between calls."""
        return self._edge.failed(UNEVEN)

    def _read(self, result: EmbeddingResult, expected: int) -> Embedded:
        try:
            wrong = _wrong(result.embeddings, expected)
            if wrong is None:
                return Embedded(_rows(result.embeddings), int(result.usage.input_tokens))
        except Exception as raised:  # the SDKs do not validate the types they declare
            raise self._edge.error(raised) from None
        words = {"vectors": len(result.embeddings), "texts": expected}
        raise self._edge.failed(wrong, words=words)


def _wrong(rows: Sequence[Sequence[float]], expected: int) -> Failure | None:
    """Why rows are not valid vectors of ``expected`` texts; None if they are."""
    import numpy as np

    if len(rows) != expected:
        return MISCOUNTED
    if len({len(row) for row in rows}) > 1:
        return UNEVEN
    vectors = _rows(rows)
    return None if np.isfinite(vectors).all() and vectors.any(axis=1).all() else WRONG


def _rows(rows: Sequence[Sequence[float]]) -> "Vectors":
    import numpy as np

    return np.asarray(rows, dtype=np.float32)
