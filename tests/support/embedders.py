"""Embedders that need no model."""

from workbench.retrieval.embedders import HashingEmbedder


class SemanticHashing(HashingEmbedder):
    """Counts as semantic, so that its vectors are written and searched."""

    name = "semantic-hashing"
    semantic = True
