"""An EmbeddingModel for every vendor that pydantic-ai supports; adapters supply the differences."""

import asyncio
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

import httpx2
from pydantic_ai.embeddings import EmbeddingModel as VendorModel
from pydantic_ai.embeddings import EmbeddingResult

from workbench.errors import ProviderError
from workbench.llm.embedding_model import EmbeddedTexts, EmbeddingLimits, Purpose
from workbench.llm.failures.attempt import attempt
from workbench.llm.failures.error_mapping import ErrorMapper
from workbench.llm.failures.kinds import Failure
from workbench.llm.http.client import http_client

if TYPE_CHECKING:
    from workbench.llm.embedding_model import Vectors

BYTES_A_VECTOR = 200_000
"""Upper limit: 8,192 numbers in JSON take less."""

MISCOUNTED = Failure("llm.vectors_miscounted", retryable=True)
UNEVEN = Failure("llm.vectors_uneven", retryable=True)
WRONG = Failure("llm.vectors_wrong", retryable=True)


class PydanticEmbedding:
    """One embedding model of one vendor. Makes one attempt; `ProviderEmbedder` retries."""

    def __init__(
        self,
        model: str,
        *,
        open_model: Callable[[httpx2.AsyncClient], VendorModel],
        mapper: ErrorMapper,
        limits: EmbeddingLimits,
    ) -> None:
        self._model = model
        self._open_model = open_model
        self._mapper = mapper
        self.limits = limits

    @property
    def name(self) -> str:
        """``provider:model``."""
        return f"{self._mapper.provider}:{self._model}"

    def __repr__(self) -> str:
        return f"<{type(self).__name__} {self.name}>"

    async def embed(
        self, texts: Sequence[str], purpose: Purpose, deadline_s: float
    ) -> EmbeddedTexts:
        """Embed texts; raise a ProviderError on a timeout or invalid vectors."""
        until = asyncio.get_running_loop().time() + deadline_s
        async with http_client(1_000_000 + len(texts) * BYTES_A_VECTOR) as http:
            pending = self._open_model(http).embed(texts, input_type=purpose)
            result = await attempt(pending, self._mapper, until)
        return self._read(result, len(texts))

    def dimension_error(self) -> ProviderError:
        """Return the error for vectors whose size differs between calls."""
        return self._mapper.error_of_failure(UNEVEN)

    def _read(self, result: EmbeddingResult, expected: int) -> EmbeddedTexts:
        try:
            wrong = _wrong(result.embeddings, expected)
            if wrong is None:
                return EmbeddedTexts(_rows(result.embeddings), int(result.usage.input_tokens))
        except Exception as raised:  # the SDKs do not validate the types they declare
            raise self._mapper.error_of_exception(raised) from None
        words = {"vectors": len(result.embeddings), "texts": expected}
        raise self._mapper.error_of_failure(wrong, words=words)


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
