"""Rankings are added by weight; every passage keeps what each channel said of it."""

from dataclasses import replace

import pytest

from workbench.domain.evidence import ChannelHit
from workbench.retrieval.fusion import Ranking, fuse
from workbench.retrieval.lexical.protocol import Hit

WORDS = Ranking("words", [Hit("a", 20.0), Hit("b", 10.0)], 1.0)
CHARACTERS = Ranking("characters", [Hit("b", 300.0), Hit("c", 240.0), Hit("a", 30.0)], 0.5)


def test_scores_are_added_as_shares_of_each_channels_best() -> None:
    fused = {one.id: one.score for one in fuse([WORDS, CHARACTERS])}
    assert fused == {
        "a": pytest.approx(1.0 + 0.5 * 0.1),
        "b": pytest.approx(0.5 + 0.5),
        "c": pytest.approx(0.5 * 0.8),
    }
    assert list(fused) == ["a", "b", "c"]


def test_the_best_of_a_number_are_the_first_of_all() -> None:
    assert fuse([WORDS, CHARACTERS], most=2) == fuse([WORDS, CHARACTERS])[:2]


def test_reciprocal_rank_sees_ranks_alone() -> None:
    equal = replace(CHARACTERS, weight=1.0)
    fused = fuse([WORDS, equal], "reciprocal_rank")
    assert [one.id for one in fused] == ["b", "a", "c"]
    assert fused[0].score == pytest.approx(1 / 62 + 1 / 61)


def test_rank_and_raw_score_of_every_channel_are_kept() -> None:
    (a, *_) = fuse([WORDS, CHARACTERS])
    assert a.found_by == (
        ChannelHit(channel="words", rank=1, score=20.0),
        ChannelHit(channel="characters", rank=3, score=30.0),
    )


def test_a_channel_of_weight_zero_is_shown_and_not_counted() -> None:
    dense = Ranking("dense", [Hit("d", 0.9), Hit("a", 0.4)], 0.0)
    fused = fuse([WORDS, dense])
    assert [one.id for one in fused] == ["a", "b"]
    assert fused[0].found_by[-1] == ChannelHit(channel="dense", rank=2, score=0.4)


def test_the_order_of_equals_is_fixed() -> None:
    hits = [Hit("b", 1.0), Hit("a", 1.0)]
    assert [one.id for one in fuse([Ranking("words", hits, 1.0)])] == ["a", "b"]


def test_nothing_found_fuses_to_nothing() -> None:
    assert fuse([]) == []
    assert fuse([Ranking("words", [], 1.0)]) == []
