"""The graph tool follows an intent's paths and tells complete, ordered, honest facts."""

from pathlib import Path
from typing import Any

import pytest

from tests.contracts.tool import ToolContract
from tests.support.museum_workspace import write_museum
from workbench.domain.plan import GraphArgs, Limits
from workbench.errors import ToolError
from workbench.retrieval.graph_store import DictGraphStore
from workbench.tools.graph import GraphTool
from workbench.tools.protocol import CallContext, ToolOutcome
from workbench.tools.registry import TOOL_SPECS
from workbench.workspace import open_workspace


@pytest.fixture
def tool(tmp_path: Path) -> GraphTool:
    museum = open_workspace(write_museum(tmp_path), TOOL_SPECS)
    return GraphTool(museum, DictGraphStore(museum.nodes, museum.edges))


async def ask(
    tool: GraphTool, intent: str, entity: str | None = None, **filters: Any
) -> ToolOutcome:
    context = CallContext(language="en", call=0, limits=Limits())
    return await tool.run(GraphArgs(intent=intent, entity_id=entity, filters=filters), context)


def texts(outcome: ToolOutcome) -> list[str | None]:
    return [item.text for item in outcome.items]


async def test_all_facts_are_told_newest_first_and_the_unknown_year_last(tool: GraphTool) -> None:
    outcome = await ask(tool, "WORKS", "painter:orlova")

    assert texts(outcome) == ["Field (1931), tempera", "Bridge (1924), oil", "Sketch"]
    assert outcome.section is not None
    assert outcome.section.heading == "Works by Orlova:"
    assert outcome.answered == outcome.requested == 1


async def test_a_filled_slot_filters_and_an_unfilled_one_does_not(tool: GraphTool) -> None:
    assert texts(await ask(tool, "WORKS", "painter:orlova", style="cubism")) == [
        "Bridge (1924), oil"
    ]
    assert len(texts(await ask(tool, "WORKS", "painter:orlova", style=["cubism", "realism"]))) == 3


async def test_a_filled_slot_makes_an_optional_step_decide(tool: GraphTool) -> None:
    outcome = await ask(tool, "WORKS", "painter:orlova", hall="hall:north")

    assert texts(outcome) == ["Field (1931), tempera", "Bridge (1924), oil"]


async def test_a_relation_that_is_absent_is_told_from_one_filtered_away(tool: GraphTool) -> None:
    absent = await ask(tool, "WORKS", "painter:vasin")
    filtered = await ask(tool, "WORKS", "painter:orlova", hall="hall:south")
    unknown = await ask(tool, "WORKS", "painter:nobody")

    assert [one.gaps[0].reason for one in (absent, filtered, unknown)] == [
        "absent",
        "filtered",
        "unknown_entity",
    ]


async def test_without_an_entity_all_of_the_type_are_taken(tool: GraphTool) -> None:
    outcome = await ask(tool, "WORKS")

    assert len(outcome.items) == 3
    assert outcome.section is not None
    assert outcome.section.heading == ""


async def test_counts_are_of_distinct_nodes_and_zero_is_not_printed(tool: GraphTool) -> None:
    assert texts(await ask(tool, "PAINTERS")) == ["Orlova: 3", "Vasin"]


async def test_a_fact_reached_by_several_paths_keeps_them_all(tool: GraphTool) -> None:
    (fact,) = (await ask(tool, "HALLS_OF", "painter:orlova")).items

    assert fact.text == "North hall"
    assert fact.path is not None
    assert {fact.path.nodes[1], *(path.nodes[1] for path in fact.more_paths)} == {
        "painting:bridge",
        "painting:field",
    }


async def test_the_subgraph_is_exactly_what_was_used(tool: GraphTool) -> None:
    outcome = await ask(tool, "WORKS", "painter:orlova", style="cubism")

    assert {node.id for node in outcome.subgraph.nodes} == {
        "painter:orlova",
        "painting:bridge",
        "hall:north",
    }
    assert [edge.type for edge in outcome.subgraph.edges] == ["PAINTED", "HANGS_IN"]


async def test_facts_carry_cells_for_tables(tool: GraphTool) -> None:
    first = (await ask(tool, "WORKS", "painter:orlova")).items[0]

    assert [(cell.label, cell.value) for cell in first.cells] == [
        ("Painting", "Field"),
        ("Year", "1931"),
    ]


async def test_ids_and_paths_do_not_depend_on_the_language(tool: GraphTool) -> None:
    args = GraphArgs(intent="WORKS", entity_id="painter:orlova")
    english = await tool.run(args, CallContext(language="en", call=0, limits=Limits()))
    russian = await tool.run(args, CallContext(language="ru", call=0, limits=Limits()))

    assert [item.id for item in english.items] == [item.id for item in russian.items]
    assert english.items[0].text != russian.items[0].text


async def test_an_intent_without_a_path_is_refused(tool: GraphTool) -> None:
    with pytest.raises(ToolError):
        await ask(tool, "GENERAL_UNSTRUCTURED")


class TestGraphTool(ToolContract):
    kind = "graph"
    answered = GraphArgs(intent="WORKS", entity_id="painter:orlova")
    unanswered = (
        GraphArgs(intent="WORKS", entity_id="painter:nobody"),
        GraphArgs(intent="WORKS", entity_id="painting:bridge"),
        GraphArgs(intent="WORKS", entity_id="painter:vasin"),
        GraphArgs(intent="WORKS", entity_id="painter:orlova", filters={"hall": "hall:south"}),
        GraphArgs(intent="WORKS", entity_id="painter:orlova", filters={"style": "baroque"}),
        GraphArgs(intent="WORKS", filters={"hall": ["hall:south", "hall:nowhere"]}),
    )
    unknown = GraphArgs(intent="WORKS", entity_id="painter:orlova", filters={"colour": "red"})

    @pytest.fixture
    def tool(self, tmp_path: Path) -> GraphTool:
        museum = open_workspace(write_museum(tmp_path), TOOL_SPECS)
        return GraphTool(museum, DictGraphStore(museum.nodes, museum.edges))
