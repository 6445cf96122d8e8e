"""The dense channel: our own vectors in Chroma, embedded in a folder or on a server by URL."""

import hashlib
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from threading import Lock
from typing import TYPE_CHECKING, Any, Protocol
from urllib.parse import urlsplit

from workbench.errors import ConfigurationError, StoreError
from workbench.i18n.errors import localized
from workbench.retrieval.embedders import PROBES, Embedder, embed_documents, embed_query
from workbench.retrieval.lexical.protocol import Hit

if TYPE_CHECKING:
    from workbench.retrieval.embedders import Vectors

WRITE_BATCH = 512
"""Chroma takes at most 5,461 rows at once; small batches show progress and lose less."""


class DenseIndex(Protocol):
    """Vectors of passages under their ids. Opens its store at the first call; a store that is down
    raises StoreError."""

    def ids(self) -> set[str]:
        """The ids of all vectors."""
        ...

    def add(self, ids: Sequence[str], vectors: "Vectors", documents: Sequence[str]) -> None:
        """Add vectors or replace those of the same ids."""
        ...

    def remove(self, ids: Collection[str]) -> None:
        """Forget some vectors."""
        ...

    def clear(self) -> None:
        """Forget all vectors, and whatever size they had."""
        ...

    def search(
        self, vector: "Vectors", *, limit: int, documents: Collection[str] | None = None
    ) -> list[Hit]:
        """The nearest passages with their cosine, nearest first; only those of ``documents``."""
        ...


def collection_name(workspace: str, embedder: str) -> str:
    """An ASCII name that no two pairs of workspace and embedder share."""
    digest = hashlib.blake2b(f"{workspace}\n{embedder}".encode(), digest_size=12)
    return f"workbench-{digest.hexdigest()}"


class ChromaIndex:
    """One Chroma collection, in a folder or on the server at a URL."""

    def __init__(
        self, collection: str, *, folder: Path | None = None, url: str | None = None
    ) -> None:
        self._name = collection
        self._folder = folder
        self._url = url

    def ids(self) -> set[str]:
        """The ids of all vectors."""
        with _store_errors():
            return set(self._collection().get(include=[])["ids"])

    def add(self, ids: Sequence[str], vectors: "Vectors", documents: Sequence[str]) -> None:
        """Add vectors or replace those of the same ids."""
        metadatas: list[Mapping[str, Any]] = [{"document": document} for document in documents]
        with _store_errors():
            collection = self._collection()
            for start in range(0, len(ids), WRITE_BATCH):
                batch = slice(start, start + WRITE_BATCH)
                collection.upsert(
                    ids=list(ids[batch]), embeddings=vectors[batch], metadatas=metadatas[batch]
                )

    def remove(self, ids: Collection[str]) -> None:
        """Forget some vectors."""
        gone = sorted(ids)
        with _store_errors():
            for start in range(0, len(gone), WRITE_BATCH):
                self._collection().delete(ids=gone[start : start + WRITE_BATCH])

    def clear(self) -> None:
        """Forget all vectors, and whatever size they had."""
        with _store_errors():
            self._collection()
            _client(self._folder, self._url).delete_collection(self._name)

    def search(
        self, vector: "Vectors", *, limit: int, documents: Collection[str] | None = None
    ) -> list[Hit]:
        """The nearest passages with their cosine, nearest first."""
        if documents is not None and not documents:
            return []
        where: Any = None if documents is None else {"document": {"$in": sorted(documents)}}
        with _store_errors():
            found = self._collection().query(
                query_embeddings=vector, n_results=limit, where=where, include=["distances"]
            )
        distances = (found["distances"] or [[]])[0]
        pairs = zip(found["ids"][0], distances, strict=True)
        return [Hit(passage_id, 1.0 - float(distance)) for passage_id, distance in pairs]

    def _collection(self) -> Any:
        return _client(self._folder, self._url).get_or_create_collection(
            self._name, embedding_function=None, metadata={"hnsw:space": "cosine"}
        )


def sync_vectors(
    index: DenseIndex,
    embedder: Embedder,
    wanted: Mapping[str, str],
    text_of: Callable[[str], str],
    progress: Callable[[int, int], None],
) -> None:
    """Embed and add the passages that have no vector yet; ``wanted`` gives each its document.

    A batch is one request of the embedder where it asks a provider, and is kept once it is there:
    what a stopped build had added is not embedded again. Vectors of passages no longer wanted stay
    until ``forget_vectors``, so that whoever reads the earlier state goes on undisturbed.
    """
    missing = sorted(wanted.keys() - index.ids())
    size = min(WRITE_BATCH, embedder.batch_size - PROBES)
    for start in range(0, len(missing), size):
        batch = missing[start : start + size]
        vectors = embed_documents(embedder, [text_of(passage_id) for passage_id in batch])
        index.add(batch, vectors, [wanted[passage_id] for passage_id in batch])
        progress(start + len(batch), len(missing))


def forget_vectors(index: DenseIndex, wanted: Collection[str]) -> None:
    """Remove the vectors of passages that are no longer wanted."""
    index.remove(index.ids() - set(wanted))


def search_text(
    index: DenseIndex,
    embedder: Embedder,
    text: str,
    *,
    limit: int,
    documents: Collection[str] | None = None,
) -> list[Hit]:
    """The passages nearest to a question."""
    return index.search(embed_query(embedder, text), limit=limit, documents=documents)


_opening = Lock()


def _client(folder: Path | None, url: str | None) -> Any:
    """One client for each place in this process: two writers on one folder lose vectors."""
    with _opening:
        return _connect(folder, url)


@cache
def _connect(folder: Path | None, url: str | None) -> Any:
    import chromadb
    from chromadb.config import Settings

    settings = Settings(anonymized_telemetry=False)
    if url is None:
        if folder is None:
            raise ConfigurationError(**localized("retrieval.nowhere"))
        folder.mkdir(parents=True, exist_ok=True)
        return chromadb.PersistentClient(str(folder), settings=settings)
    host, port, secure = _server(url)
    return chromadb.HttpClient(host=host, port=port, ssl=secure, settings=settings)


def _server(url: str) -> tuple[str, int, bool]:
    """Host, port and whether the line is encrypted."""
    try:
        parts = urlsplit(url)
        host, port = parts.hostname, parts.port
    except ValueError:
        host = None
    if not host or parts.scheme not in {"http", "https"}:
        raise ConfigurationError(**localized("retrieval.bad_url", url=url))
    secure = parts.scheme == "https"
    return host, port or (443 if secure else 8000), secure


@contextmanager
def _store_errors() -> Iterator[None]:
    """Chroma's errors, and those of its transport, as ours."""
    import httpx
    from chromadb.errors import ChromaError

    try:
        yield
    except (ChromaError, httpx.HTTPError, ValueError, OSError) as error:
        raise StoreError(
            **localized("retrieval.no_vector_store", detail=str(error)),
            retryable=isinstance(error, httpx.HTTPError | OSError),
        ) from error
