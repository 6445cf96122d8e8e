"""Both lexical engines pass one suite, and rank alike."""

import resource
from pathlib import Path

import pytest
from scipy.stats import kendalltau

from tests.contracts.lexical_index import LexicalIndexContract, passage
from tests.support.russian_errors import in_russian
from workbench.errors import ConfigurationError, StoreError
from workbench.retrieval.lexical import ENGINES, lexical_engine
from workbench.retrieval.lexical.protocol import LexicalEngine
from workbench.settings import Settings

WORDS = ["excess", "glass", "claim", "policy", "driver", "storm", "flood", "theft", "fire", "hail"]


class TestTantivy(LexicalIndexContract):
    def engine(self) -> LexicalEngine:
        return lexical_engine("tantivy")


class TestRankBM25(LexicalIndexContract):
    def engine(self) -> LexicalEngine:
        return lexical_engine("rank_bm25")


def test_every_engine_of_the_settings_exists_under_its_own_name() -> None:
    allowed = Settings.model_fields["lexical_index"].annotation.__args__  # type: ignore[union-attr]
    assert set(ENGINES) == set(allowed)
    assert {name: lexical_engine(name).name for name in ENGINES} == {name: name for name in ENGINES}


def test_a_full_disk_is_a_typed_error_and_the_next_try_goes_well(tmp_path: Path) -> None:
    passages = [passage(f"p{n}", " ".join(f"w{n}x{m}" for m in range(50))) for n in range(2000)]
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (100_000, before[1]))
    try:
        with pytest.raises(StoreError, match="cannot be written") as full:
            lexical_engine("tantivy").write(tmp_path / "full", add=passages)
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)
    assert "Check disk space" in full.value.hint
    assert "Проверьте место" in in_russian(full.value)
    engine = lexical_engine("tantivy")
    engine.write(tmp_path / "again", add=passages)
    assert len(engine.open(tmp_path / "again")) == 2000


def test_an_unknown_engine_is_named_with_those_that_exist() -> None:
    with pytest.raises(ConfigurationError, match="tantivy, rank_bm25"):
        lexical_engine("lucene")


def test_the_engines_rank_alike(tmp_path: Path) -> None:
    passages = [
        passage(
            f"p{n:03}", " ".join(WORDS[(n * step) % len(WORDS)] for step in range(1, 4 + n % 9))
        )
        for n in range(120)
    ]
    taus = []
    for query in (["excess", "glass"], ["storm", "flood", "limit"], ["driver", "plan", "theft"]):
        rankings = []
        for name in ENGINES:
            lexical_engine(name).write(tmp_path / name / query[0], add=passages)
            index = lexical_engine(name).open(tmp_path / name / query[0])
            rankings.append({h.id: h.score for h in index.search("words", query, limit=120)})
        first, second = rankings
        assert first.keys() == second.keys()
        taus.append(kendalltau(list(first.values()), [second[name] for name in first]).statistic)
    assert min(taus) > 0.9
