"""A workspace opens whole, or is refused with the place of the first thing that is wrong."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.support.museum_workspace import EDGES, NODES, spec, write_museum
from workbench.errors import WorkspaceError
from workbench.tools.registry import TOOL_SPECS
from workbench.workspace import find_workspaces, open_workspace

Change = Callable[[dict[str, Any]], None]


def works(raw: dict[str, Any]) -> Any:
    return raw["intents"]["WORKS"]


def first_step(raw: dict[str, Any]) -> Any:
    return works(raw)["starts"]["painter"]["paths"][0][0]


def test_a_right_workspace_opens(tmp_path: Path) -> None:
    museum = open_workspace(write_museum(tmp_path), TOOL_SPECS)

    assert museum.id == "museum"
    assert set(museum.spec.intents) == {"WORKS", "PAINTERS", "HALLS_OF", "GENERAL_UNSTRUCTURED"}
    assert museum.spec.intents["WORKS"].slots() == {"style", "hall"}
    assert museum.entity_name("painter:orlova", "en") == "Orlova"


WRONG_NAMES: dict[str, tuple[Change, str, str]] = {
    "edge type": (lambda r: first_step(r).update(edge="PAINTD"), "paths[0][0]", "PAINTED"),
    "node type": (lambda r: first_step(r).update(node="paintng"), "paths[0][0]", "painting"),
    "slot": (lambda r: first_step(r).update(where={"style": "$stile"}), "where", "style"),
    "property": (lambda r: first_step(r).update(where={"stile": "x"}), "where", "style"),
    "binding in a text": (lambda r: works(r)["fact"].update(text="{painti.name}"), "fact", "paint"),
    "property in a text": (
        lambda r: works(r)["fact"].update(text="{painting.yaer}"), "fact.text", "year",
    ),
    "order": (lambda r: works(r)["fact"].update(order=["-painting.yea"]), "order", "year"),
    "heading slot": (lambda r: works(r).update(heading="{slots.stle}"), "heading", "style"),
    "any_of": (lambda r: works(r).update(any_of="paintr"), "any_of", "painter"),
    "value with a label": (
        lambda r: r.update(documents={"metadata": {
            "kind": {"label": "Kind", "values": ["review"], "value_labels": {"reviev": "Review"}},
        }}), "documents.metadata.kind", "review",
    ),
    "from": (lambda r: first_step(r).update({"from": "strt"}), "paths[0][0]", "start"),
}  # fmt: skip


@pytest.mark.parametrize("case", WRONG_NAMES)
def test_a_name_that_does_not_exist_is_refused_with_place_and_nearest(
    tmp_path: Path, case: str
) -> None:
    change, place, nearest = WRONG_NAMES[case]
    raw = spec()
    change(raw)

    with pytest.raises(WorkspaceError) as refused:
        open_workspace(write_museum(tmp_path, raw), TOOL_SPECS)

    assert place in refused.value.place
    assert nearest in refused.value.hint


def test_a_step_against_the_arrow_must_say_so(tmp_path: Path) -> None:
    raw = spec()
    works(raw)["starts"]["hall"]["paths"][0][0]["direction"] = "out"

    with pytest.raises(WorkspaceError, match="leads from"):
        open_workspace(write_museum(tmp_path, raw), TOOL_SPECS)


def test_count_in_a_text_needs_count_at_the_start(tmp_path: Path) -> None:
    raw = spec()
    works(raw)["fact"]["text"] = "{count}"

    with pytest.raises(WorkspaceError, match="count"):
        open_workspace(write_museum(tmp_path, raw), TOOL_SPECS)


WRONG_GRAPHS = {
    "a loose end": ([], [{"source": "painter:orlova", "type": "PAINTED", "target": "painting:x"}]),
    "an unknown property": ([{**NODES[0], "properties": {"age": 3}}], []),
    "an id of another type": ([{**NODES[0], "id": "hall:orlova"}], []),
    "the same node twice": ([NODES[0], NODES[0]], []),
    "the same edge twice": (NODES, [EDGES[0], EDGES[0]]),
    "an edge between wrong types": (
        NODES, [{"source": "hall:north", "type": "PAINTED", "target": "painting:field"}],
    ),
}  # fmt: skip


@pytest.mark.parametrize("case", WRONG_GRAPHS)
def test_a_graph_that_contradicts_its_types_is_refused(tmp_path: Path, case: str) -> None:
    nodes, edges = WRONG_GRAPHS[case]
    with pytest.raises(WorkspaceError):
        open_workspace(
            write_museum(tmp_path, nodes=nodes or NODES, edges=edges or EDGES), TOOL_SPECS
        )


def test_a_line_that_is_not_json_is_named(tmp_path: Path) -> None:
    folder = write_museum(tmp_path)
    (folder / "graph" / "nodes.jsonl").write_text('{"id": "painter:a"\n', "utf-8")

    with pytest.raises(WorkspaceError, match=r"nodes\.jsonl: line 1"):
        open_workspace(folder, TOOL_SPECS)


def test_graph_files_may_be_csv(tmp_path: Path) -> None:
    folder = write_museum(tmp_path)
    rows = "id,type,name.ru,name.en,aliases\npainter:li,painter,Ли,Li,Lee;Лии\n"
    (folder / "graph" / "nodes-more.csv").write_text(rows, "utf-8")

    node = open_workspace(folder, TOOL_SPECS).nodes["painter:li"]

    assert node.label("en") == "Li"
    assert node.aliases == ("Lee", "Лии")


def test_the_users_own_workspace_wins_over_a_sample_of_the_same_name(tmp_path: Path) -> None:
    own, samples = tmp_path / "own", tmp_path / "samples"
    write_museum(own)
    write_museum(samples)

    assert find_workspaces([own, samples])["museum"] == own / "museum"


@pytest.mark.parametrize("name", ["portfolio", "insurance"])
def test_the_sample_workspaces_open(name: str) -> None:
    workspace = open_workspace(Path(__file__).parents[2] / "data" / name, TOOL_SPECS)

    assert workspace.nodes
    assert workspace.edges
