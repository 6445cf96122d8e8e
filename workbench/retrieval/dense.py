"""Store and search vectors in Chroma, in a local folder or on a server."""

import asyncio
import hashlib
from collections.abc import Callable, Collection, Container, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache
from itertools import accumulate
from pathlib import Path
from threading import Lock
from typing import TYPE_CHECKING, Any, Protocol
from urllib.parse import urlsplit

from workbench.errors import ConfigurationError, StoreError
from workbench.i18n.errors import localized
from workbench.retrieval.embedders import PROBES, Embedder, embed_documents
from workbench.retrieval.lexical.protocol import Hit

if TYPE_CHECKING:
    from workbench.retrieval.embedders import Vectors

WRITE_BATCH = 512
"""Rows; Chroma accepts 5,461 at most. Small batches report progress and lose less if aborted."""

_SAVED_EVERY = 1000
"""Vectors after which Chroma saves its graph, at most; its own default. Each save writes all."""

MOST_COMPARED, MOST_KEPT = 2_000_000, 16_000_000
"""Numbers, of four bytes, in the vectors that a filtered search is compared with one by one, and
in those that are kept. For 1,000 passages of 384 numbers that takes .04 ms, for 5,000 about 2; a
search of the store that is deep enough for a filter takes 5."""


class DenseIndex(Protocol):
    """Vectors of passages by id. The store is opened on the first call.

    Every method raises StoreError if the store is not available.
    """

    @property
    def is_at_hand(self) -> bool:
        """Whether a search waits for nothing: the store is in this process and has been opened."""
        ...

    def ids(self) -> set[str]:
        """Return the ids of all vectors."""
        ...

    def batches(self, count: int, most: int) -> list[int]:
        """Return the sizes of the batches to add ``count`` vectors in, each at most ``most``.

        Called once before the first of them is added.
        """
        ...

    def add(self, ids: Sequence[str], vectors: "Vectors", documents: Sequence[str]) -> None:
        """Add or replace vectors: one row per id, with the id of its document."""
        ...

    def remove(self, ids: Collection[str]) -> None:
        """Delete the vectors with these ids."""
        ...

    def clear(self) -> None:
        """Delete all vectors; later ones may have another dimension."""
        ...

    def search(
        self,
        vector: "Vectors",
        *,
        limit: int,
        documents: Collection[str] | None = None,
        among: Container[str] | None = None,
    ) -> list[Hit]:
        """Return passages with their cosine, nearest first, from ``documents`` if given.

        Of the nearest ``limit`` passages only those in ``among`` are returned, if given.
        """
        ...

    def search_within(
        self, vector: "Vectors", passages: frozenset[str], *, limit: int
    ) -> list[Hit] | None:
        """Return the nearest of some passages, compared with each of them.

        None if that would take longer than a search: they are too many, or on a server.
        """
        ...


def collection_name(workspace: str, embedder: str) -> str:
    """Return an ASCII name that is unique to the workspace and the embedder."""
    digest = hashlib.blake2b(f"{workspace}\n{embedder}".encode(), digest_size=12)
    return f"workbench-{digest.hexdigest()}"


class ChromaIndex:
    """A Chroma collection, in a folder or on the server at a URL."""

    def __init__(
        self, collection: str, *, folder: Path | None = None, url: str | None = None
    ) -> None:
        self._name = collection
        self._folder = folder
        self._url = url
        self._opened: Any = None
        self._compared: list[_Rows] = []
        self._lock = Lock()

    @property
    def is_at_hand(self) -> bool:
        """Whether a search waits for nothing: the store is in this process and has been opened."""
        return self._folder is not None and self._opened is not None

    def ids(self) -> set[str]:
        """Return the ids of all vectors."""
        with _store_errors():
            return set(self._collection().get(include=[])["ids"])

    def batches(self, count: int, most: int) -> list[int]:
        """Return sizes after the last of which the graph of a folder's collection is saved.

        Vectors that are added after the last save are added to the graph again whenever the
        collection is opened: up to 1,000 of them, at a millisecond each.
        """
        groups = _even_parts(count, _SAVED_EVERY)
        if self._folder is not None and len(groups) > 1:
            with _store_errors():
                self._collection().modify(configuration={"hnsw": {"sync_threshold": groups[-1]}})
        most = min(most, WRITE_BATCH)
        return [min(most, group - start) for group in groups for start in range(0, group, most)]

    def add(self, ids: Sequence[str], vectors: "Vectors", documents: Sequence[str]) -> None:
        """Add or replace vectors: one row per id, with the id of its document."""
        metadatas: list[Mapping[str, Any]] = [{"document": document} for document in documents]
        self._compared = []
        with _store_errors():
            collection = self._collection()
            for start in range(0, len(ids), WRITE_BATCH):
                batch = slice(start, start + WRITE_BATCH)
                collection.upsert(
                    ids=list(ids[batch]), embeddings=vectors[batch], metadatas=metadatas[batch]
                )

    def remove(self, ids: Collection[str]) -> None:
        """Delete the vectors with these ids."""
        removed = sorted(ids)
        self._compared = []
        with _store_errors():
            for start in range(0, len(removed), WRITE_BATCH):
                self._collection().delete(ids=removed[start : start + WRITE_BATCH])

    def clear(self) -> None:
        """Delete all vectors; later ones may have another dimension."""
        self._compared = []
        with _store_errors():
            self._collection()
            _client(self._folder, self._url).delete_collection(self._name)
            self._opened = None

    def search(
        self,
        vector: "Vectors",
        *,
        limit: int,
        documents: Collection[str] | None = None,
        among: Container[str] | None = None,
    ) -> list[Hit]:
        """Return the nearest passages with their cosine, nearest first."""
        if documents is not None and not documents:
            return []
        where: Any = None if documents is None else {"document": {"$in": sorted(documents)}}
        with _store_errors():
            found = self._collection().query(
                query_embeddings=vector, n_results=limit, where=where, include=["distances"]
            )
        distances = (found["distances"] or [[]])[0]
        pairs = zip(found["ids"][0], distances, strict=True)
        return [
            Hit(passage_id, 1.0 - float(distance))
            for passage_id, distance in pairs
            if among is None or passage_id in among
        ]

    def search_within(
        self, vector: "Vectors", passages: frozenset[str], *, limit: int
    ) -> list[Hit] | None:
        """Return the nearest of some passages; their vectors are kept for the next search."""
        if not passages:
            return []
        if self._folder is None or len(passages) * vector.size > MOST_COMPARED:
            return None
        kept = self._rows_of(passages)
        if not kept.ids:
            return []
        cosines = kept.vectors @ _normalized(vector.reshape(1, -1))[0]
        best = cosines.argpartition(-min(limit, len(cosines)))[-limit:]
        ordered = best[(-cosines[best]).argsort(kind="stable")].tolist()
        return [Hit(kept.ids[place], float(cosines[place])) for place in ordered]

    def _rows_of(self, passages: frozenset[str]) -> "_Rows":
        """Return the vectors of passages; those of the filters used last are in memory."""
        with self._lock:
            for kept in self._compared:
                if kept.passages is passages:
                    return kept
        with _store_errors():
            found = self._collection().get(ids=sorted(passages), include=["embeddings"])
        vectors = found["embeddings"]
        rows = _Rows(passages, found["ids"], _normalized(vectors) if len(vectors) else vectors)
        with self._lock:
            self._compared.insert(0, rows)
            while sum(one.vectors.size for one in self._compared) > MOST_KEPT:
                self._compared.pop()
        return rows

    def _collection(self) -> Any:
        """Return the collection, looked up once: the look-up takes longer than a query."""
        if self._opened is None:
            self._opened = _client(self._folder, self._url).get_or_create_collection(
                self._name, embedding_function=None, metadata={"hnsw:space": "cosine"}
            )
        return self._opened


@dataclass(frozen=True)
class _Rows:
    """The vectors of the passages that a filter allows."""

    passages: frozenset[str]
    """The object that the filter was given as: comparing its members would take longer."""
    ids: Sequence[str]
    vectors: "Vectors"
    """A unit vector for each id."""


def _even_parts(count: int, most: int) -> list[int]:
    """Divide a count into the fewest parts of at most ``most``, the larger ones first."""
    number = -(-count // most)
    least, larger = divmod(count, max(number, 1))
    return [least + (part < larger) for part in range(number)]


def _normalized(vectors: Any) -> "Vectors":
    """Return unit rows as float32."""
    import numpy as np

    rows = np.asarray(vectors, dtype=np.float32)
    unit: Vectors = rows / np.maximum(np.linalg.norm(rows, axis=1, keepdims=True), 1e-12)
    return unit


async def sync_vectors(
    index: DenseIndex,
    embedder: Embedder,
    wanted: Mapping[str, str],
    text_of: Callable[[str], str],
    progress: Callable[[int, int], None],
    *,
    again: bool = False,
) -> None:
    """Embed and store the passages that have no vector; ``wanted`` maps passage to document ids.

    ``again`` replaces the vectors of the others too.

    Each batch is one request to the embedder and is stored at once: an aborted build does not embed
    it again. Vectors of removed passages stay until ``forget_vectors``, for readers of the previous
    state.
    """
    stored = set() if again else await asyncio.to_thread(index.ids)
    missing = sorted(wanted.keys() - stored)
    most = embedder.batch_size - PROBES
    sizes = await asyncio.to_thread(index.batches, len(missing), most) if missing else []
    for end, size in zip(accumulate(sizes), sizes, strict=True):
        batch = missing[end - size : end]
        texts = await asyncio.to_thread(lambda ids: [text_of(one) for one in ids], batch)
        vectors = await embed_documents(embedder, texts)
        documents = [wanted[passage_id] for passage_id in batch]
        await asyncio.to_thread(index.add, batch, vectors, documents)
        progress(end, len(missing))


def forget_vectors(index: DenseIndex, wanted: Collection[str]) -> None:
    """Delete the vectors of all passages that are not in ``wanted``."""
    index.remove(index.ids() - set(wanted))


_opening = Lock()


def _client(folder: Path | None, url: str | None) -> Any:
    """Return the process's only client for a folder or URL; two writers on one lose vectors."""
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
    """Return host, port and True for https."""
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
    """Raise StoreError for errors of Chroma and its transport."""
    import httpx
    from chromadb.errors import ChromaError

    try:
        yield
    except (ChromaError, httpx.HTTPError, ValueError, OSError) as error:
        raise StoreError(
            **localized("retrieval.no_vector_store", detail=str(error)),
            retryable=isinstance(error, httpx.HTTPError | OSError),
        ) from error
