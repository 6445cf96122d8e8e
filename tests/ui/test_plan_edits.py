"""Edits of a plan's filters keep values that a workspace accepts and the graph compares."""

from copy import deepcopy
from typing import Any

import pytest

from tests.planner.test_validate import with_args
from tests.support.example_plan import PLAN
from tests.support.workspaces import STUDIO, STUDIO_NODES, workspace_of
from workbench.domain.graph import Node
from workbench.domain.plan import Filters, GraphArgs, QueryPlan
from workbench.planner.validate import validate_plan
from workbench.retrieval.graph_paths import node_matches
from workbench.ui.plan_edits import filters_of, pairs_of, with_intent
from workbench.workspace import Workspace
from workbench.workspace.plan_names import slot_values


def studio_with(value: Any) -> tuple[Workspace, Node]:
    """The studio whose materials have this group, and one of them."""
    spec = deepcopy(STUDIO)
    del spec["slots"]["group"]["values"]
    nodes = tuple(
        node.model_copy(update={"properties": {"group": value}})
        if node.type == "material"
        else node
        for node in STUDIO_NODES
    )
    return workspace_of(spec, nodes), next(node for node in nodes if node.type == "material")


@pytest.mark.parametrize(
    ("filters", "pairs"),
    [
        ({"year": 2020.0}, [("year", "2020")]),
        ({"remote": True}, [("remote", "true")]),
        (
            {"group": ["glaze", "clay"], "share": 0.5},
            [("group", "glaze"), ("group", "clay"), ("share", "0.5")],
        ),
    ],
)
def test_values_are_texts_whatever_their_type(
    filters: Filters, pairs: list[tuple[str, str]]
) -> None:
    assert pairs_of(filters) == pairs


def test_a_second_year_joins_the_first() -> None:
    assert filters_of([*pairs_of({"year": 2020.0}), ("year", "2021")]) == {"year": ["2020", "2021"]}


@pytest.mark.parametrize("value", [2020, 2020.5, True, False, "glaze", ["glaze", "clay"]])
def test_what_the_form_offers_is_accepted_and_found(value: Any) -> None:
    workspace, material = studio_with(value)
    offered, _ = slot_values("group", workspace)
    assert offered
    for one in offered:
        filters = filters_of([("group", one)])
        assert validate_plan(with_args(filters=filters), workspace)[0] is not None
        assert node_matches(material, {"group": "$group"}, filters)


@pytest.mark.parametrize("value", [2020, 2020.5, True, False])
def test_a_value_of_json_is_shown_as_the_one_that_the_form_offers(value: Any) -> None:
    workspace, _ = studio_with(value)
    plan, problems = validate_plan(with_args(filters={"group": value}), workspace)
    assert plan is not None and not problems
    args = plan.tool_calls[0].args
    assert isinstance(args, GraphArgs)
    assert {one for _, one in pairs_of(args.filters)} == set(slot_values("group", workspace)[0])


def test_the_intents_of_a_plan_follow_those_of_its_calls() -> None:
    plan = QueryPlan.model_validate(PLAN)
    (call,) = plan.tool_calls
    one = plan.model_copy(update={"intents": (*plan.intents, "WHY")})
    assert with_intent(one, 0, "LIST").intents == ("LIST", "WHY")
    assert with_intent(one, 0, "WHY").intents == ("WHY",)

    two = one.model_copy(update={"tool_calls": (call, call)})
    assert with_intent(two, 1, "LIST").intents == (*plan.intents, "WHY", "LIST")
