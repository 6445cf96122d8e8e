"""The linter finds every problem of a workspace at once, each with its place and what to do."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import yaml

from workbench.lint.lint import lint_workspace
from workbench.lint.problems import LintProblem
from workbench.tools.registry import TOOL_SPECS

EXAMPLES = [
    "Where is {work}?",
    "In which hall does {work} hang?",
    "Which room has {work}?",
    "What hall is {work} in?",
    "Show me the hall of {work}",
    "Where can I see {work}?",
    "Where does {work} hang now?",
    "In what room is {work} shown?",
    "Where would I find {work}?",
    "Which hall shows {work}?",
]
SPEC: dict[str, Any] = {
    "id": "museum",
    "title": "Museum",
    "languages": ["en"],
    "node_types": {
        "work": {
            "label": "Work",
            "properties": {
                "kind": {"label": "Kind"},
                "made": {"label": "Made", "kind": "date"},
                "year": {"label": "Year", "kind": "number"},
            },
        },
        "hall": {"label": "Hall"},
    },
    "edge_types": {"HANGS_IN": {"label": "hangs in", "from": ["work"], "to": ["hall"]}},
    "documents": {
        "metadata": {
            "document_type": {"label": "Type", "values": ["guide", "rules"]},
            "work": {"label": "Work", "node_type": "work"},
        }
    },
    "slots": {
        "kind": {
            "label": "Kind",
            "property": "work.kind",
            "values": {"painting": {"label": "Painting"}},
        }
    },
    "intents": {
        "PLACE": {
            "description": "Where a work hangs",
            "starts": {
                "work": {
                    "where": {"kind": "$kind"},
                    "paths": [[{"edge": "HANGS_IN", "node": "hall"}]],
                }
            },
            "fact": {"type": "place", "text": "{hall.name}"},
            "examples": EXAMPLES,
        },
        "GENERAL_UNSTRUCTURED": {"description": "Anything else", "examples": ["Tell me a story"]},
    },
}
NODES: list[dict[str, Any]] = [
    {"id": "work:dawn", "type": "work", "name": "Dawn", "properties": {"kind": "painting"}},
    {"id": "hall:east", "type": "hall", "name": "East Hall"},
]
EDGES: list[dict[str, Any]] = [{"source": "work:dawn", "type": "HANGS_IN", "target": "hall:east"}]
GUIDE = "---\ndocument_type: guide\nwork: work:dawn\n---\n\n# Guide\n\nDawn hangs in the east.\n"

Write = Callable[..., list[LintProblem]]


def jsonl(rows: list[dict[str, Any]]) -> str:
    return "".join(f"{json.dumps(row)}\n" for row in rows)


@pytest.fixture
def linted(tmp_path: Path) -> Write:
    """Lint the museum with changed parts."""
    root = tmp_path / "museum"
    for name in ("graph", "documents"):
        (root / name).mkdir(parents=True)

    def lint(
        spec: dict[str, Any] | None = None,
        nodes: list[dict[str, Any]] | None = None,
        edges: list[dict[str, Any]] | None = None,
        **documents: str,
    ) -> list[LintProblem]:
        text = yaml.safe_dump({**SPEC, **(spec or {})}, sort_keys=False)
        (root / "workspace.yaml").write_text(text, "utf-8")
        (root / "graph" / "nodes.jsonl").write_text(jsonl(nodes or NODES), "utf-8")
        (root / "graph" / "edges.jsonl").write_text(jsonl(edges or EDGES), "utf-8")
        for name, content in {"guide": GUIDE, **documents}.items():
            (root / "documents" / f"{name}.md").write_text(content, "utf-8")
        return lint_workspace(root, TOOL_SPECS)

    return lint


def changed(*path: str, value: Any) -> dict[str, Any]:
    """Return the specification with another value at a path."""
    spec: dict[str, Any] = json.loads(json.dumps(SPEC))
    inner = spec
    for part in path[:-1]:
        inner = inner[part]
    inner[path[-1]] = value
    return spec


def only(problems: list[LintProblem]) -> LintProblem:
    (problem,) = problems
    return problem


def line_with(root: Path, text: str) -> int:
    lines = root.read_text("utf-8").splitlines()
    return next(at for at, line in enumerate(lines, 1) if text in line)


def test_a_workspace_without_problems_has_none(linted: Write) -> None:
    assert linted() == []


def test_all_errors_of_the_schema_are_reported_with_their_lines(
    linted: Write, tmp_path: Path
) -> None:
    spec = changed("node_types", "hall", value={"label": "Hall", "colour": "red"})
    found = linted({**spec, "languages": [], "citations": 5})
    assert {one.path for one in found} == {"node_types.hall.colour", "languages", "citations"}
    file = tmp_path / "museum" / "workspace.yaml"
    lines = {one.path: one.line for one in found}
    assert lines["node_types.hall.colour"] == line_with(file, "colour: red")
    assert all(one.severity == "error" and one.line for one in found)


def test_an_unknown_field_is_told_with_the_nearest_one(linted: Write) -> None:
    spec = changed("node_types", "hall", value={"label": "Hall", "propertys": {}})
    found = linted({**spec, "titel": "Museum", "colour": "red"})
    hints = {one.path: one.hint for one in found}
    assert hints["titel"] == "Did you mean “title”?"
    assert hints["node_types.hall.propertys"] == "Did you mean “properties”?"
    assert {one.message for one in found} == {"there is no such field."}


def test_wrong_names_in_several_places_are_reported_at_once(linted: Write) -> None:
    spec = changed("intents", "PLACE", "starts", "work", "where", value={"kind": "$knd"})
    spec["citations"] = "numbred"
    spec["slots"]["kind"]["property"] = "work.kimd"
    found = linted(spec)
    assert len(found) == 3
    assert {one.hint for one in found} == {
        "Did you mean “kind”?",
        "Did you mean “numbered”?",
    }


def test_errors_of_all_rows_of_the_graph_are_reported(linted: Write) -> None:
    wrong: list[dict[str, Any]] = [
        {"id": "wrk:x", "type": "wrk", "name": "X"},
        {"id": "work:dawn", "type": "work", "name": "Dawn again"},
        {"id": "hall:b", "type": "hall", "name": "B", "properties": {"size": None}},
    ]
    edges = [*EDGES, {"source": "work:dawn", "type": "HANGS_IN", "target": "hall:esat"}]
    found = linted(nodes=[*NODES, *wrong], edges=edges)
    assert [(one.file, one.line, one.code) for one in found] == [
        ("graph/edges.jsonl", 2, "unknown_name"),
        ("graph/nodes.jsonl", 3, "unknown_name"),
        ("graph/nodes.jsonl", 4, "node_twice"),
        ("graph/nodes.jsonl", 5, "null_value"),
    ]
    assert "hall:east" in found[0].hint and "work" in found[1].hint


@pytest.mark.parametrize(
    ("properties", "code"),
    [
        ({"made": "in spring"}, "wrong_value"),
        ({"made": "2026-02-30"}, "wrong_value"),
        ({"year": "1900"}, "wrong_value"),
        ({"kind": "paintng"}, "undeclared_value"),
    ],
)
def test_values_that_do_not_fit_are_reported(
    linted: Write, properties: dict[str, Any], code: str
) -> None:
    node = {"id": "work:dusk", "type": "work", "name": "Dusk", "properties": properties}
    problem = only(linted(nodes=[*NODES, node]))
    assert (problem.code, problem.file, problem.line) == (code, "graph/nodes.jsonl", 3)
    assert problem.severity == "warning" and problem.hint


def test_dates_may_be_a_year_or_a_month(linted: Write) -> None:
    given = ("1900", "1900-05", "1900-05-31")
    nodes = [
        {"id": f"work:{one}", "type": "work", "name": f"No. {one}", "properties": {"made": one}}
        for one in given
    ]
    assert linted(nodes=[*NODES, *nodes]) == []


def test_names_that_collide_are_reported_with_both_nodes(linted: Write) -> None:
    node = {"id": "hall:dawn", "type": "hall", "name": "Small hall", "aliases": ["DAWN"]}
    problem = only(linted(nodes=[*NODES, node]))
    assert problem.code == "alias_collision"
    assert "hall:dawn and work:dawn" in problem.message and problem.line == 3


def test_names_of_doubled_letters_do_not_collide(linted: Write) -> None:
    halls = [{"id": f"hall:{one}", "type": "hall", "name": one} for one in ("TS", "TTS")]
    assert linted(nodes=[*NODES, *halls]) == []


def test_examples_are_checked_for_placeholders_number_and_intent(linted: Write) -> None:
    place = ("intents", "PLACE", "examples")
    problem = only(linted(changed(*place, value=[*EXAMPLES, "Where is {wrok}?"])))
    assert (problem.code, problem.path) == ("unknown_placeholder", "intents.PLACE.examples[10]")
    assert problem.hint == "Did you mean {work}?"
    problem = only(linted(changed(*place, value=[*EXAMPLES, "What hangs in {hall}?"])))
    assert problem.code == "unusable_example"
    problem = only(linted(changed(*place, value=EXAMPLES[:4])))
    assert (problem.code, "4 of at least 10" in problem.message) == ("few_examples", True)
    stolen = ["Tell me a story", *EXAMPLES[:3]]
    found = linted(changed("intents", "GENERAL_UNSTRUCTURED", "examples", value=stolen))
    assert {one.code for one in found} == {"misleading_example"}


def test_what_nothing_uses_is_reported(linted: Write) -> None:
    spec = changed("node_types", "room", value={"label": "Room"})
    spec["edge_types"]["NEAR"] = {"label": "near", "from": ["hall"], "to": ["hall"]}
    spec["slots"]["place"] = {"label": "Place", "node_type": "room"}
    codes = sorted((one.path, one.code) for one in linted(spec))
    assert codes == [
        ("edge_types.NEAR", "empty_type"),
        ("node_types.room", "empty_type"),
        ("node_types.room", "unreachable_type"),
        ("slots.place", "empty_slot"),
        ("slots.place", "unused_slot"),
    ]


def test_documents_are_checked_for_fields_values_links_and_entities(linted: Write) -> None:
    found = linted(
        a="---\ndocument_tpye: guide\n---\n\nDawn is old.\n",
        b="---\ndocument_type: giude\nwork: work:dwan\n---\n\nDawn is old.\n",
        c="See [the rules](rulez.md), [home](https://x.y) and [the guide](guide.md) on Dawn.\n",
        d="Nothing here is in the graph.\n",
        rules="Dawn may not be touched.\n",
    )
    listed = [(one.file.removeprefix("documents/"), one.line, one.code) for one in found]
    assert listed == [
        ("documents", None, "no_entity"),
        ("a.md", 2, "unknown_field"),
        ("b.md", 2, "unknown_value"),
        ("b.md", 3, "unknown_value"),
        ("c.md", 1, "broken_link"),
    ]
    assert found[0].message.endswith("in 1 of 6 documents: d.md.")
    assert "document_type" in found[1].hint and "rules.md" in found[4].hint
    assert "work:dawn" in found[3].message


def test_words_that_two_entries_share_are_reported(linted: Write) -> None:
    spec = changed("node_types", "work", "words", value=["exhibit"])
    spec["node_types"]["hall"]["words"] = ["Exhibit", "wing"]
    spec["edge_types"]["KEEPS"] = {"label": "keeps", "from": ["hall"], "to": ["work"]}
    spec["edge_types"]["STORES"] = {
        "label": "stores", "words": ["keeps"], "from": ["hall"], "to": ["work"],
    }  # fmt: skip
    spec["edge_types"]["GUARDS"] = {
        "label": "guards", "words": ["keeps"], "from": ["work"], "to": ["hall"],
    }  # fmt: skip
    found = [one for one in linted(spec) if one.code == "shared_word"]
    assert [(one.path, one.message) for one in found] == [
        ("node_types.hall", "hall and work share “Exhibit”."),
        ("edge_types.STORES", "STORES and KEEPS share “keeps”."),
    ]
    assert all(one.line for one in found)


def test_files_that_nothing_reads_are_reported(linted: Write, tmp_path: Path) -> None:
    linted()
    (tmp_path / "museum" / "graph" / "works.xml").write_text("<x/>", "utf-8")
    (tmp_path / "museum" / "documents" / "photo.jpg").write_bytes(b"\xff\xd8")
    assert [(one.file, one.code) for one in linted()] == [
        ("documents/photo.jpg", "unread_file"),
        ("graph/works.xml", "ignored_file"),
    ]


def test_quotes_that_are_not_in_their_document_are_errors(linted: Write) -> None:
    node = {**NODES[0], "evidence": {"document": "guide.md", "quote": "Dawn hangs in the west"}}
    problem = only(linted(nodes=[node, NODES[1]]))
    assert (problem.severity, problem.file, problem.line) == ("error", "graph/nodes.jsonl", 1)
    assert "Dawn hangs in the east" in problem.hint


def test_what_a_language_of_the_workspace_cannot_name_is_listed(
    linted: Write, tmp_path: Path
) -> None:
    spec = changed("node_types", "hall", value={"label": {"en": "Hall", "ru": "Зал"}})
    spec["node_types"]["work"]["properties"]["kind"]["words"] = ["вид"]
    spec["node_types"]["work"]["properties"]["year"]["hidden"] = True
    found = linted({**spec, "languages": ["en", "ru"]})
    unlabelled = {one.path: one for one in found if one.code == "missing_label"}
    assert set(unlabelled) == {
        "node_types.work",
        "node_types.work.properties.made",
        "edge_types.HANGS_IN",
    }
    relation = unlabelled["edge_types.HANGS_IN"]
    assert (relation.severity, relation.message.split()[0]) == ("warning", "HANGS_IN")
    assert relation.line == line_with(tmp_path / "museum" / "workspace.yaml", "HANGS_IN")
