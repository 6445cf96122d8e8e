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
    assert "How many firings are there for each kiln?" in found


def test_headings_that_say_nothing_alone_are_not_proposed(
    settings: Settings, tmp_path: Path
) -> None:
    page = "# {0}\n\n## House rules\n\n{1}\n\n## Where do I read on?\n\nIn the {0} book.\n"
    make(
        settings,
        tmp_path / "files",
        {
            "kilns.md": page.format("Kiln", "The kiln is cleaned on Mondays."),
            "wheels.md": page.format("Wheel", "The wheel is washed after use.")
            + "\n## Questions?\n\nAsk at the desk.\n\n## Still have questions?\n\nCall us.\n",
        },
    )
    found = propose(settings).get("en", [])
    assert not [one for one in found if "ouse rules" in one or "read on" in one]
    assert not [one for one in found if "uestions?" in one]


def test_a_heading_of_steps_asks_how_to_do_it(settings: Settings, tmp_path: Path) -> None:
    steps = "# Membership\n\n## How to join the guild\n\n1. Fill in the form.\n2. Pay the fee.\n"
    make(settings, tmp_path / "files", {"membership.md": steps})
    assert "How do I join the guild?" in propose(settings)["en"]


def test_a_term_is_asked_for_where_a_sentence_says_what_it_is(
    settings: Settings, tmp_path: Path
) -> None:
    terms = """# Glazes

A celadon is a pale green glaze with iron in it. Tenmoku glaze suits bowls.

**Celadon** — a pale green glaze with iron in it.

We mix tenmoku glaze (TG) on Tuesdays. The studio has TG in three shades.
"""
    make(settings, tmp_path / "files", {"glazes.md": terms})
    found = propose(settings).get("en", [])
    assert not [one for one in found if one.startswith("What is") and "enmoku" in one]


def test_levels_are_not_added_up(settings: Settings, tmp_path: Path) -> None:
    rows = "Kiln,Fuel,Temperature (°C)\n" + "".join(
        f"{name},{fuel},{degrees}\n"
        for name, fuel, degrees in (
            ("Anna", "gas", 1300),
            ("Berta", "gas", 1220),
            ("Clara", "wood", 1280),
            ("Dora", "wood", 1000),
        )
    )
    make(settings, tmp_path / "files", {"kilns.csv": rows})
    found = propose(settings)["en"]
    assert "What is the average temperature of the kilns?" in found
    assert not [one for one in found if "total" in one]


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
