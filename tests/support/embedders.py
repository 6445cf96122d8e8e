"""Embedders that need no model."""

from workbench.retrieval.embedders import HashingEmbedder


class SemanticHashing(HashingEmbedder):
    """A hashing embedder marked as semantic, so that its vectors are indexed and searched."""

    name = "semantic-hashing"
    semantic = True
