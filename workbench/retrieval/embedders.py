"""Embed texts: the Embedder port, the built-in embedder, and checks of returned vectors."""

import asyncio
import zlib
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Literal, Protocol, TypeAlias

from workbench.errors import ConfigurationError, StoreError
from workbench.i18n.errors import localized
from workbench.retrieval.analysis import analyse
from workbench.retrieval.local_embedder import PREFIX, LocalEmbedder

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Vectors: TypeAlias = NDArray[np.float32]

Purpose: TypeAlias = Literal["document", "query"]

PROBES = 2
"""Extra texts per batch that verify the order of the returned vectors."""


class Embedder(Protocol):
    """Embeds texts: awaits a provider, which may raise ProviderError, or computes in a thread.

    Serves any number of event loops.
    """

    @property
    def name(self) -> str:
        """Name in the settings; vectors of different embedders are stored separately."""
        ...

    @property
    def semantic(self) -> bool:
        """True if similar vectors imply similar meaning; else the dense channel has no weight."""
        ...

    @property
    def batch_size(self) -> int:
        """Maximum number of texts per call."""
        ...

    async def embed(self, texts: Sequence[str], purpose: Purpose) -> "Vectors":
        """Return one row per text, in order: shape (len(texts), dimension)."""
        ...


class HashingEmbedder:
    """Hashes character n-grams into a vector: lexical, not semantic, with nothing to download."""

    name = "hashing"
    semantic = False
    batch_size = 1024

    def __init__(self, dimension: int = 384) -> None:
        self._dimension = dimension

    async def embed(self, texts: Sequence[str], purpose: Purpose) -> "Vectors":  # noqa: ARG002 - the same for both
        """Return one unit vector per text; a text without words gets (1, 0, 0, …)."""
        return await asyncio.to_thread(self._hashed, texts)

    def _hashed(self, texts: Sequence[str]) -> "Vectors":
        import numpy as np

        rows = np.zeros((len(texts), self._dimension), dtype=np.float32)
        for row, text in zip(rows, texts, strict=True):
            for gram in analyse(text).characters.split():
                code = zlib.crc32(gram.encode())
                row[code % self._dimension] += 1.0 if code & 0x8000_0000 else -1.0
            if not row.any():
                row[0] = 1.0
        lengths: Vectors = np.linalg.norm(rows, axis=1, keepdims=True)
        return rows / lengths


EMBEDDERS: Mapping[str, Callable[[], Embedder]] = {"hashing": HashingEmbedder}
"""Built-in embedders by name, beside those of local folders (``local:FOLDER``); the caller creates
those of model providers."""


def embedder_named(name: str) -> Embedder:
    """Return a built-in embedder, or that of a local folder.

    Raises:
        ConfigurationError: no built-in embedder has this name, or the folder has no model.
    """
    if name.startswith(PREFIX):
        return LocalEmbedder(name)
    if name not in EMBEDDERS:
        known = ", ".join(EMBEDDERS)
        raise ConfigurationError(**localized("retrieval.no_embedder", embedder=name, known=known))
    return EMBEDDERS[name]()


def is_built_in(embedder: Embedder) -> bool:
    """Return True if an embedder computes by itself, without calling a provider."""
    return isinstance(embedder, HashingEmbedder | LocalEmbedder)


async def embed_documents(embedder: Embedder, texts: Sequence[str]) -> "Vectors":
    """Return one unit vector per document.

    The first text is embedded again at the end of the batch: if the embedder reorders its replies,
    the vectors differ.

    Raises:
        StoreError: vectors are missing, zero, not finite, or out of order.
    """
    import numpy as np

    if not texts:
        return np.zeros((0, 0), dtype=np.float32)
    probed = [*texts, *[texts[0]] * PROBES] if embedder.semantic else list(texts)
    vectors = _checked(await embedder.embed(probed, "document"), len(probed), embedder.name)
    if embedder.semantic and not np.allclose(vectors[-PROBES:], vectors[0], atol=1e-2):
        raise StoreError(
            **localized("retrieval.vectors_shuffled", embedder=embedder.name), retryable=True
        )
    return vectors[: len(texts)]


async def embed_query(embedder: Embedder, text: str) -> "Vectors":
    """Return the unit vector of a question, of shape (1, dimension); errors as for documents."""
    return _checked(await embedder.embed([text], "query"), 1, embedder.name)


def _checked(raw: "Vectors", expected: int, name: str) -> "Vectors":
    import numpy as np

    vectors = np.asarray(raw, dtype=np.float32)
    if vectors.ndim != 2 or len(vectors) != expected:
        counts = {"vectors": len(vectors), "texts": expected}
        raise StoreError(**localized("retrieval.vectors_miscounted", embedder=name, **counts))
    if not (np.isfinite(vectors).all() and vectors.any(axis=1).all()):
        raise StoreError(**localized("retrieval.vectors_wrong", embedder=name))
    lengths: Vectors = np.linalg.norm(vectors, axis=1, keepdims=True)
    return vectors / lengths
