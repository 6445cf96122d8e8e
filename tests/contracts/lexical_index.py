"""Contract tests for LexicalEngines and their indexes; a subclass provides the engine."""

from abc import ABC, abstractmethod
from collections.abc import Iterable
from pathlib import Path

import pytest

from workbench.errors import StoreError
from workbench.retrieval.lexical.protocol import IndexedPassage, LexicalEngine, LexicalIndex


def passage(name: str, text: str, document: str = "doc") -> IndexedPassage:
    """Build a passage with the words and the letters of a text."""
    return IndexedPassage(name, document, text, " ".join(text.replace(" ", "")))


class LexicalIndexContract(ABC):
    """The tests."""

    @abstractmethod
    def engine(self) -> LexicalEngine:
        """The engine under test."""

    @pytest.fixture(autouse=True)
    def _folder(self, tmp_path: Path) -> None:
        self.folder = tmp_path / "index"

    def index_of(self, passages: Iterable[IndexedPassage]) -> LexicalIndex:
        self.engine().write(self.folder, add=passages)
        return self.engine().open(self.folder)

    def found(self, index: LexicalIndex, query: str, **options: object) -> list[str]:
        hits = index.search("words", query.split(), limit=10, **options)  # type: ignore[arg-type]
        return [hit.id for hit in hits]

    def test_a_passage_with_more_of_the_rare_words_comes_first(self) -> None:
        index = self.index_of(
            [
                passage("both", "the windscreen excess is low"),
                passage("one", "the excess is high"),
                passage("none", "the policy ends in may"),
            ]
        )
        assert self.found(index, "windscreen excess") == ["both", "one"]

    def test_scores_are_positive_and_descending(self) -> None:
        index = self.index_of(passage(str(n), "excess " * n + "filler") for n in range(1, 5))
        scores = [hit.score for hit in index.search("words", ["excess"], limit=10)]
        assert len(scores) == 4
        assert scores == sorted(scores, reverse=True)
        assert min(scores) > 0

    def test_a_word_of_every_passage_still_counts(self) -> None:
        index = self.index_of([passage("a", "excess"), passage("b", "excess")])
        assert sorted(self.found(index, "excess")) == ["a", "b"]

    def test_a_repeated_query_word_counts_twice(self) -> None:
        index = self.index_of([passage("a", "glass door"), passage("b", "glass pane")])
        once, twice = (
            index.search("words", query.split(), limit=1)[0].score
            for query in ("pane", "pane pane")
        )
        assert twice == pytest.approx(2 * once, rel=1e-4)

    def test_fields_are_ranked_separately(self) -> None:
        index = self.index_of([IndexedPassage("a", "doc", "word", "gram")])
        assert index.search("words", ["gram"], limit=5) == []
        assert [hit.id for hit in index.search("characters", ["gram"], limit=5)] == ["a"]

    def test_a_document_filter_keeps_the_scores(self) -> None:
        index = self.index_of(
            [
                passage("a", "excess", "car"),
                passage("b", "excess", "home"),
                passage("c", "excess", "pet"),
            ]
        )
        unfiltered = {hit.id: hit.score for hit in index.search("words", ["excess"], limit=5)}
        filtered = index.search("words", ["excess"], limit=5, documents=["home", "pet", "boat"])
        assert {hit.id: hit.score for hit in filtered} == {
            name: pytest.approx(unfiltered[name], rel=1e-4) for name in ("b", "c")
        }

    def test_an_empty_document_filter_finds_nothing(self) -> None:
        index = self.index_of([passage("a", "excess")])
        assert self.found(index, "excess", documents=()) == []

    def test_the_limit_keeps_the_best(self) -> None:
        index = self.index_of(passage(str(n), "excess " * n + "filler") for n in range(1, 5))
        assert [hit.id for hit in index.search("words", ["excess"], limit=2)] == ["4", "3"]

    def test_an_empty_index_finds_nothing(self) -> None:
        index = self.index_of([])
        assert len(index) == 0
        assert index.ids() == set()
        assert self.found(index, "excess") == []
        assert index.document_frequency("words", "excess") == 0

    def test_a_passage_without_words_is_indexed_and_never_found(self) -> None:
        index = self.index_of([passage("empty", ""), passage("a", "excess")])
        assert len(index) == 2
        assert self.found(index, "excess") == ["a"]

    def test_an_empty_query_finds_nothing(self) -> None:
        assert self.found(self.index_of([passage("a", "excess")]), "") == []

    def test_tokens_are_matched_verbatim(self) -> None:
        odd = ("C++", "~страхован", "a_b", "(", "AND", "“x”", "🙂")
        index = self.index_of([IndexedPassage("a", "doc", " ".join(odd), "")])
        for token in odd:
            assert [hit.id for hit in index.search("words", [token], limit=1)] == ["a"], token
        assert index.search("words", ["c++"], limit=1) == []

    def test_document_frequency_counts_passages(self) -> None:
        index = self.index_of(
            [passage("a", "excess excess"), passage("b", "excess"), passage("c", "x")]
        )
        assert index.document_frequency("words", "excess") == 2

    def test_documents_are_added_and_removed_later(self) -> None:
        self.index_of([passage("a", "old glass", "first"), passage("b", "glass", "second")])
        self.engine().write(
            self.folder, add=[passage("c", "new glass", "first")], remove=["first", "absent"]
        )
        index = self.engine().open(self.folder)
        assert len(index) == 2
        assert index.ids() == {"b", "c"}
        assert sorted(self.found(index, "glass")) == ["b", "c"]
        assert self.found(index, "old") == []

    def test_an_open_index_is_a_snapshot(self) -> None:
        index = self.index_of([passage("a", "glass")])
        self.engine().write(self.folder, add=[passage("b", "glass", "more")])
        assert self.found(index, "glass") == ["a"]

    def test_a_missing_index_is_a_store_error(self) -> None:
        with pytest.raises(StoreError):
            self.engine().open(self.folder)

    def test_a_damaged_index_is_a_store_error(self) -> None:
        self.index_of([passage("a", "glass")])
        for file in self.folder.iterdir():
            file.write_bytes(b"\x00 not an index")
        with pytest.raises(StoreError):
            index = self.engine().open(self.folder)
            self.found(index, "glass")
