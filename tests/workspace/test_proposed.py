"""Proposals beside workspace.yaml count until a person's own entries override them."""

import json
from pathlib import Path

import pytest
import yaml

from workbench.errors import WorkspaceError
from workbench.tools.registry import TOOL_SPECS
from workbench.workspace import Workspace, open_workspace

NODE = {
    "id": "term:loan",
    "type": "term",
    "name": "Interlibrary loan",
    "aliases": ["ILL"],
    "evidence": {"document": "rules.md", "quote": "An interlibrary loan (ILL) takes a week."},
}
SPEC = {
    "scope": {"description": "Lending rules"},
    "node_types": {"term": {"label": "Term"}},
    "documents": {"metadata": {"section": {"label": "Section", "values": ["rules"]}}},
    "slots": {"section": {"label": "Section", "values": {"rules": {"label": "Rules"}}}},
}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    root = tmp_path / "library"
    (root / "proposed").mkdir(parents=True)
    (root / "workspace.yaml").write_text("{id: library, title: Library}", "utf-8")
    (root / "proposed" / "spec.yaml").write_text(yaml.safe_dump(SPEC), "utf-8")
    (root / "proposed" / "nodes.jsonl").write_text(json.dumps(NODE) + "\n", "utf-8")
    return root


def opened(folder: Path) -> Workspace:
    return open_workspace(folder, TOOL_SPECS)


def test_proposals_count_at_once_and_are_marked(folder: Path) -> None:
    workspace = opened(folder)
    node = workspace.nodes["term:loan"]
    assert node.proposed and node.aliases == ("ILL",)
    assert workspace.spec.scope.description == "Lending rules"
    assert workspace.spec.scope.no_answer, "other texts of the scope keep their defaults"
    assert set(workspace.spec.slots) == {"section"}


def test_entries_of_workspace_yaml_override_proposals_key_by_key(folder: Path) -> None:
    own = {
        "id": "library",
        "title": "Library",
        "scope": {"description": "Mine"},
        "node_types": {"term": {"label": "Word"}, "room": {"label": "Room"}},
        "documents": {"metadata": {"year": {"label": "Year"}}},
    }
    (folder / "workspace.yaml").write_text(yaml.safe_dump(own), "utf-8")
    spec = opened(folder).spec
    assert spec.scope.description == "Mine"
    assert (spec.node_types["term"].label, set(spec.node_types)) == ("Word", {"term", "room"})
    assert set(spec.documents.metadata) == {"section", "year"}


def test_a_node_of_the_graph_overrides_the_proposal_of_the_same_id(folder: Path) -> None:
    (folder / "graph").mkdir()
    node = {"id": "term:loan", "type": "term", "name": "Loan"}
    (folder / "graph" / "nodes.jsonl").write_text(json.dumps(node) + "\n", "utf-8")
    found = opened(folder).nodes["term:loan"]
    assert (found.name, found.proposed) == ("Loan", False)


@pytest.mark.parametrize(
    ("file", "text", "problem"),
    [
        ("spec.yaml", "slots: [", r"proposed/spec\.yaml: line 2"),
        ("spec.yaml", "intents: {}", r"proposed/spec\.yaml: intents"),
        ("nodes.jsonl", "{}\n", r"proposed/nodes\.jsonl: line 1"),
    ],
)
def test_an_invalid_proposal_is_reported_with_its_place(
    folder: Path, file: str, text: str, problem: str
) -> None:
    (folder / "proposed" / file).write_text(text, "utf-8")
    with pytest.raises(WorkspaceError, match=problem):
        opened(folder)
