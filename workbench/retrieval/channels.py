"""The channels of a search: each ranks passages in its own way, with a weight for the fusion."""

import math
from collections.abc import Collection, Sequence
from dataclasses import dataclass

from workbench.errors import ConfigurationError, InputError
from workbench.i18n.errors import localized
from workbench.retrieval.analysis import character_tokens, word_tokens
from workbench.retrieval.dense import DenseIndex, search_text
from workbench.retrieval.embedders import Embedder
from workbench.retrieval.fusion import Ranking
from workbench.retrieval.lexical.protocol import LexicalIndex
from workbench.workspace.schema import ChannelWeights

WORDS, CHARACTERS, DENSE = CHANNELS = ("words", "characters", "dense")

DEPTH = 50
"""How many hits a channel gives; enough for what repetitions and neighbours take away."""


def rarity(count: int, size: int) -> float:
    """Lucene's inverse document frequency: how much a token of ``count`` passages says."""
    return math.log1p((size - count + 0.5) / (count + 0.5))


@dataclass(frozen=True)
class Channels:
    """Everything that can rank passages for a query."""

    lexical: LexicalIndex
    weights: ChannelWeights
    dense: DenseIndex | None = None
    embedder: Embedder | None = None

    @property
    def is_semantic(self) -> bool:
        """True when the dense channel knows of meaning; else it repeats the others, only worse."""
        return self.dense is not None and self.embedder is not None and self.embedder.semantic

    def chosen(self, names: Sequence[str] | None) -> dict[str, float]:
        """Channels with their weights: those named, or all that weigh. One named alone weighs."""
        weights = self.weights.model_dump()
        if names is None:
            weighing = {name: weight for name, weight in weights.items() if weight > 0}
            return {n: w for n, w in weighing.items() if n != DENSE or self.is_semantic}
        for name in names:
            if name not in CHANNELS:
                known = ", ".join(CHANNELS)
                raise InputError(**localized("retrieval.no_channel", name=name, known=known))
        chosen = {n: weights[n] if n != DENSE or self.is_semantic else 0.0 for n in names}
        return chosen if any(chosen.values()) else dict.fromkeys(chosen, 1.0)

    def ranking(
        self, name: str, weight: float, query: str, documents: Collection[str] | None
    ) -> Ranking:
        """One channel's hits for a query, only from ``documents`` where given."""
        if name == DENSE:
            if self.dense is None or self.embedder is None:
                raise ConfigurationError(**localized("retrieval.no_vectors"))
            hits = search_text(self.dense, self.embedder, query, limit=DEPTH, documents=documents)
            return Ranking(DENSE, hits, weight)
        if name == CHARACTERS:
            grams = character_tokens(query)
            hits = self.lexical.search("characters", grams, limit=DEPTH, documents=documents)
            return Ranking(CHARACTERS, hits, weight)
        tokens = word_tokens(query)
        hits = self.lexical.search("words", tokens, limit=DEPTH, documents=documents)
        return Ranking(WORDS, hits, weight * self._known_share(tokens))

    def _known_share(self, tokens: Sequence[str]) -> float:
        """How much of the query the words channel knows at all.

        A misspelt word is in no passage. The words channel then ranks by the rest of the query
        alone and must leave more of the say to the characters channel, which still sees the word.
        """
        size = len(self.lexical)
        counts = [self.lexical.document_frequency("words", token) for token in tokens]
        total = sum(rarity(count, size) for count in counts)
        return sum(rarity(count, size) for count in counts if count) / total if total else 0.0
