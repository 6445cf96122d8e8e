"""Small libraries for tests: a retriever over texts, and an embedder of topics."""

from collections.abc import Collection, Mapping, Sequence
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from workbench.domain.documents import Document
from workbench.ingest.chunks import chunk_document
from workbench.ingest.documents import parse_document
from workbench.retrieval.channels import Channels
from workbench.retrieval.dense import DenseIndex
from workbench.retrieval.embedders import Embedder, Purpose
from workbench.retrieval.lexical import lexical_engine
from workbench.retrieval.lexical.protocol import IndexedPassage
from workbench.retrieval.passages import IndexedChunk
from workbench.retrieval.search import Retriever
from workbench.workspace.schema import RetrievalSpec


class MemoryLibrary:
    """A PassageSource over texts, whose names are the document ids."""

    def __init__(self, texts: Mapping[str, str], chunk_words: int = 160) -> None:
        documents = [parse_document(name, text) for name, text in texts.items()]
        self._documents = {document.id: document for document in documents}
        self._chunks = {d.id: tuple(chunk_document(d, chunk_words)) for d in documents}

    @property
    def metadata(self) -> Mapping[str, Mapping[str, str]]:
        return {name: document.metadata for name, document in self._documents.items()}

    def document(self, document_id: str) -> Document:
        return self._documents[document_id]

    def chunks(self, document_id: str) -> Sequence[IndexedChunk]:
        return self._chunks[document_id]

    def chunk(self, document_id: str, number: int) -> IndexedChunk:
        return self._chunks[document_id][number]

    def passages_of(self, documents: Collection[str]) -> frozenset[str]:
        return frozenset(one.chunk.id for name in documents for one in self._chunks[name])

    def chunk_position(self, chunk_id: str) -> tuple[str, int] | None:
        return self._places().get(chunk_id)

    def passages(self) -> list[IndexedPassage]:
        """The chunks as passages of a lexical index."""
        return [
            IndexedPassage(
                indexed.chunk.id,
                indexed.chunk.document_id,
                indexed.words.words,
                indexed.words.characters,
            )
            for chunks in self._chunks.values()
            for indexed in chunks
        ]

    def _places(self) -> dict[str, tuple[str, int]]:
        return {
            indexed.chunk.id: (name, number)
            for name, chunks in self._chunks.items()
            for number, indexed in enumerate(chunks)
        }


def retriever_over(
    folder: Path,
    texts: Mapping[str, str],
    *,
    engine: str = "tantivy",
    spec: RetrievalSpec | None = None,
    dense: DenseIndex | None = None,
    embedder: Embedder | None = None,
) -> Retriever:
    """Build a retriever with its lexical index in a folder."""
    spec = spec or RetrievalSpec()
    library = MemoryLibrary(texts, spec.chunk_words)
    lexical_engine(engine).write(folder / "lexical", add=library.passages())
    index = lexical_engine(engine).open(folder / "lexical")
    return Retriever(library, Channels(index, spec.weights, dense, embedder), spec)


class TopicEmbedder:
    """Maps words to topics; texts of one topic have similar vectors."""

    name = "topics"
    semantic = True
    batch_size = 512

    def __init__(self, topics: Mapping[str, int]) -> None:
        self._topics = topics
        self.asked: list[str] = []

    async def embed(self, texts: Sequence[str], purpose: Purpose) -> NDArray[np.float32]:
        self.asked += texts
        rows = np.full((len(texts), 8), 0.05, dtype=np.float32)
        for row, text in zip(rows, texts, strict=True):
            for word, topic in self._topics.items():
                row[topic] += word in text.casefold()
        return rows
