"""One way in for graphs: files, tables and the neutral JSON, each error with file and line."""

import json
from pathlib import Path
from typing import Any

import pytest

from tests.support.museum_workspace import EDGES, NODES, spec, write_museum
from workbench import GraphBuilder
from workbench.errors import WorkspaceError
from workbench.tools.registry import TOOL_SPECS
from workbench.workspace import open_workspace
from workbench.workspace.schema import TableSpec

NEUTRAL: dict[str, Any] = {
    "meta": {"source": "https://museum.example", "licence": "CC0-1.0"},
    "nodes": [
        {
            "id": "painter:li",
            "type": "painter",
            "name": "Li",
            "names": {"ru": "Ли", "en": "Li"},
            "aliases": ["Lee"],
            "props": {},
        },
        {
            "id": "painting:rain",
            "type": "painting",
            "name": "Rain",
            "aliases": [],
            "props": {"year": 1901, "style": None},
        },
    ],
    "edges": [
        {"source": "painter:li", "target": "painting:rain", "type": "PAINTED", "props": {}},
    ],
}

TABLE = """\
who,who_ru,nick,work,made,hall,how
Li Wei,Ли Вэй,Lee; Wei,Rain,1901,North,oil
Li Wei,Ли Вэй,Lee; Wei,"Snow
and ice",1 902,,
Anna,Анна,,,,,
"""

COLUMNS: dict[str, Any] = {
    "file": "works.csv",
    "nodes": [
        {
            "type": "painter",
            "id": "painter:{who}",
            "name": {"ru": "{who_ru}", "en": "{who}"},
            "aliases": ["nick"],
        },
        {
            "type": "painting",
            "id": "painting:{work}",
            "name": "{work}",
            "properties": {"year": "made"},
        },
        {"type": "hall", "id": "hall:{hall}", "name": "{hall}"},
    ],
    "edges": [
        {
            "type": "PAINTED",
            "source": "painter:{who}",
            "target": "painting:{work}",
            "properties": {"technique": "how"},
        },
        {"type": "HANGS_IN", "source": "painting:{work}", "target": "hall:{hall}"},
    ],
}


@pytest.fixture
def builder(tmp_path: Path) -> GraphBuilder:
    return GraphBuilder.of(write_museum(tmp_path))


def table_of(**changes: Any) -> TableSpec:
    return TableSpec.model_validate({**COLUMNS, **changes})


def written(folder: Path, name: str, text: str) -> Path:
    path = folder / name
    path.write_text(text, "utf-8")
    return path


def test_the_neutral_format_is_read(builder: GraphBuilder, tmp_path: Path) -> None:
    builder.add_graph(written(tmp_path, "graph.json", json.dumps(NEUTRAL)))

    graph = builder.build()

    assert graph.nodes["painter:li"].label("ru") == "Ли"
    assert graph.nodes["painter:li"].aliases == ("Lee",)
    assert graph.nodes["painting:rain"].properties == {"year": 1901}
    assert [edge.id for edge in graph.edges] == ["painter:li|PAINTED|painting:rain"]


def test_a_table_is_read_by_its_columns(builder: GraphBuilder, tmp_path: Path) -> None:
    builder.add_table(written(tmp_path, "works.csv", TABLE), table_of())

    graph = builder.build()

    assert set(graph.nodes) == {
        "painter:li-wei",
        "painter:anna",
        "painting:rain",
        "painting:snow-and-ice",
        "hall:north",
    }
    assert graph.nodes["painter:li-wei"].label("ru") == "Ли Вэй"
    assert graph.nodes["painter:li-wei"].aliases == ("Lee", "Wei")
    assert graph.nodes["painting:snow-and-ice"].properties == {"year": 1902}
    assert {edge.id: edge.properties for edge in graph.edges} == {
        "painter:li-wei|PAINTED|painting:rain": {"technique": "oil"},
        "painter:li-wei|PAINTED|painting:snow-and-ice": {},
        "painting:rain|HANGS_IN|hall:north": {},
    }


def test_a_workspace_is_loaded_from_tables_and_neutral_files(tmp_path: Path) -> None:
    museum = write_museum(tmp_path, {**spec(), "tables": [COLUMNS]})
    written(museum / "graph", "works.csv", TABLE.replace("Rain", "Hail").replace("North", "East"))
    written(museum / "graph", "export.json", json.dumps(NEUTRAL))

    workspace = open_workspace(museum, TOOL_SPECS)

    assert {"painter:orlova", "painter:li", "painter:li-wei"} <= set(workspace.nodes)
    assert len(workspace.edges) == len(EDGES) + 3 + 1


def test_what_is_written_is_read_again(builder: GraphBuilder, tmp_path: Path) -> None:
    builder.add_graph({"nodes": NODES, "edges": EDGES})
    graph = builder.build()
    graph.write(tmp_path / "museum" / "graph")

    workspace = open_workspace(tmp_path / "museum", TOOL_SPECS)

    assert workspace.nodes == graph.nodes
    assert workspace.edges == graph.edges


@pytest.mark.parametrize(
    ("text", "changes", "place", "message"),
    [
        (TABLE.replace("1 902", "many"), {}, "works.csv: line 4", "“many” is not a number"),
        (TABLE.replace("Ли Вэй,Lee; Wei,Rain", "Ли,Lee; Wei,Rain"), {}, "line 4", "is already"),
        (TABLE, {"nodes": [{"type": "hall", "id": "hall:{hal}", "name": "x"}]}, "works.csv", "hal"),
        (TABLE, {"nodes": [{"type": "hal", "id": "hal:{hall}", "name": "x"}]}, "line 2", "hal"),
        (TABLE, {"nodes": []}, "works.csv: line 2", "there is no node “painter:li-wei”"),
    ],
)
def test_what_is_wrong_in_a_table_has_its_line(
    builder: GraphBuilder,
    tmp_path: Path,
    text: str,
    changes: dict[str, Any],
    place: str,
    message: str,
) -> None:
    path = written(tmp_path, "works.csv", text)

    with pytest.raises(WorkspaceError, match=message) as refused:
        builder.add_table(path, table_of(**changes))
        builder.build()

    assert place in refused.value.place


@pytest.mark.parametrize(
    ("data", "place"),
    [
        ([], "graph.json"),
        ({"nodes": {}}, "graph.json"),
        ({"nodes": [1]}, "graph.json: nodes[0]"),
        ({"nodes": [{**NODES[0], "type": "paintr"}]}, "graph.json: nodes[0]"),
        ({"nodes": NODES, "edges": [{**EDGES[0], "target": "hall:north"}]}, "edges[0]"),
        ({"nodes": NODES, "edges": [{**EDGES[0], "props": {"age": 1}}]}, "edges[0]"),
    ],
)
def test_what_is_wrong_in_a_graph_file_has_its_place(
    builder: GraphBuilder, tmp_path: Path, data: Any, place: str
) -> None:
    path = written(tmp_path, "graph.json", json.dumps(data))

    with pytest.raises(WorkspaceError) as refused:
        builder.add_graph(path)
        builder.build()

    assert place in refused.value.place


def test_a_node_given_twice_names_both_places(builder: GraphBuilder, tmp_path: Path) -> None:
    rows = written(tmp_path, "nodes.jsonl", json.dumps(NODES[0]))
    builder.add_nodes(rows, "first.jsonl")

    with pytest.raises(WorkspaceError, match=r"second\.jsonl: line 1.*first\.jsonl: line 1"):
        builder.add_nodes(rows, "second.jsonl")
