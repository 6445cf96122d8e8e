"""Rank passages by each search channel (words, characters, dense) with a weight for the fusion."""

import math
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias

from workbench.errors import ConfigurationError, InputError, ProviderError, StoreError
from workbench.i18n.errors import localized
from workbench.nlp.morphology import is_cyrillic
from workbench.retrieval.analysis import TextForms
from workbench.retrieval.dense import DenseIndex
from workbench.retrieval.embedders import Embedder, embed_query
from workbench.retrieval.filters import Allowed
from workbench.retrieval.fusion import Ranking
from workbench.retrieval.lexical.protocol import Hit, LexicalIndex
from workbench.workspace.schema import ChannelWeights

if TYPE_CHECKING:
    from workbench.retrieval.embedders import Vectors

QueryVector: TypeAlias = "Vectors | ProviderError | StoreError | None"
"""The vector of a query, of shape (1, dimension), or its embedder's failure; None without one."""

WORDS, CHARACTERS, DENSE = CHANNELS = ("words", "characters", "dense")

# A filtered search of vectors takes Chroma ten times as long as one of all vectors: within these
# limits it is cheaper to ask for more of all, with some to spare, and to leave out the others.
_SPARE = 1.5
_MOST_UNFILTERED = 1000
_ENOUGH = 30
"""Hits of a filtered search of vectors: the passages that a search of ten results judges."""

# Character n-grams of more passages than both are left out of a question: half of them, which have
# eight tenths of the postings. Without those of .4 of XQuAD's passages, nDCG@10 of a whole search
# is .001 higher in English and .001 lower in Russian, that of the channel alone within .001.
_COMMON_SHARE = 0.4
_FEW_PASSAGES = 1000

DEPTH = 50
"""Hits per channel; repeated and joined passages reduce them further."""


QUICK = 20_000
"""Passages, at most, that are searched on the event loop. They take about 5 ms, for which a thread
would keep the interpreter; to change threads takes another one."""


def idf(count: int, size: int) -> float:
    """Return Lucene's inverse document frequency of a token in ``count`` of ``size`` passages."""
    return math.log1p((size - count + 0.5) / (count + 0.5))


@dataclass(frozen=True)
class Channels:
    """The indexes of a library, and the fusion weight of each channel."""

    lexical: LexicalIndex
    weights: ChannelWeights
    dense: DenseIndex | None = None
    embedder: Embedder | None = None

    @property
    def is_semantic(self) -> bool:
        """True with a semantic embedder; otherwise the dense channel has no part in the fusion."""
        return self.dense is not None and self.embedder is not None and self.embedder.semantic

    def are_quick(self, names: Collection[str]) -> bool:
        """Whether a search by channels takes milliseconds: few passages, no store to wait for."""
        is_at_hand = DENSE not in names or (self.dense is not None and self.dense.is_at_hand)
        return is_at_hand and len(self.lexical) <= QUICK

    def channel_weights(self, names: Sequence[str] | None) -> dict[str, float]:
        """Return weights by channel: of the named channels, or of all with a positive weight.

        If all named channels have weight 0, each gets weight 1.
        """
        weights = self.weights.model_dump()
        if names is None:
            positive = {name: weight for name, weight in weights.items() if weight > 0}
            return {n: w for n, w in positive.items() if n != DENSE or self.is_semantic}
        for name in names:
            if name not in CHANNELS:
                known = ", ".join(CHANNELS)
                raise InputError(**localized("retrieval.no_channel", name=name, known=known))
        chosen = {n: weights[n] if n != DENSE or self.is_semantic else 0.0 for n in names}
        return chosen if any(chosen.values()) else dict.fromkeys(chosen, 1.0)

    async def embed(self, query: str, embedder: Embedder | None = None) -> QueryVector:
        """Return the vector of a query, or the failure of the embedder: a run's, or the own one."""
        embedder = embedder or self.embedder
        if self.dense is None or embedder is None:
            return None
        try:
            return await embed_query(embedder, query)
        except (ProviderError, StoreError) as error:
            return error

    def ranking(
        self,
        name: str,
        weight: float,
        query: TextForms,
        allowed: Allowed | None,
        vector: QueryVector = None,
    ) -> Ranking:
        """Return one channel's ranking for a query, restricted to the allowed documents.

        Raises:
            ProviderError, StoreError: the dense channel's embedder or store failed.
            ConfigurationError: the dense channel of a library without vectors.
        """
        if name == DENSE:
            if isinstance(vector, Exception):
                raise vector
            if self.dense is None or vector is None:
                raise ConfigurationError(**localized("retrieval.no_vectors"))
            return Ranking(DENSE, _nearest(self.dense, vector, allowed), weight)
        documents = allowed.documents if allowed else None
        if name == CHARACTERS:
            grams = self._rare_grams(query.characters.split())
            hits = self.lexical.search("characters", grams, limit=DEPTH, documents=documents)
            return Ranking(CHARACTERS, hits, weight)
        tokens = _with_stems_as_lemmas(query.words.split())
        hits = self.lexical.search("words", tokens, limit=DEPTH, documents=documents)
        return Ranking(WORDS, hits, weight * self._known_share(tokens))

    def _rare_grams(self, grams: Sequence[str]) -> Sequence[str]:
        """Return the n-grams without those of very many passages; all if no other is left."""
        most = max(_COMMON_SHARE * len(self.lexical), _FEW_PASSAGES)
        rare = [one for one in grams if self.lexical.document_frequency("characters", one) <= most]
        return rare or grams

    def _known_share(self, tokens: Sequence[str]) -> float:
        """Return the share of the query, by rarity, whose tokens are in the index.

        A misspelt word is in no passage: the words channel ignores it, so that its weight drops in
        favour of the characters channel, which matches parts of the word.
        """
        size = len(self.lexical)
        counts = [self.lexical.document_frequency("words", token) for token in tokens]
        rarities = [idf(count, size) for count in counts]
        total = sum(rarities)
        known = sum(rarity for rarity, count in zip(rarities, counts, strict=True) if count)
        return known / total if total else 0.0


def _with_stems_as_lemmas(tokens: Sequence[str]) -> list[str]:
    """Return the tokens of the words channel with each stem that is also a lemma as that lemma.

    So it is in all scripts but the Cyrillic one: "~claim" is in the passages of "claim", and to
    search for one of them twice gives the same scores in half of the time.
    """
    return [token if is_cyrillic(token) else token.removeprefix("~") for token in tokens]


def _nearest(dense: DenseIndex, vector: "Vectors", allowed: Allowed | None) -> list[Hit]:
    """Return the nearest DEPTH passages of the allowed documents."""
    if allowed is None:
        return dense.search(vector, limit=DEPTH)
    if (hits := dense.search_within(vector, allowed.passages, limit=DEPTH)) is not None:
        return hits
    if allowed.share * _MOST_UNFILTERED >= _SPARE * _ENOUGH:
        depth = math.ceil(_SPARE * _ENOUGH / allowed.share)
        hits = dense.search(vector, limit=max(depth, DEPTH), among=allowed.passages)
        # With fewer passages than that, the store has returned all there are.
        if len(hits) >= _ENOUGH or len(hits) == len(allowed.passages):
            return hits[:DEPTH]
    return dense.search(vector, limit=DEPTH, documents=allowed.documents)
