"""What a gap's call asked the graph for, as the register tells it."""

from datetime import UTC, datetime
from typing import Any

import pytest

from workbench.domain.evidence import ExecutedCall, Gap
from workbench.domain.graph_gaps import GraphGap, MissingFact, RunWithGaps, gap_register
from workbench.domain.graph_query import GraphQuery
from workbench.domain.plan import GraphArgs, GraphQueryArgs, SearchArgs, ToolArgs

A, B = {"id": "a", "op": "nodes", "ids": ["x:a"]}, {"id": "b", "op": "nodes", "ids": ["y:b"]}
FOLLOW = {"id": "c", "op": "follow", "of": "a", "edge": "E"}


def lines(args: ToolArgs, **gap: Any) -> tuple[GraphGap, ...]:
    """The register of one run with one gap."""
    known = {"call": 0, "entity_id": None, "relation": "R", "reason": "absent", "message": "none"}
    run = RunWithGaps(
        run_id="r1",
        question="?",
        created_at=datetime(2026, 3, 1, tzinfo=UTC),
        gaps=(Gap(**(known | gap)),),
        tool_calls=(ExecutedCall(tool="t", args=args, status="empty"),),
    )
    return gap_register([run])


def query(answer: dict[str, Any] | None, *sets: Any, **more: Any) -> GraphQueryArgs:
    """The arguments of a query to the graph."""
    raw = {"sets": sets, "answer": answer, **more}
    return GraphQueryArgs(query=GraphQuery.model_validate(raw))


@pytest.mark.parametrize(
    ("args", "missing"),
    [
        (
            query({"op": "edges", "of": "a", "edge": "E", "with": "b"}, A, B),
            MissingFact(subject="x:a", relation="E", object="y:b"),
        ),
        (
            query({"op": "edges", "of": "a", "edge": "E", "direction": "in", "with": "b"}, A, B),
            MissingFact(subject="y:b", relation="E", object="x:a"),
        ),
        (
            query({"op": "value", "of": "a", "property": "depth"}, A),
            MissingFact(subject="x:a", relation="depth"),
        ),
        (
            query({"op": "path", "of": "a", "with": "b", "edge": "E"}, A, B),
            MissingFact(subject="x:a", object="y:b"),
        ),
        (query({"op": "list", "of": "c"}, A, FOLLOW), MissingFact(subject="x:a", relation="E")),
        (
            query({"op": "count", "of": "c"}, A, {**FOLLOW, "direction": "in"}),
            MissingFact(relation="E", object="x:a"),
        ),
        (query(None, unread=["altitude"]), MissingFact(words=("altitude",))),
        (GraphArgs(intent="WORKS", entity_id="x:a"), MissingFact(relation="R")),
    ],
)
def test_what_was_asked_for(args: ToolArgs, missing: MissingFact) -> None:
    (line,) = lines(args)
    assert line.missing == missing


def test_a_condition_that_nothing_meets_is_part_of_the_gap() -> None:
    args = GraphArgs(intent="WORKS", entity_id="x:a", filters={"style": "cubism"})
    (line,) = lines(args, reason="filtered", entity_id="x:a", relation="WORKS")
    assert line.missing == MissingFact(subject="x:a", relation="WORKS", filters={"style": "cubism"})


def test_searches_outages_and_unclear_questions_are_no_gaps_of_the_graph() -> None:
    assert lines(SearchArgs(query="x"), reason="absent") == ()
    assert lines(query(None, unread=["x"], unclear=True), reason="unclear") == ()
    assert lines(GraphArgs(intent="WORKS"), reason="failed") == ()
    assert lines(GraphArgs(intent="WORKS"), call=7) == (), "a record without the call"
