"""A relation that no word names is taken where it is the only one that fits; else it is a guess."""

import json
from pathlib import Path

import pytest

from workbench import Workbench
from workbench.bootstrap.new_workspace import create_workspace
from workbench.settings import Settings

NAMES = {"person": ["Ada Holm", "Bo Vik"], "song": ["Tide", "Frost", "Ember"]}
NODES = [
    {"id": f"{kind[0]}{at}", "type": kind, "name": name}
    for kind, names in NAMES.items()
    for at, name in enumerate(names)
]
EDGES = [
    {"source": "p0", "type": "WROTE", "target": "s0"},
    {"source": "p0", "type": "REVIEWED", "target": "s1"},
    {"source": "p1", "type": "WROTE", "target": "s1"},
    {"source": "p1", "type": "WROTE", "target": "s2"},
    {"source": "p1", "type": "REVIEWED", "target": "s2"},
]


@pytest.fixture(scope="module")
def workbench(tmp_path_factory: pytest.TempPathFactory) -> Workbench:
    folder: Path = tmp_path_factory.mktemp("songs")
    (folder / "nodes.jsonl").write_text("\n".join(map(json.dumps, NODES)), "utf-8")
    (folder / "edges.jsonl").write_text("\n".join(map(json.dumps, EDGES)), "utf-8")
    settings = Settings(workbench_home=tmp_path_factory.mktemp("home"), _env_file=None)
    create_workspace("songs", settings, folder)
    return Workbench.open(settings)


@pytest.mark.parametrize(
    ("question", "label"),
    [
        ("What are the songs of Ada Holm?", "unsure"),  # written or reviewed
        ("Which songs did Ada Holm review?", "answered"),
        ("What are the songs of Bo Vik?", "answered"),  # those reviewed are among those written
    ],
)
async def test_one_of_several_relations_is_a_guess_where_they_differ(
    workbench: Workbench, question: str, label: str
) -> None:
    run = await workbench.ask(question, workspace="songs")

    assert run.answer is not None
    assert run.answer.outcome == "answered"
    assert run.diagnostics is not None and run.diagnostics.verdict is not None
    assert run.diagnostics.verdict.label == label
