"""LlamaIndex: QueryFusionRetriever over BM25 and Chroma, without query generation."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import chromadb
from llama_index.core import StorageContext, VectorStoreIndex
from llama_index.core.embeddings import BaseEmbedding
from llama_index.core.llms import MockLLM
from llama_index.core.retrievers import QueryFusionRetriever
from llama_index.core.schema import TextNode
from llama_index.core.vector_stores import MetadataFilter, MetadataFilters
from llama_index.retrievers.bm25 import BM25Retriever
from llama_index.vector_stores.chroma import ChromaVectorStore

from benchmarks.bench.corpus import read_lines
from benchmarks.bench.hashing import embed
from benchmarks.bench.side import TOP_K, serve

_EXCLUDED = ["topic"]
"""Metadata that is filtered by, not searched in."""


class Hashing(BaseEmbedding):
    """The embedder of both sides."""

    def _get_text_embeddings(self, texts: list[str]) -> list[list[float]]:
        return embed(texts).tolist()

    def _get_text_embedding(self, text: str) -> list[float]:
        return embed([text])[0].tolist()

    def _get_query_embedding(self, query: str) -> list[float]:
        return embed([query])[0].tolist()

    async def _aget_query_embedding(self, query: str) -> list[float]:
        return self._get_query_embedding(query)


class LlamaIndex:
    """A corpus as nodes; one retriever per topic, as its BM25 takes filters when it is made."""

    def index(self, corpus: Path, home: Path) -> None:
        """Index a corpus into a folder."""
        self._nodes = [
            TextNode(
                id_=row["id"],
                text=row["text"],
                metadata={"topic": row["topic"]},
                excluded_embed_metadata_keys=_EXCLUDED,
                excluded_llm_metadata_keys=_EXCLUDED,
            )
            for row in read_lines(corpus / "chunks.jsonl")
        ]
        collection = chromadb.PersistentClient(str(home)).create_collection("bench")
        store = ChromaVectorStore(chroma_collection=collection)
        self._vectors = VectorStoreIndex(
            self._nodes,
            storage_context=StorageContext.from_defaults(vector_store=store),
            embed_model=Hashing(embed_batch_size=512),
        )
        self._bm25 = BM25Retriever.from_defaults(nodes=self._nodes, similarity_top_k=TOP_K)
        self._bm25.persist(str(home / "bm25"))
        self._retrievers: dict[str | None, Any] = {None: self._fusion(None)}

    def search(self, question: str, topic: str | None) -> Sequence[str]:
        """Return the ids of the best nodes."""
        return [found.node.node_id for found in self._retrievers[topic].retrieve(question)]

    def prepare(self, topics: Sequence[str]) -> None:
        """Make the retrievers of the topics before their questions are timed."""
        for topic in topics:
            if topic not in self._retrievers:
                self._retrievers[topic] = self._fusion(topic)

    def _fusion(self, topic: str | None) -> QueryFusionRetriever:
        filters, bm25 = None, self._bm25
        if topic is not None:
            filters = MetadataFilters(filters=[MetadataFilter(key="topic", value=topic)])
            mask = [int(node.metadata["topic"] == topic) for node in self._nodes]
            bm25 = BM25Retriever(
                existing_bm25=self._bm25.bm25, similarity_top_k=TOP_K, corpus_weight_mask=mask
            )
            bm25.corpus = self._bm25.corpus
        return QueryFusionRetriever(
            [self._vectors.as_retriever(similarity_top_k=TOP_K, filters=filters), bm25],
            llm=MockLLM(),
            similarity_top_k=TOP_K,
            num_queries=1,
            mode="reciprocal_rerank",
            use_async=False,
        )


if __name__ == "__main__":
    serve(LlamaIndex)
