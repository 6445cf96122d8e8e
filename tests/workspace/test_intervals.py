"""The time between two dates or years of a node or an edge is a property of it."""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from tests.support.graph_folders import composer_for, proposed_workspace
from workbench.domain.graph import Edge, Node, Property
from workbench.domain.graph_query import EdgesAnswer, ValueAnswer
from workbench.workspace.graph_import import import_graph
from workbench.workspace.intervals import interval, with_intervals
from workbench.workspace.proposed_intervals import propose_interval


@pytest.mark.parametrize(
    ("start", "end", "length"),
    [
        ("1871-04-02", "1871-04-30", 28),
        (1872, 1890, 18),
        (1890, 1890, 0),
        ("1871-04-02", 1890, None),
        ("1890-01-01", "1880-01-01", None),
        ("1871-04", "1880-01-01", None),
        ("1871-02-31", "1880-01-01", None),
        (1872, None, None),
    ],
)
def test_an_interval_is_in_days_or_in_years(
    start: Property | None, end: Property | None, length: int | None
) -> None:
    assert interval(start, end) == length


def proposed(tmp_path: Path, *rows: Mapping[str, Any]) -> Mapping[str, Any]:
    """The properties that are proposed for the type of the rows."""
    nodes = [
        {"id": str(at), "type": "mission", "name": str(at), **row} for at, row in enumerate(rows)
    ]
    path = tmp_path / "g.json"
    path.write_text(json.dumps({"nodes": nodes, "edges": []}), "utf-8")
    spec = import_graph({"g.json": path}, {"id": "missions", "title": "Missions"}).schema.spec
    properties: Mapping[str, Any] = spec["node_types"]["mission"]["properties"]
    return properties


def test_a_duration_is_proposed_for_a_beginning_and_an_end(tmp_path: Path) -> None:
    found = proposed(tmp_path, {"launched": "1990-01-02", "ended": "1990-03-01", "launch_mass": 7})
    assert found["duration"]["between"] == ["launched", "ended"]
    assert found["duration"]["unit"] == "day"


@pytest.mark.parametrize(
    "row",
    [
        {"launched": "1990-01-02"},
        {"launched": "1990-01-02", "ended": "1980-03-01"},
        {"launched": 1990, "opened": 1991, "ended": 1995},
        {"launched": 1990, "ended": 1995, "duration": 3},
    ],
)
def test_none_is_proposed_without_one_beginning_and_one_end(
    tmp_path: Path, row: Mapping[str, Any]
) -> None:
    assert "between" not in str(proposed(tmp_path, row))


@pytest.mark.parametrize(
    ("start", "end"),
    [
        ("start_elevation", "end_elevation"),
        ("opening_price", "closing_price"),
        ("start_number", "end_number"),
        ("price_from", "price_to"),
    ],
)
def test_numbers_with_the_name_of_another_measure_are_no_years(start: str, end: str) -> None:
    assert not propose_interval([{start: 1200, end: 1800}])


@pytest.mark.parametrize(
    ("start", "end"),
    [
        ("start_year", "end_year"),
        ("since", "until"),
        ("construction_start", "construction_end"),
        ("year_of_birth", "year_of_death"),
        ("opened_in", "closed_in"),
    ],
)
def test_numbers_with_the_name_of_a_time_are_years(start: str, end: str) -> None:
    assert propose_interval([{start: 1200, end: 1800}])["duration"]["unit"] == "year"


def test_a_duration_is_said_by_what_goes_on_and_not_by_what_is_done() -> None:
    row = {"начало_строительства": 1950, "завершение_строительства": 1957}
    entry = propose_interval([row])["duration"]
    assert entry["label"] == {"en": "duration in years", "ru": "продолжительность в годах"}
    words = entry["words"]
    assert {"строительство", "строить"} <= {*words}
    assert not {"построить", "построен", "build", "built"} & {*words}


def test_durations_are_computed_when_a_workspace_opens() -> None:
    workspace = proposed_workspace("voyages")
    assert workspace.nodes["ship:halcyon"].properties["duration"] == 2972
    assert "duration" not in workspace.nodes["ship:merlin"].properties
    served = {edge.id: edge.properties.get("duration") for edge in workspace.edges}
    assert served["sailor:hale|SAILED_ON|ship:ibis"] == 14


def test_how_long_asks_for_a_duration_of_a_node_or_of_an_edge() -> None:
    composer = composer_for("voyages")
    of_node = composer.compose("How long did the Halcyon last?").query.answer
    assert isinstance(of_node, ValueAnswer)
    assert of_node.property == "duration"
    of_edge = composer.compose("How long did Amos Hale sail on the Ibis?").query.answer
    assert isinstance(of_edge, EdgesAnswer)
    assert of_edge.property == "duration"


def test_a_node_of_a_type_without_a_description_stays_as_it_is() -> None:
    spec = proposed_workspace("voyages").spec
    node = Node(id="port:leith", type="port_of_call", name="Leith", properties={"opened": 1806})
    edge = Edge(source="port:leith", type="NEAR", target="port:leith", properties={"since": 1806})
    nodes, edges = with_intervals({node.id: node}, [edge], spec)
    assert nodes[node.id] == node
    assert [*edges] == [edge]
