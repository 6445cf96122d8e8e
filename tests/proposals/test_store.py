"""What a person changed among the proposals survives the next proposal."""

import json
from pathlib import Path

import pytest
import yaml

from workbench.domain.graph import Node
from workbench.proposals.store import (
    Proposals,
    read_nodes,
    remove_nodes,
    write_examples,
    write_proposals,
)

SPEC = {"node_types": {"term": {"label": "Term"}}, "slots": {"year": {"label": "Year"}}}


def node(name: str, *aliases: str) -> Node:
    return Node(id=f"term:{name}", type="term", name=name, aliases=aliases, proposed=True)


def lines(root: Path) -> dict[str, dict[str, object]]:
    text = (root / "proposed" / "nodes.jsonl").read_text("utf-8")
    return {row["id"]: row for row in map(json.loads, text.splitlines())}


def write_lines(root: Path, rows: list[dict[str, object]]) -> None:
    text = "".join(f"{json.dumps(row)}\n" for row in rows)
    (root / "proposed" / "nodes.jsonl").write_text(text, "utf-8")


@pytest.fixture
def root(tmp_path: Path) -> Path:
    write_proposals(tmp_path, Proposals((node("loan", "ILL"), node("fine"), node("desk")), SPEC))
    return tmp_path


def test_the_same_documents_change_nothing(root: Path) -> None:
    files = sorted((root / "proposed").iterdir())
    before = [(path.read_bytes(), path.stat().st_mtime_ns) for path in files]
    write_proposals(root, Proposals((node("loan", "ILL"), node("fine"), node("desk")), SPEC))
    assert [(path.read_bytes(), path.stat().st_mtime_ns) for path in files] == before


def test_new_proposals_are_added_and_outdated_ones_replaced_or_dropped(root: Path) -> None:
    write_proposals(root, Proposals((node("loan", "IL"), node("card")), SPEC))
    found = lines(root)
    assert set(found) == {"term:loan", "term:card"}
    assert found["term:loan"]["aliases"] == ["IL"]


def test_an_edited_entity_stays_even_when_the_documents_change(root: Path) -> None:
    write_lines(root, [{**lines(root)["term:loan"], "name": "Interlibrary loan"}])
    for proposals in (Proposals((node("loan"),), SPEC), Proposals((), SPEC)):
        write_proposals(root, proposals)
        assert lines(root)["term:loan"]["name"] == "Interlibrary loan"


def test_a_deleted_entity_is_not_proposed_again(root: Path) -> None:
    write_lines(root, [lines(root)["term:loan"]])
    for _ in range(2):
        write_proposals(root, Proposals((node("loan", "ILL"), node("fine")), SPEC))
        assert set(lines(root)) == {"term:loan"}


def test_a_line_that_a_person_added_stays(root: Path) -> None:
    mine: dict[str, object] = {"id": "term:mine", "type": "term", "name": "Mine"}
    write_lines(root, [*lines(root).values(), mine])
    write_proposals(root, Proposals((node("loan", "ILL"),), SPEC))
    assert set(lines(root)) == {"term:loan", "term:mine"}


def test_removed_entities_do_not_come_back(root: Path) -> None:
    assert [row["id"] for row in read_nodes(root, ["term:fine"])] == ["term:fine"]
    remove_nodes(root, ["term:fine"])
    write_proposals(root, Proposals((node("loan", "ILL"), node("fine")), SPEC))
    assert set(lines(root)) == {"term:loan"}


def test_entries_of_the_specification_are_kept_one_by_one(root: Path) -> None:
    path = root / "proposed" / "spec.yaml"
    spec = yaml.safe_load(path.read_text("utf-8"))
    spec["node_types"]["term"]["label"] = "Word"
    del spec["slots"]
    path.write_text(yaml.safe_dump(spec), "utf-8")
    fields = {"metadata": {"folder": {"label": "Folder"}}}
    write_proposals(root, Proposals((), {**SPEC, "documents": fields}))
    found = yaml.safe_load(path.read_text("utf-8"))
    assert found == {"node_types": {"term": {"label": "Word"}}, "documents": fields}


def test_the_specification_has_no_anchors(tmp_path: Path) -> None:
    label = {"en": "Folder", "ru": "Папка"}
    slots = {"folder": {"label": label}, "shelf": {"label": label}}
    write_proposals(tmp_path, Proposals((), {"slots": slots}))
    text = (tmp_path / "proposed" / "spec.yaml").read_text("utf-8")
    assert "&" not in text and yaml.safe_load(text) == {"slots": slots}


def test_without_proposals_nothing_is_written(tmp_path: Path) -> None:
    write_proposals(tmp_path, Proposals())
    assert not list(tmp_path.iterdir())


def examples(root: Path) -> object:
    spec = yaml.safe_load((root / "proposed" / "spec.yaml").read_text("utf-8"))
    return (spec or {}).get("examples")


def test_examples_are_replaced_and_survive_other_proposals(root: Path) -> None:
    write_examples(root, {"en": ["What is a loan?"]})
    write_examples(root, {"en": ["What is a fine?"]})
    write_proposals(root, Proposals((node("card"),), SPEC))
    assert examples(root) == {"en": ["What is a fine?"]}
    assert set(lines(root)) == {"term:card"}
    write_examples(root, {})
    assert examples(root) is None


def test_examples_that_a_person_changed_or_deleted_stay_so(root: Path) -> None:
    write_examples(root, {"en": ["What is a loan?"]})
    spec = root / "proposed" / "spec.yaml"
    spec.write_text(spec.read_text("utf-8").replace("a loan", "a late fee"), "utf-8")
    write_examples(root, {"en": ["What is a desk?"]})
    assert examples(root) == {"en": ["What is a late fee?"]}
    rest = yaml.safe_load(spec.read_text("utf-8"))
    del rest["examples"]
    spec.write_text(yaml.safe_dump(rest), "utf-8")
    write_examples(root, {"en": ["What is a desk?"]})
    assert examples(root) is None
