"""Queries to a graph with dates: they are ordered and grouped by, and told as they are written."""

import copy
import dataclasses
from typing import Any

import pytest

from tests.support import crafts
from workbench.domain.graph import Edge
from workbench.domain.graph_query import GraphQuery
from workbench.domain.plan import GRAPH_QUERY, GraphQueryArgs, Limits
from workbench.planner.validate import validate_plan
from workbench.retrieval.graph_store import DictGraphStore
from workbench.tools.graph import GraphTool
from workbench.tools.protocol import CallContext
from workbench.workspace import Workspace

MASTERS = {"id": "a", "op": "all", "type": "master"}
PETROVA = {"id": "a", "op": "nodes", "ids": ["master:petrova"]}
KNOWN = {"id": "b", "op": "follow", "of": "a", "edge": "KNOWS"}
OPENED = ("1990-05-07", "1990-11-20", "1984-03-01", "2001-01-15")


@pytest.fixture(scope="module")
def workspace() -> Workspace:
    """Masters have the day their workshop opened, those who know each other that they met."""
    spec = copy.deepcopy(crafts.SPEC)
    spec["node_types"]["master"]["properties"]["opened"] = {"label": "opened", "unit": "CET"}
    spec["edge_types"]["KNOWS"]["properties"] = {"met": {"label": "date"}}
    nodes, days = crafts.nodes(), dict(zip(crafts.MASTERS, OPENED, strict=True))
    for slug, day in days.items():
        node = nodes[f"master:{slug}"]
        nodes[node.id] = node.model_copy(update={"properties": {**node.properties, "opened": day}})
    edges = tuple(
        edge.model_copy(update={"properties": {"met": _day_of_meeting(edge)}})
        if edge.type == "KNOWS"
        else edge
        for edge in crafts.edges()
    )
    return dataclasses.replace(crafts.workspace(spec), nodes=nodes, edges=edges)


def _day_of_meeting(edge: Edge) -> str:
    return "2024-04-05" if "master:orlov" in (edge.source, edge.target) else "2024-03-05"


async def told(workspace: Workspace, sets: list[Any], answer: dict[str, Any]) -> list[str]:
    query = GraphQuery.model_validate({"sets": sets, "answer": answer})
    tool = GraphTool(workspace, DictGraphStore(workspace.nodes, workspace.edges))
    context = CallContext(language="en", call=0, limits=Limits())
    return [item.text for item in (await tool.run(GraphQueryArgs(query=query), context)).items]


@pytest.mark.parametrize(
    ("op", "text"),
    [
        ("min", "Masters: lowest opened 1984-03-01 CET (4 masters): Sidorov"),
        ("max", "Masters: highest opened 2001-01-15 CET (4 masters): Gromov"),
    ],
)
async def test_the_first_and_the_last_date_are_told_as_written(
    workspace: Workspace, op: str, text: str
) -> None:
    assert await told(workspace, [MASTERS], {"op": op, "of": "a", "property": "opened"}) == [text]


async def test_the_date_of_an_edge_that_decides_is_told_as_written(workspace: Workspace) -> None:
    last = {"id": "c", "op": "top", "of": "b", "by": {"property": "met"}}
    facts = await told(workspace, [PETROVA, KNOWN, last], {"op": "list", "of": "c"})
    assert len(facts) == 1
    assert facts[0].endswith("Orlov — date: 2024-04-05")


async def test_groups_by_year_are_of_the_date_alone(workspace: Workspace) -> None:
    by = {"property": "opened", "part": "year"}
    facts = await told(workspace, [MASTERS], {"op": "count", "of": "a", "group_by": by})
    assert [fact.partition(":")[0] for fact in facts] == ["1984", "1990", "2001"]


async def test_a_node_that_leads_to_none_of_a_set_is_not_first(workspace: Workspace) -> None:
    weaving = {"id": "b", "op": "nodes", "ids": ["craft:weaving"]}
    most = {"id": "c", "op": "top", "of": "a", "with": "b", "by": {"edge": "PRACTISES"}}
    sets = [{"id": "a", "op": "nodes", "ids": ["master:orlov", "master:gromov"]}, weaving, most]
    assert await told(workspace, sets, {"op": "list", "of": "c"}) == []


@pytest.mark.parametrize(
    ("answer", "code"),
    [
        ({"op": "sum", "of": "a", "property": "opened"}, "total_of_dates"),
        ({"op": "avg", "of": "a", "property": "opened"}, "total_of_dates"),
        ({"op": "min", "of": "a", "property": "opened"}, None),
        ({"op": "sum", "of": "a", "property": "born"}, None),
        (
            {"op": "count", "of": "a", "group_by": {"property": "born", "part": "year"}},
            "part_of_no_date",
        ),
        (
            {"op": "count", "of": "a", "group_by": {"edge": "KNOWS", "part": "year"}},
            "part_of_no_date",
        ),
        (
            {"op": "same", "of": "a", "by": {"property": "opened", "part": "year"}},
            "part_of_no_date",
        ),
        ({"op": "count", "of": "a", "group_by": {"property": "opened", "part": "year"}}, None),
    ],
)
def test_what_is_asked_of_a_property_fits_its_values(
    workspace: Workspace, answer: dict[str, Any], code: str | None
) -> None:
    call = {"tool": "graph_query_tool", "args": {"query": {"sets": [MASTERS], "answer": answer}}}
    raw = {"intents": [GRAPH_QUERY], "tool_calls": [call], "confidence": 1.0}
    _, problems = validate_plan(raw, workspace)
    assert [one.code for one in problems] == ([code] if code else [])
