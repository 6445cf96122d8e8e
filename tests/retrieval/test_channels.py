"""A channel searches with the tokens of a question that tell passages apart, each once."""

from pathlib import Path

import pytest

from workbench.retrieval import channels
from workbench.retrieval.analysis import analyse
from workbench.retrieval.channels import Channels
from workbench.retrieval.lexical import lexical_engine
from workbench.retrieval.lexical.protocol import Hit, IndexedPassage, LexicalIndex
from workbench.workspace.schema import ChannelWeights

TEXTS = (
    "the claims of a glass excess, claimed on-line",
    "заявление о стекле и франшиза за стекло",
    "a claim for baggage",
    "стеклом закрыто окно",
)


@pytest.fixture
def index(tmp_path: Path) -> LexicalIndex:
    forms = [(f"p{number}", analyse(text)) for number, text in enumerate(TEXTS)]
    passages = [IndexedPassage(name, "d", one.words, one.characters) for name, one in forms]
    lexical_engine("tantivy").write(tmp_path, add=passages)
    return lexical_engine("tantivy").open(tmp_path)


def ranked(index: LexicalIndex, channel: str, question: str) -> list[Hit]:
    found = Channels(index, ChannelWeights()).ranking(channel, 1.0, analyse(question), None)
    return list(found.hits)


@pytest.mark.parametrize("question", ["claim on-line", "стекло", "claim стекла", "claims claimed"])
def test_a_stem_that_is_a_lemma_is_searched_for_as_that(index: LexicalIndex, question: str) -> None:
    every = index.search("words", analyse(question).words.split(), limit=9)
    found = ranked(index, "words", question)
    assert [hit.id for hit in found] == [hit.id for hit in every]
    assert [hit.score for hit in found] == pytest.approx([hit.score for hit in every])


def test_ngrams_of_very_many_passages_are_left_out(
    index: LexicalIndex, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert {hit.id for hit in ranked(index, "characters", "glass claim")} == {"p0", "p2"}
    monkeypatch.setattr(channels, "_FEW_PASSAGES", 1)
    monkeypatch.setattr(channels, "_COMMON_SHARE", 0.25)
    assert {hit.id for hit in ranked(index, "characters", "glass claim")} == {"p0"}


def test_a_question_of_common_ngrams_keeps_them(
    index: LexicalIndex, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(channels, "_FEW_PASSAGES", 0)
    monkeypatch.setattr(channels, "_COMMON_SHARE", 0.0)
    assert {hit.id for hit in ranked(index, "characters", "claim")} == {"p0", "p2"}
