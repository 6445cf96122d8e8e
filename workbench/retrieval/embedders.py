"""Texts to vectors: the Embedder port, the built-in embedder, and the check every vector passes."""

import zlib
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Literal, Protocol, TypeAlias

from workbench.errors import ConfigurationError, StoreError
from workbench.i18n.errors import localized
from workbench.retrieval.analysis import character_tokens

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Vectors: TypeAlias = NDArray[np.float32]

Purpose: TypeAlias = Literal["document", "query"]

PROBES = 2
"""Texts that are embedded along with a batch, to see whether the vectors come in order."""


class Embedder(Protocol):
    """Turns texts into vectors. May wait on a network; raises ProviderError when it cannot."""

    @property
    def name(self) -> str:
        """Its name in the settings; vectors of two names are never mixed."""
        ...

    @property
    def semantic(self) -> bool:
        """True when near vectors mean near in meaning; else the dense channel does not weigh in."""
        ...

    @property
    def batch_size(self) -> int:
        """How many texts it takes at once; more are embedded one batch after another."""
        ...

    def embed(self, texts: Sequence[str], purpose: Purpose) -> "Vectors":
        """One row for each text, in order."""
        ...


class HashingEmbedder:
    """Pieces of folded words hashed into a vector: lexical, not semantic; nothing to download."""

    name = "hashing"
    semantic = False
    batch_size = 1024

    def __init__(self, dimension: int = 384) -> None:
        self._dimension = dimension

    def embed(self, texts: Sequence[str], purpose: Purpose) -> "Vectors":  # noqa: ARG002 - alike for both
        """One unit row for each text; all zero but the first column for a text without words."""
        import numpy as np

        rows = np.zeros((len(texts), self._dimension), dtype=np.float32)
        for row, text in zip(rows, texts, strict=True):
            for gram in character_tokens(text):
                code = zlib.crc32(gram.encode())
                row[code % self._dimension] += 1.0 if code & 0x8000_0000 else -1.0
            if not row.any():
                row[0] = 1.0
        lengths: Vectors = np.linalg.norm(rows, axis=1, keepdims=True)
        return rows / lengths


EMBEDDERS: Mapping[str, Callable[[], Embedder]] = {"hashing": HashingEmbedder}
"""Embedders that need nothing but a name; those of model providers are handed in ready."""


def embedder_named(name: str) -> Embedder:
    """A built-in embedder."""
    if name not in EMBEDDERS:
        known = ", ".join(EMBEDDERS)
        raise ConfigurationError(**localized("retrieval.no_embedder", embedder=name, known=known))
    return EMBEDDERS[name]()


def embed_documents(embedder: Embedder, texts: Sequence[str]) -> "Vectors":
    """Vectors of documents, refused when too few, not finite, without length or out of order.

    The first text is embedded again at the end of its batch: replies that come back in another
    order put different vectors there.
    """
    import numpy as np

    if not texts:
        return np.zeros((0, 0), dtype=np.float32)
    probed = [*texts, *[texts[0]] * PROBES] if embedder.semantic else list(texts)
    vectors = _checked(embedder.embed(probed, "document"), len(probed), embedder.name)
    if embedder.semantic and not np.allclose(vectors[-PROBES:], vectors[0], atol=1e-2):
        told = localized("retrieval.vectors_shuffled", embedder=embedder.name)
        raise StoreError(**told, retryable=True)
    return vectors[: len(texts)]


def embed_query(embedder: Embedder, text: str) -> "Vectors":
    """The vector of a question."""
    return _checked(embedder.embed([text], "query"), 1, embedder.name)


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
