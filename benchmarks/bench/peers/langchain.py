"""LangChain: EnsembleRetriever over rank-bm25 and Chroma, in equal parts."""

from collections.abc import Sequence
from pathlib import Path

from langchain_chroma import Chroma
from langchain_classic.retrievers import EnsembleRetriever
from langchain_community.retrievers import BM25Retriever
from langchain_core.documents import Document
from langchain_core.embeddings import Embeddings

from benchmarks.bench.corpus import read_lines
from benchmarks.bench.hashing import embed
from benchmarks.bench.side import TOP_K, serve

_BATCH = 5_000
"""Chroma takes at most 5,461 rows at a time."""
_DEPTH = 5 * TOP_K
"""BM25 hits before they are filtered: rank-bm25 knows no filter."""


class Hashing(Embeddings):
    """The embedder of both sides."""

    def embed_documents(self, texts: list[str]) -> list[list[float]]:
        return embed(texts).tolist()

    def embed_query(self, text: str) -> list[float]:
        return embed([text])[0].tolist()


class LangChain:
    """A corpus as documents; BM25 hits of other topics are dropped after the search."""

    def index(self, corpus: Path, home: Path) -> None:
        """Index a corpus into a folder."""
        documents = [
            Document(row["text"], id=row["id"], metadata={"id": row["id"], "topic": row["topic"]})
            for row in read_lines(corpus / "chunks.jsonl")
        ]
        self._vectors = Chroma("bench", Hashing(), persist_directory=str(home))
        for start in range(0, len(documents), _BATCH):
            self._vectors.add_documents(documents[start : start + _BATCH])
        self._bm25 = BM25Retriever.from_documents(documents, preprocess_func=_words)

    def search(self, question: str, topic: str | None) -> Sequence[str]:
        """Return the ids of the best documents."""
        self._bm25.k = TOP_K if topic is None else _DEPTH
        options = {"k": TOP_K} | ({} if topic is None else {"filter": {"topic": topic}})
        dense = self._vectors.as_retriever(search_kwargs=options)
        both = EnsembleRetriever(retrievers=[self._bm25, dense], weights=[0.5, 0.5])
        found = both.invoke(question)
        return [one.metadata["id"] for one in found if topic in (None, one.metadata["topic"])]

    def prepare(self, topics: Sequence[str]) -> None:
        """Nothing to prepare: the filter travels with each question."""


def _words(text: str) -> list[str]:
    return text.lower().split()


if __name__ == "__main__":
    serve(LangChain)
