"""Queries for relations at a time: their facts, their problems, their words, their schema."""

from typing import Any

import jsonschema
import pytest

from tests.planner.composer.test_orders import facts_of
from tests.support import crafts
from tests.support.graph_folders import proposed_workspace
from workbench.domain.graph_query import GraphQuery
from workbench.domain.plan import GRAPH_QUERY, QueryPlan
from workbench.planner.graph_prompt import graph_lines
from workbench.planner.plan_schema import plan_schema
from workbench.planner.validate import validate_plan
from workbench.tools.graph_query import WorkspaceNames
from workbench.tools.query_text import QueryText
from workbench.workspace import Workspace

WORKSPACE = proposed_workspace("ferries")
FERRIES = {"id": "a", "op": "all", "type": "ferry"}
CAPTAINS = {"id": "b", "op": "follow", "of": "a", "edge": "COMMANDS", "direction": "in"}
MANNED = {"id": "b", "op": "has", "of": "a", "edge": "COMMANDS", "direction": "in"}


def query_of(step: dict[str, Any], **time: Any) -> GraphQuery:
    sets = [FERRIES, {**step, **time}]
    return GraphQuery.model_validate({"sets": sets, "answer": {"op": "list", "of": "b"}})


def plan_of(query: GraphQuery) -> dict[str, Any]:
    call = {"tool": "graph_query_tool", "args": {"query": query.model_dump(mode="json")}}
    return {"intents": [GRAPH_QUERY], "tool_calls": [call], "confidence": 1.0}


def problems(query: GraphQuery, workspace: Workspace = WORKSPACE) -> list[tuple[str, str]]:
    """The paths and codes of what is wrong with a plan of the query."""
    _, found = validate_plan(plan_of(query), workspace)
    return [(one.path.rpartition("sets")[2], one.code) for one in found]


@pytest.mark.parametrize(
    ("step", "time", "told"),
    [
        (CAPTAINS, {"at": 2004}, "Vera Alm (2003 – 2011)"),
        (CAPTAINS, {"at": "2012-01", "until": 2020}, "Nils Roe (2006 – 2024)"),
        (MANNED, {"at": 2004}, "Gull (2003 – 2011)"),
        ({**MANNED, "op": "lacks"}, {"at": 2004}, "Tern"),
    ],
)
def test_only_edges_that_lasted_then_count(step: Any, time: Any, told: str) -> None:
    facts = facts_of("ferries", query_of(step, **time))
    assert [told in fact for fact in facts] == [True]


def test_without_a_time_all_edges_count() -> None:
    assert facts_of("ferries", query_of(CAPTAINS))[1:] == ["Nils Roe", "Vera Alm"]


@pytest.mark.parametrize(
    ("time", "problem"),
    [
        ({"at": "next spring"}, ("[1].at", "unknown_time")),
        ({"at": 2005, "until": "2005-31"}, ("[1].until", "unknown_time")),
        ({"until": 2005}, ("[1].until", "until_without_at")),
        ({"at": 2005, "until": 2003}, ("[1].until", "ends_before_beginning")),
    ],
)
def test_a_wrong_time_is_a_problem_of_its_field(time: Any, problem: Any) -> None:
    assert problem in problems(query_of(CAPTAINS, **time))


def test_a_right_time_is_no_problem() -> None:
    assert not problems(query_of(CAPTAINS, at=2003, until="2005-06-30"))


def test_edges_that_do_not_last_have_no_time() -> None:
    workspace = crafts.workspace()
    sets = [
        {"id": "a", "op": "all", "type": "town"},
        {"id": "b", "op": "follow", "of": "a", "edge": "LIVES_IN", "direction": "in", "at": 2005},
    ]
    query = GraphQuery.model_validate({"sets": sets, "answer": {"op": "list", "of": "b"}})
    assert problems(query, workspace) == [("[1].at", "edge_without_time")]


def test_the_schema_of_plans_accepts_a_time() -> None:
    plan = plan_of(query_of(CAPTAINS, at=2003, until="2007-02"))
    jsonschema.validate(plan, plan_schema(WORKSPACE))
    assert QueryPlan.model_validate(plan).tool_calls


@pytest.mark.parametrize(
    ("language", "told"), [("en", "lasting at 2003 – 2007"), ("ru", "в это время: 2003 – 2007")]
)
def test_a_step_tells_its_time(language: Any, told: str) -> None:
    names = WorkspaceNames(WORKSPACE, language)
    assert told in QueryText(query_of(CAPTAINS, at=2003, until=2007), names).steps()[1]


def test_the_prompt_says_which_edges_last() -> None:
    line = next(line for line in graph_lines(WORKSPACE, "en") if "-COMMANDS->" in line)
    assert "lasts from its start to its end" in line
