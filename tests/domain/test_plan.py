"""The example QueryPlan of docs/formulas.md goes in and comes out unchanged."""

import json

import pytest
from pydantic import ValidationError

from tests.support.example_plan import PLAN
from workbench.domain.plan import GraphArgs, QueryPlan, SearchArgs, ToolCall


def test_the_example_of_the_seed_round_trips() -> None:
    plan = QueryPlan.model_validate_json(json.dumps(PLAN))

    assert plan.model_dump(mode="json", exclude_unset=True) == PLAN
    assert QueryPlan.model_validate_json(plan.model_dump_json()) == plan


def test_arguments_are_typed_by_their_kind() -> None:
    graph = ToolCall.model_validate({"tool": "g", "args": {"intent": "X"}})
    search = ToolCall.model_validate({"tool": "s", "args": {"query": "words", "top_k": 3}})

    assert isinstance(graph.args, GraphArgs) and graph.kind == "graph"
    assert isinstance(search.args, SearchArgs) and search.kind == "search"


@pytest.mark.parametrize(
    "args",
    [
        {"intent": "X", "top_k": 3},
        {"query": "words", "entity_id": "a:b"},
        {"query": "", "top_k": 0},
    ],
)
def test_arguments_of_the_other_kind_are_refused(args: dict[str, object]) -> None:
    with pytest.raises(ValidationError):
        ToolCall.model_validate({"tool": "t", "args": args})


def test_a_plan_cannot_be_changed() -> None:
    plan = QueryPlan.model_validate(PLAN)

    with pytest.raises(ValidationError):
        plan.confidence = 1.0  # type: ignore[misc]
