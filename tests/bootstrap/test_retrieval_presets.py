"""Search settings saved for a workspace apply to its questions; its file stays as it is."""

from pathlib import Path

import pytest

from workbench import Workbench
from workbench.bootstrap.new_workspace import create_workspace
from workbench.bootstrap.retrieval_presets import read_preset, write_preset
from workbench.bootstrap.sync import SyncWorkbench
from workbench.domain.evidence import Evidence
from workbench.errors import StoreError
from workbench.settings import Settings
from workbench.workspace.schema import ChannelWeights, RetrievalPreset

PAGES = {
    "hours.md": "# Hours\n\nThe reading room opens at nine and closes at six.\n",
    "loans.md": "# Loans\n\nA book is lent for three weeks; the loan is renewed twice.\n",
    "map.md": "# Maps\n\nMaps are read in the east wing on Fridays.\n",
}
ONE = RetrievalPreset(top_k=1, relevance_floor=0.1, weights=ChannelWeights(characters=0.0))
STRICT = RetrievalPreset(top_k=1, relevance_floor=0.95)


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    source = tmp_path / "library"
    source.mkdir()
    for name, text in PAGES.items():
        (source / name).write_text(text, "utf-8")
    settings = Settings(
        _env_file=None,
        workbench_home=tmp_path / "home",
        workbench_default="library",
        database_url="sqlite://",
    )
    create_workspace("library", settings, source)
    return settings


@pytest.fixture
def bench(settings: Settings) -> SyncWorkbench:
    return Workbench.open(settings).sync


QUERY = "when does the reading room close"
TWO = "in which room are maps read"


def test_a_search_is_tried_with_other_settings_and_reports_what_it_leaves_out(
    bench: SyncWorkbench,
) -> None:
    report = bench.try_search(QUERY, "library")
    assert report.passages[0].title == "Hours"
    assert {one.channel for one in report.passages[0].found_by} == {"words", "characters"}
    assert report.fused[report.passages[0].id] > 0
    strict = bench.try_search("reading maps", "library", STRICT)
    assert len(strict.passages) <= 1
    assert strict.below_floor, "they are below .95"
    assert bench.saved_preset("library") is None, "trying saves nothing"


def found(bench: SyncWorkbench) -> tuple[Evidence, ...]:
    """What a question over two documents is answered from."""
    return bench.ask(TWO, workspace="library").facts.items


def test_saved_settings_apply_to_questions_and_to_other_processes(
    bench: SyncWorkbench, settings: Settings
) -> None:
    file = settings.workbench_home / "workspaces" / "library" / "workspace.yaml"
    written = file.read_bytes()
    before = len(found(bench))
    assert before > 1

    bench.save_preset("library", ONE)

    assert bench.workspace("library").spec.retrieval.preset == ONE
    assert len(found(bench)) == 1
    assert Workbench.open(settings).sync.workspace("library").spec.retrieval.preset == ONE
    assert file.read_bytes() == written

    bench.save_preset("library", None)
    assert bench.saved_preset("library") is None
    assert len(found(bench)) == before


def test_settings_that_cannot_be_read_are_those_of_the_file(settings: Settings) -> None:
    write_preset("library", STRICT, settings)
    assert read_preset("library", settings) == STRICT
    (settings.workbench_home / "presets" / "library.json").write_text('{"top_k": -4}')
    assert read_preset("library", settings) is None


def test_settings_that_cannot_be_written_are_an_error(settings: Settings) -> None:
    (settings.workbench_home / "presets").write_text("a file in its place")
    with pytest.raises(StoreError, match="search settings"):
        write_preset("library", STRICT, settings)
