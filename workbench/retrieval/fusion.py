"""Several rankings of passages -> one; each passage keeps its rank and raw score per channel."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal, TypeAlias

from workbench.domain.evidence import Found
from workbench.retrieval.lexical.protocol import Hit

Fusion: TypeAlias = Literal["score_sum", "reciprocal_rank"]

_RANK_OFFSET = 60
"""Reciprocal rank's usual constant: how little the first ranks differ."""


@dataclass(frozen=True)
class Ranking:
    """One channel's hits, best first, and how much they weigh. Weight 0: shown, not counted."""

    channel: str
    hits: Sequence[Hit]
    weight: float


@dataclass(frozen=True)
class Fused:
    """A passage with its fused score and how each channel found it."""

    id: str
    score: float
    found_by: tuple[Found, ...]


def fuse(rankings: Sequence[Ranking], method: Fusion = "score_sum") -> list[Fused]:
    """Passages of all rankings by their weighted sum, best first; ties by id."""
    scores: dict[str, float] = defaultdict(float)
    found: dict[str, list[Found]] = defaultdict(list)
    for ranking in rankings:
        shares = _shares(ranking.hits) if method == "score_sum" else _reciprocal(ranking.hits)
        for rank, hit in enumerate(ranking.hits, start=1):
            scores[hit.id] += ranking.weight * shares[hit.id]
            found[hit.id].append(Found(channel=ranking.channel, rank=rank, score=hit.score))
    fused = [Fused(id_, score, tuple(found[id_])) for id_, score in scores.items() if score > 0]
    return sorted(fused, key=lambda passage: (-passage.score, passage.id))


def _shares(hits: Sequence[Hit]) -> Mapping[str, float]:
    """Scores as shares of the channel's best, so that channels of different scales can be added."""
    best = max((hit.score for hit in hits), default=0.0)
    return {hit.id: max(hit.score, 0.0) / best if best > 0 else 0.0 for hit in hits}


def _reciprocal(hits: Sequence[Hit]) -> Mapping[str, float]:
    return {hit.id: 1 / (_RANK_OFFSET + rank) for rank, hit in enumerate(hits, start=1)}
