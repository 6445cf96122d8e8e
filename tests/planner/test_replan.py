"""Calls that a model adds in the place of those that found nothing."""

from typing import Any

import pytest

from workbench.domain.evidence import Gap
from workbench.domain.plan import QueryPlan, ToolCall
from workbench.planner.replan import without_replaced


def query(*sets: dict[str, Any]) -> dict[str, Any]:
    args = {"query": {"sets": sets, "answer": {"op": "list", "of": "b"}}}
    return {"tool": "graph_query_tool", "args": args}


def of(start: dict[str, Any], edge: str = "LIVES_IN") -> dict[str, Any]:
    return query({"id": "a", **start}, {"id": "b", "op": "follow", "of": "a", "edge": edge})


def named(*ids: str) -> dict[str, Any]:
    return {"op": "nodes", "ids": list(ids)}


def left(failed: dict[str, Any], new: dict[str, Any]) -> int:
    """How many of the failed calls stay beside the new one."""
    plan = QueryPlan.model_validate(
        {"intents": ["GRAPH_QUERY"], "tool_calls": [failed], "confidence": 0.9}
    )
    gap = Gap(call=0, entity_id=None, relation="GRAPH_QUERY", reason="absent", message="None.")
    return len(without_replaced(plan, [gap], [ToolCall.model_validate(new)]))


@pytest.mark.parametrize(
    ("failed", "new"),
    [
        (of(named("master:orlov")), of(named("master:orlov"), "KNOWS")),
        (of({"op": "all", "type": "master"}), of({"op": "all", "type": "master"}, "KNOWS")),
    ],
)
def test_a_query_about_the_same_things_fills_a_gap(
    failed: dict[str, Any], new: dict[str, Any]
) -> None:
    assert left(failed, new) == 0


@pytest.mark.parametrize(
    ("failed", "new"),
    [
        (of(named("master:orlov")), of(named("master:petrova"))),
        (of({"op": "all", "type": "master"}), of({"op": "all", "type": "town"})),
        (of(named("master:orlov")), of({"op": "all", "type": "town"})),
    ],
)
def test_a_query_about_other_things_leaves_the_gap(
    failed: dict[str, Any], new: dict[str, Any]
) -> None:
    assert left(failed, new) == 1
