"""The vector store holds the passages wanted, finds the nearest, and fails with one error."""

import sqlite3
from contextlib import closing
from pathlib import Path

import numpy as np
import pytest

from tests.support.memory_library import TopicEmbedder
from workbench.errors import ConfigurationError, StoreError
from workbench.retrieval import dense
from workbench.retrieval.analysis import TextForms
from workbench.retrieval.channels import DEPTH, Channels
from workbench.retrieval.dense import (
    ChromaIndex,
    collection_name,
    forget_vectors,
    sync_vectors,
)
from workbench.retrieval.embedders import embed_query
from workbench.retrieval.filters import Allowed
from workbench.retrieval.lexical.rank_bm25_index import RankBM25Index
from workbench.workspace.schema import ChannelWeights

EMBEDDER = TopicEmbedder({"glass": 0, "bag": 1, "storm": 2})
TEXTS = {"p1": "broken glass", "p2": "a lost bag", "p3": "a storm", "p4": "glass again"}
DOCUMENTS = {"p1": "car", "p2": "travel", "p3": "travel", "p4": "home"}


@pytest.fixture
async def index(tmp_path: Path) -> ChromaIndex:
    index = ChromaIndex(collection_name("test", "topics"), folder=tmp_path / "vectors")
    await sync(index, DOCUMENTS)
    return index


async def sync(index: ChromaIndex, wanted: dict[str, str]) -> list[tuple[int, int]]:
    steps: list[tuple[int, int]] = []
    await sync_vectors(index, EMBEDDER, wanted, TEXTS.__getitem__, lambda *step: steps.append(step))
    return steps


async def test_no_vector_of_a_large_build_is_left_for_the_next_opening_to_add(
    tmp_path: Path,
) -> None:
    wanted = {f"p{number}": "d" for number in range(2345)}
    index = ChromaIndex("workbench-saved", folder=tmp_path)
    await sync_vectors(index, EMBEDDER, wanted, lambda name: f"glass {name}", lambda *_: None)
    with closing(sqlite3.connect(tmp_path / "chroma.sqlite3")) as store:
        # What Chroma has stored and not yet saved in its graph, and the last row before.
        (left,) = store.execute("SELECT count(*) FROM embeddings_queue").fetchone()
    assert left <= 1
    assert index.ids() == wanted.keys()


@pytest.mark.parametrize("count", [0, 1, 999, 1000, 1001, 2345, 5300])
@pytest.mark.parametrize("most", [1, 98, 512, 2000])
def test_the_batches_of_a_build_are_full_ones_and_have_all(count: int, most: int) -> None:
    sizes = ChromaIndex("workbench-batches", url="http://127.0.0.1:9").batches(count, most)
    assert sum(sizes) == count
    assert all(0 < size <= most for size in sizes)
    if count <= 1000:
        assert sizes[:-1] == [min(most, 512)] * (len(sizes) - 1)


def test_names_are_ascii_and_differ_by_workspace_and_embedder() -> None:
    names = {collection_name(w, e) for w in ("портфель", "b") for e in ("hashing", "topics")}
    assert len(names) == 4
    assert all(name.isascii() and 3 <= len(name) <= 63 for name in names)


async def test_the_nearest_come_first_with_their_cosine(index: ChromaIndex) -> None:
    hits = index.search(await embed_query(EMBEDDER, "glass"), limit=3)
    assert {hit.id for hit in hits[:2]} == {"p1", "p4"}
    assert hits[0].score == pytest.approx(1.0, abs=1e-5)
    assert hits[2].score < 0.5


async def test_only_the_allowed_documents_answer(index: ChromaIndex) -> None:
    hits = index.search(await embed_query(EMBEDDER, "glass"), limit=9, documents=["home", "travel"])
    assert hits[0].id == "p4"
    assert {hit.id for hit in hits} == {"p2", "p3", "p4"}
    assert index.search(await embed_query(EMBEDDER, "glass"), limit=9, documents=[]) == []


async def test_only_missing_vectors_are_embedded(index: ChromaIndex) -> None:
    EMBEDDER.asked.clear()
    assert await sync(index, DOCUMENTS) == []
    assert EMBEDDER.asked == []
    index.remove(["p2"])
    assert await sync(index, DOCUMENTS) == [(1, 1)]
    assert set(EMBEDDER.asked) == {TEXTS["p2"]}


def test_vectors_no_longer_wanted_are_forgotten(index: ChromaIndex) -> None:
    forget_vectors(index, {"p1", "p3"})
    assert index.ids() == {"p1", "p3"}


def test_a_vector_of_another_size_is_refused_and_nothing_changes(index: ChromaIndex) -> None:
    with pytest.raises(StoreError):
        index.add(["p5"], np.ones((1, 5), dtype=np.float32), ["car"])
    assert index.ids() == set(TEXTS)


def test_after_clearing_another_size_is_welcome(index: ChromaIndex) -> None:
    index.clear()
    index.add(["p5"], np.ones((1, 5), dtype=np.float32), ["car"])
    assert index.ids() == {"p5"}


def test_a_second_handle_sees_the_same_vectors(index: ChromaIndex, tmp_path: Path) -> None:
    again = ChromaIndex(collection_name("test", "topics"), folder=tmp_path / "vectors")
    assert again.ids() == set(TEXTS)


def test_more_rows_than_one_batch_are_all_written(tmp_path: Path) -> None:
    index = ChromaIndex("workbench-many", folder=tmp_path)
    ids = [f"p{n}" for n in range(1100)]
    index.add(ids, np.eye(1100, 4, dtype=np.float32) + 0.1, ["d"] * 1100)
    assert len(index.ids()) == 1100


def test_a_server_that_is_down_is_a_store_error_worth_trying_again() -> None:
    index = ChromaIndex("workbench-x", url="http://127.0.0.1:9")
    with pytest.raises(StoreError) as failure:
        index.ids()
    assert "CHROMA_URL" in failure.value.hint


@pytest.mark.parametrize(
    "url", ["localhost", "ftp://localhost", "http://", "http://[::1", "http://chroma:port"]
)
def test_an_address_that_is_none_is_a_setting_to_correct(url: str) -> None:
    with pytest.raises(ConfigurationError, match="CHROMA_URL"):
        ChromaIndex("workbench-x", url=url).ids()


@pytest.mark.parametrize("most_compared", [0, 1_000_000])
async def test_a_filtered_search_finds_what_the_store_would_find_by_itself(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, most_compared: int
) -> None:
    monkeypatch.setattr(dense, "MOST_COMPARED", most_compared)
    chance = np.random.default_rng(5)
    vectors = chance.standard_normal((900, 8)).astype(np.float32)
    ids = [f"p{number}" for number in range(len(vectors))]
    documents = {name: f"d{number % 9}" for number, name in enumerate(ids)}
    store = ChromaIndex("workbench-filtered", folder=tmp_path)
    store.add(ids, vectors, [documents[name] for name in ids])
    lexical = RankBM25Index([])
    channels = Channels(lexical, ChannelWeights(), store, TopicEmbedder({}))
    for share, wanted in ((2 / 9, {"d1", "d2"}), (0.01, {"d1"}), (1.0, set(documents.values()))):
        passages = frozenset(name for name in ids if documents[name] in wanted)
        allowed = Allowed(frozenset(wanted), share, passages)
        found = channels.ranking("dense", 1.0, TextForms(), allowed, vectors[:1])
        expected = store.search(vectors[:1], limit=DEPTH, documents=wanted)
        assert len(found.hits) >= min(30, len(expected))
        assert [hit.id for hit in found.hits] == [hit.id for hit in expected][: len(found.hits)]


def test_a_search_within_passages_has_their_cosines_and_follows_changes(tmp_path: Path) -> None:
    store = ChromaIndex("workbench-within", folder=tmp_path)
    store.add(["a", "b"], np.array([[2, 0], [1, 1]], np.float32), ["d", "d"])
    query, wanted = np.array([[3, 0]], np.float32), frozenset({"a", "b", "c"})
    found = store.search_within(query, wanted, limit=5)
    assert found is not None
    assert [(hit.id, round(hit.score, 3)) for hit in found] == [("a", 1.0), ("b", 0.707)]
    store.add(["c"], np.array([[1, 0.1]], np.float32), ["d"])
    store.remove(["a"])
    assert [hit.id for hit in store.search_within(query, wanted, limit=1) or ()] == ["c"]
    assert store.search_within(query, frozenset({"x"}), limit=1) == []


def test_a_search_within_no_passages_finds_none(tmp_path: Path) -> None:
    store = ChromaIndex("workbench-none", folder=tmp_path)
    store.add(["a"], np.array([[1, 0]], np.float32), ["d"])
    assert store.search_within(np.array([[1, 0]], np.float32), frozenset(), limit=5) == []


def test_vectors_of_filters_are_kept_up_to_a_limit(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(dense, "MOST_KEPT", 4)
    store = ChromaIndex("workbench-kept", folder=tmp_path)
    store.add(["a", "b"], np.array([[2, 0], [1, 1]], np.float32), ["d", "d"])
    filters = [frozenset({"a", "b"}), frozenset({"a"})]
    for _ in range(2):
        for wanted in filters:
            found = store.search_within(np.array([[1, 0]], np.float32), wanted, limit=5)
            assert {hit.id for hit in found or ()} == wanted


def test_many_passages_are_searched_by_the_store(tmp_path: Path) -> None:
    store = ChromaIndex("workbench-many", folder=tmp_path)
    many = frozenset(str(number) for number in range(dense.MOST_COMPARED // 2 + 1))
    assert store.search_within(np.array([[1, 0]], np.float32), many, limit=5) is None


def test_a_store_is_at_hand_once_a_folder_is_opened_and_never_on_a_server(
    index: ChromaIndex, tmp_path: Path
) -> None:
    fresh = ChromaIndex("workbench-test", folder=tmp_path / "another")
    assert not fresh.is_at_hand
    fresh.ids()
    assert fresh.is_at_hand
    assert not ChromaIndex("workbench-test", url="http://127.0.0.1:9").is_at_hand
