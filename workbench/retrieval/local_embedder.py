"""Embed texts with a sentence-transformers model in a local folder."""

import asyncio
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path
from threading import Lock
from typing import TYPE_CHECKING, Any, Literal, TypeAlias

from workbench.errors import ConfigurationError, StoreError
from workbench.i18n.errors import localized

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Vectors: TypeAlias = NDArray[np.float32]

PREFIX = "local:"
"""An embedder's name is this and the folder: ``local:/models/multilingual-e5-small``."""
BATCH = 64
_MODEL_FILE = "modules.json"
"""Lists a model's modules; every folder that sentence-transformers saves has it."""


class LocalEmbedder:
    """A sentence-transformers model: loaded on the first call, from its folder alone.

    Nothing is downloaded and no code from the folder is executed. Calls are made one at a time,
    because the model itself uses every core.
    """

    semantic = True
    batch_size = BATCH

    def __init__(self, name: str) -> None:
        """Check that the model can be loaded, without loading it.

        Raises:
            ConfigurationError: no model in the folder, or sentence-transformers is not installed.
        """
        self.name = name
        self._folder = Path(name.removeprefix(PREFIX)).expanduser()
        if not (self._folder / _MODEL_FILE).is_file():
            raise ConfigurationError(
                **localized("retrieval.no_local_model", folder=str(self._folder))
            )
        if find_spec("sentence_transformers") is None:
            raise ConfigurationError(**localized("retrieval.no_semantic_extra", embedder=name))
        self._lock = Lock()
        self._model: Any = None

    def __reduce__(self) -> tuple[type["LocalEmbedder"], tuple[str]]:
        """Pickle the name: another process loads the model from its own folder of this path."""
        return LocalEmbedder, (self.name,)

    async def embed(self, texts: Sequence[str], purpose: Literal["document", "query"]) -> "Vectors":
        """Return one row per text, with the model's own prompt for documents or queries.

        Raises:
            StoreError: the model cannot be loaded, or fails.
        """
        return await asyncio.to_thread(self._encode, list(texts), purpose)

    def _encode(self, texts: list[str], purpose: str) -> "Vectors":
        with self._lock, self._failures():
            self._model = self._model or self._load()
            encode = self._model.encode_query if purpose == "query" else self._model.encode_document
            vectors: Vectors = encode(texts, batch_size=BATCH, show_progress_bar=False)
            return vectors

    def _load(self) -> Any:
        from sentence_transformers import SentenceTransformer

        return SentenceTransformer(
            str(self._folder), local_files_only=True, trust_remote_code=False
        )

    @contextmanager
    def _failures(self) -> Iterator[None]:
        """Raise StoreError for any failure: the library and the model's files fail in many ways."""
        try:
            yield
        except Exception as error:
            detail = f"{type(error).__name__}: {error}"
            raise StoreError(
                **localized("retrieval.local_model_failed", folder=str(self._folder), detail=detail)
            ) from error
