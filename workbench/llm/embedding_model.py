"""The EmbeddingModel port, with its request limits and reply type."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal, Protocol, TypeAlias

from workbench.errors import ProviderError

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Vectors: TypeAlias = NDArray[np.float32]

Purpose: TypeAlias = Literal["document", "query"]


@dataclass(frozen=True)
class EmbeddingLimits:
    """The most texts and characters that a vendor accepts in one request."""

    texts: int
    characters: int


@dataclass(frozen=True)
class EmbeddedTexts:
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
    def limits(self) -> EmbeddingLimits:
        """The size limits of one call."""
        ...

    async def embed(
        self, texts: Sequence[str], purpose: Purpose, deadline_s: float
    ) -> EmbeddedTexts:
        """Embed texts, which must be within the limits."""
        ...

    def dimension_error(self) -> ProviderError:
        """Return the error for vectors whose size differs between calls."""
        ...
