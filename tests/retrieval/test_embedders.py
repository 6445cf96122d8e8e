"""Vectors are repeatable, and those that cannot be right are refused before anything is stored."""

from collections.abc import Callable, Sequence

import numpy as np
import pytest
from numpy.typing import NDArray

from tests.contracts.embedder import EmbedderContract
from tests.support.memory_library import TopicEmbedder
from workbench.errors import ConfigurationError, StoreError
from workbench.retrieval.embedders import (
    EMBEDDERS,
    Embedder,
    HashingEmbedder,
    Purpose,
    embed_documents,
    embed_query,
    embedder_named,
)

TEXTS = ["the excess of glass", "a lost bag", "the storm at sea"]
TOPICS = TopicEmbedder({"glass": 0, "bag": 1, "storm": 2})
Spoil = Callable[[NDArray[np.float32]], NDArray[np.float32]]


class SpoiledEmbedder:
    """Embeds rightly, then does something wrong to the vectors."""

    name = "spoiled"
    semantic = True
    batch_size = 512

    def __init__(self, spoil: Spoil) -> None:
        self._spoil = spoil

    async def embed(self, texts: Sequence[str], purpose: Purpose) -> NDArray[np.float32]:
        return self._spoil(await TOPICS.embed(texts, purpose))


class TestHashingEmbedder(EmbedderContract):
    def an_embedder(self) -> Embedder:
        return HashingEmbedder()


def not_a_number(rows: NDArray[np.float32]) -> NDArray[np.float32]:
    rows[1, 3] = np.nan
    return rows


async def test_the_hashing_embedder_needs_nothing_and_repeats_itself() -> None:
    first, second = [await HashingEmbedder().embed(TEXTS, "document") for _ in range(2)]
    assert np.array_equal(first, second)
    assert np.linalg.norm(first, axis=1) == pytest.approx([1.0, 1.0, 1.0])
    assert not HashingEmbedder.semantic


async def test_words_in_two_scripts_hash_alike() -> None:
    kafka, same, other = await HashingEmbedder().embed(["Кафка", "Kafka", "погода"], "query")
    assert kafka @ same == pytest.approx(1.0)
    assert abs(float(kafka @ other)) < 0.5


async def test_a_text_without_words_still_has_a_vector() -> None:
    assert (await embed_query(HashingEmbedder(), "?!")).any()


async def test_right_vectors_pass_at_unit_length() -> None:
    vectors = await embed_documents(TOPICS, TEXTS)
    assert vectors.shape == (3, 8)
    assert np.linalg.norm(vectors, axis=1) == pytest.approx([1.0, 1.0, 1.0])


@pytest.mark.parametrize(
    "spoil",
    [
        lambda rows: rows[:-1],
        lambda rows: rows[:, 0],
        not_a_number,
        lambda rows: rows * 0,
        lambda rows: rows[::-1],
        lambda rows: np.roll(rows, 1, axis=0),
    ],
    ids=["too few", "not rows", "not a number", "zero", "reversed", "shifted"],
)
async def test_wrong_vectors_are_refused(spoil: Spoil) -> None:
    with pytest.raises(StoreError, match="spoiled"):
        await embed_documents(SpoiledEmbedder(spoil), TEXTS)


async def test_no_texts_need_no_embedder() -> None:
    assert len(await embed_documents(SpoiledEmbedder(not_a_number), [])) == 0


def test_embedders_go_by_their_names() -> None:
    assert {name: embedder_named(name).name for name in EMBEDDERS} == {n: n for n in EMBEDDERS}
    with pytest.raises(ConfigurationError, match=r"EMBEDDER.*hashing"):
        embedder_named("openai:text-embedding-3-small")
