"""Fuse rankings of passages into one; each passage keeps its rank and score per channel."""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, NamedTuple, TypeAlias

from workbench.domain.evidence import ChannelHit
from workbench.retrieval.lexical.protocol import Hit

Fusion: TypeAlias = Literal["score_sum", "reciprocal_rank"]

_RANK_OFFSET = 60
"""The usual constant k of reciprocal rank fusion."""


@dataclass(frozen=True)
class Ranking:
    """One channel's hits, best first, with a weight; at weight 0 they are shown but not counted."""

    channel: str
    hits: Sequence[Hit]
    weight: float


class Fused(NamedTuple):
    """A passage with its fused score, and its rank and score in each channel."""

    id: str
    score: float
    ranks: Sequence[tuple[str, int, float]]
    """Channel, rank from 1, and raw score."""

    @property
    def found_by(self) -> tuple[ChannelHit, ...]:
        """The ranks as records."""
        return tuple(
            ChannelHit(channel=channel, rank=rank, score=score)
            for channel, rank, score in self.ranks
        )


def fuse(
    rankings: Sequence[Ranking], method: Fusion = "score_sum", most: int | None = None
) -> list[Fused]:
    """Return the passages of all rankings by weighted sum, best first; ties are ordered by id.

    ``most`` is how many to return at most; None for all.
    """
    scores: dict[str, float] = defaultdict(float)
    for ranking in rankings:
        shares = _shares(ranking.hits) if method == "score_sum" else _reciprocal(ranking.hits)
        weight = ranking.weight
        for (id_, _), share in zip(ranking.hits, shares, strict=True):
            scores[id_] += weight * share
    best = sorted((-score, id_) for id_, score in scores.items() if score > 0)[:most]
    ranks: dict[str, list[tuple[str, int, float]]] = {id_: [] for _, id_ in best}
    for one in rankings:
        channel = one.channel
        for rank, (id_, score) in enumerate(one.hits, 1):
            if id_ in ranks:
                ranks[id_].append((channel, rank, score))
    return [Fused(id_, -score, tuple(ranks[id_])) for score, id_ in best]


def _shares(hits: Sequence[Hit]) -> list[float]:
    """Return scores divided by the channel's best, so that channels of any scale can be added."""
    best = max((score for _, score in hits), default=0.0)
    return [score / best if score > 0 else 0.0 for _, score in hits]


def _reciprocal(hits: Sequence[Hit]) -> list[float]:
    return [1 / (_RANK_OFFSET + rank) for rank in range(1, len(hits) + 1)]
