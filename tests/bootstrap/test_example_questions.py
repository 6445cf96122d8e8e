"""A new workspace proposes questions of its own that it answers."""

import asyncio
from pathlib import Path

import pytest
import yaml

from workbench import Workbench
from workbench.bootstrap.new_workspace import create_workspace
from workbench.bootstrap.proposing import index_and_propose
from workbench.settings import Settings

PRICES = """Kiln,Firing,Fee (EUR)
Gas,Stoneware,14.50
Gas,Raku,19.00
Wood,Salt glaze,31.50
Wood,Porcelain,27.00
"""
HOURS = """# Opening hours

The studio opens from 10:00 to 18:00, Tuesday to Saturday.

## When is the studio closed?

The studio is closed on Sundays and Mondays.
"""
CAVES = """{"nodes": [
 {"id": "cave:1", "type": "cave", "name": "Marl Abyss", "properties": {"depth_m": 410}},
 {"id": "cave:2", "type": "cave", "name": "Hall of Winds", "properties": {"depth_m": 95}},
 {"id": "massif:1", "type": "massif", "name": "Orlen Massif", "properties": {}}
], "edges": [
 {"source": "cave:1", "type": "is_in", "target": "massif:1"},
 {"source": "cave:2", "type": "is_in", "target": "massif:1"}
]}"""


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    return Settings(_env_file=None, workbench_home=tmp_path / "home")


def make(settings: Settings, folder: Path, files: dict[str, str]) -> Path:
    folder.mkdir()
    for name, text in files.items():
        (folder / name).write_text(text, "utf-8")
    root = create_workspace("studio", settings, folder)
    asyncio.run(index_and_propose("studio", settings))
    return root


def propose(settings: Settings) -> dict[str, list[str]]:
    workbench = Workbench.open(settings)
    found = workbench.sync.propose_examples("studio")
    shown = next(one for one in workbench.workspaces() if one.id == "studio").examples
    assert {key: list(some) for key, some in shown.items()} == found
    return {str(key): list(some) for key, some in found.items()}


def test_tables_and_headings_become_questions(settings: Settings, tmp_path: Path) -> None:
    make(settings, tmp_path / "files", {"prices.csv": PRICES, "hours.md": HOURS})
    found = propose(settings)["en"]
    assert "When is the studio closed?" in found
    assert "Which firing has the greatest fee?" in found
    assert "What is the total fee for each kiln?" in found
    assert "How many rows are there for each kiln?" in found


def test_a_column_whose_label_is_no_noun_makes_no_question(
    settings: Settings, tmp_path: Path
) -> None:
    rows = "Part,At most (kg)\n" + "".join(
        f"Part {name},{at}.5\n" for at, name in enumerate("ABCD")
    )
    make(settings, tmp_path / "files", {"limits.csv": rows})
    assert not [one for one in propose(settings).get("en", ()) if "at most" in one]


def test_the_types_of_a_graph_become_questions(settings: Settings, tmp_path: Path) -> None:
    make(settings, tmp_path / "files", {"graph.json": CAVES})
    found = propose(settings)["en"]
    assert {"Which cave has the greatest depth?", "How many caves are there?"} <= set(found)


def test_each_proposed_question_is_answered(settings: Settings, tmp_path: Path) -> None:
    make(settings, tmp_path / "files", {"prices.csv": PRICES, "hours.md": HOURS})
    workbench = Workbench.open(settings)
    for question in workbench.sync.propose_examples("studio")["en"]:
        run = workbench.sync.ask(question, workspace="studio")
        assert run.diagnostics and run.diagnostics.verdict
        assert run.diagnostics.verdict.label == "answered"


def test_nothing_is_proposed_over_examples_of_a_person(settings: Settings, tmp_path: Path) -> None:
    root = make(settings, tmp_path / "files", {"hours.md": HOURS})
    spec = root / "workspace.yaml"
    own = {**yaml.safe_load(spec.read_text("utf-8")), "examples": {"en": ["When is it open?"]}}
    spec.write_text(yaml.safe_dump(own), "utf-8")
    assert Workbench.open(settings).sync.propose_examples("studio") == {}
    assert not (root / "proposed" / "spec.yaml").exists()


def test_questions_that_are_tried_are_not_stored(settings: Settings, tmp_path: Path) -> None:
    make(settings, tmp_path / "files", {"hours.md": HOURS})
    workbench = Workbench.open(settings)
    workbench.sync.propose_examples("studio")
    assert workbench.sync.runs.list() == []
