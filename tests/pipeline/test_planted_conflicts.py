"""Documents that give different values for what is asked are both shown and named."""

import shutil
from pathlib import Path

import pytest
import yaml

from workbench import Settings, Workbench
from workbench.bootstrap.new_workspace import create_workspace
from workbench.domain.run import Run

PLANTS = yaml.safe_load(Path(__file__).with_name("planted_conflicts.yaml").read_text("utf-8"))
NAME = "cover"


def bench_over(documents: Path, home: Path) -> Workbench:
    home.mkdir()
    settings = Settings(workbench_home=home)
    create_workspace(NAME, settings, documents)
    bench = Workbench.open(settings)
    bench.prepare(NAME)
    return bench


@pytest.fixture(scope="module")
def planted(data: Path, tmp_path_factory: pytest.TempPathFactory) -> Workbench:
    """A workbench over a copy of the documents with all values planted."""
    home = tmp_path_factory.mktemp("planted")
    documents = home / "documents"
    shutil.copytree(data / "insurance" / "documents", documents)
    for plant in PLANTS:
        path = documents / plant["document"]
        text = path.read_text("utf-8")
        assert plant["said"] in text
        path.write_text(text.replace(plant["said"], plant["planted"]), "utf-8")
    return bench_over(documents, home / "home")


@pytest.fixture(scope="module")
def untouched(data: Path, tmp_path_factory: pytest.TempPathFactory) -> Workbench:
    home = tmp_path_factory.mktemp("untouched")
    return bench_over(data / "insurance" / "documents", home / "home")


def cited_documents(run: Run) -> set[str]:
    assert run.answer is not None
    assert run.facts is not None
    evidence = run.facts.evidence_by_id()
    spans = [evidence[citation.evidence_id].span for citation in run.answer.citations]
    return {span.document_id for span in spans if span is not None}


def stated_differences(run: Run) -> list[str]:
    assert run.diagnostics is not None
    assert run.diagnostics.verdict is not None
    return [one for one in run.diagnostics.verdict.reasons if "different values" in one]


@pytest.mark.parametrize("plant", PLANTS, ids=lambda plant: plant["question"])
async def test_a_planted_value_is_reported_with_both_sources(
    plant: dict[str, list[str]], planted: Workbench
) -> None:
    run = await planted.ask(str(plant["question"]), workspace=NAME)

    assert run.answer is not None
    assert run.diagnostics is not None
    assert run.answer.opening.endswith("give different values:")
    assert all(value in run.answer.text for value in plant["values"])
    assert len(cited_documents(run)) > 1
    assert stated_differences(run)
    assert run.diagnostics.verdict is not None
    assert run.diagnostics.verdict.probability < 0.5
    assert not [one for one in run.diagnostics.claims if one.verdict == "contradicted"]


@pytest.mark.parametrize("plant", PLANTS, ids=lambda plant: plant["question"])
async def test_documents_that_agree_are_not_said_to_differ(
    plant: dict[str, list[str]], untouched: Workbench
) -> None:
    run = await untouched.ask(str(plant["question"]), workspace=NAME)

    assert run.answer is not None
    assert "different values" not in run.answer.text
    assert not stated_differences(run)
