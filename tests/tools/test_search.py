"""The search tool turns slots into filters, counts what was asked, and says what is missing."""

from pathlib import Path
from typing import Any

import pytest

from tests.contracts.tool import ToolContract
from tests.support.memory_library import retriever_over
from tests.support.museum_workspace import spec, write_museum
from workbench.domain.evidence import Evidence
from workbench.domain.plan import Filters, Limits, SearchArgs
from workbench.errors import InputError
from workbench.tools.protocol import CallContext, ToolOutcome
from workbench.tools.registry import TOOL_SPECS
from workbench.tools.search import SearchTool
from workbench.workspace import open_workspace
from workbench.workspace.schema import RetrievalSpec

METADATA: dict[str, Any] = {
    "document_type": {"label": "Type", "values": ["guide", "news"]},
    "place": {"label": "Hall", "node_type": "hall"},
}


def page(hall: str, kind: str, body: str) -> str:
    return f"---\ntitle: Guide\ndocument_type: {kind}\nplace: hall:{hall}\n---\n{body}\n"


TEXTS = {
    "north.md": page("north", "guide", "The lighting of the paintings was renewed: soft lamps."),
    "south.md": page("south", "guide", "The floor of this room is made of oak."),
    "news.md": page("south", "news", "The lighting of the garden will be renewed in spring."),
}


def new_tool(folder: Path) -> SearchTool:
    described = spec() | {"documents": {"metadata": METADATA}}
    museum = open_workspace(write_museum(folder, described), TOOL_SPECS)
    strict = RetrievalSpec(relevance_floor=0.1)
    return SearchTool(museum, retriever_over(folder, TEXTS, spec=strict))


@pytest.fixture
def tool(tmp_path: Path) -> SearchTool:
    return new_tool(tmp_path)


async def search(
    tool: SearchTool, query: str, filters: Filters | None = None, **options: Any
) -> ToolOutcome:
    language = options.pop("language", "en")
    context = CallContext(language=language, call=3, limits=Limits())
    return await tool.run(SearchArgs(query=query, filters=filters or {}, **options), context)


def documents(items: tuple[Evidence, ...]) -> list[str]:
    return [item.span.document_id for item in items if item.span]


async def test_passages_carry_their_call_and_a_section_says_how_to_show_them(
    tool: SearchTool,
) -> None:
    outcome = await search(tool, "lighting of the paintings")

    assert documents(outcome.items)[0] == "north.md"
    assert {item.call for item in outcome.items} == {3}
    assert outcome.section is not None
    assert outcome.section.render_style == "SHORT"
    assert outcome.section.limit_kind == "descriptions"
    assert outcome.section.heading == ""
    assert outcome.section.total == len(outcome.items)
    assert (outcome.requested, outcome.answered, outcome.gaps) == (1, 1, ())


async def test_a_slot_of_entities_filters_the_field_of_its_node_type(tool: SearchTool) -> None:
    outcome = await search(tool, "lighting", {"hall": "hall:south"})
    assert documents(outcome.items) == ["news.md"]


async def test_a_metadata_field_and_document_types_filter_under_their_own_names(
    tool: SearchTool,
) -> None:
    by_field = await search(tool, "lighting", {"place": "hall:north"})
    by_type = await search(tool, "lighting", doc_types=("news",))
    assert documents(by_field.items) == ["north.md"]
    assert documents(by_type.items) == ["news.md"]


async def test_a_slot_that_no_document_is_filed_under_joins_the_query(tool: SearchTool) -> None:
    outcome = await search(tool, "lighting", {"style": "cubism"})
    assert outcome.items == ()
    assert [gap.reason for gap in outcome.gaps] == ["low_relevance"]


async def test_a_name_that_is_neither_slot_nor_field_is_refused(tool: SearchTool) -> None:
    with pytest.raises(InputError, match=r"filters\.plaec.*place"):
        await search(tool, "lighting", {"plaec": "hall:north"})


async def test_each_compared_value_counts_and_one_without_passages_is_a_gap(
    tool: SearchTool,
) -> None:
    outcome = await search(tool, "oak floor", {"hall": ["hall:south", "hall:north"]})

    assert (outcome.requested, outcome.answered) == (2, 1)
    (gap,) = outcome.gaps
    assert gap.entity_id == "hall:north"
    assert (gap.call, gap.relation, gap.reason) == (3, "passages", "filtered")
    assert "North hall" in gap.message


async def test_nothing_near_enough_is_told_apart_from_filtered_away(tool: SearchTool) -> None:
    unrelated = await search(tool, "opening hours of the bakery")
    hidden = await search(tool, "oak floor", {"hall": "hall:north"})
    no_such_type = await search(tool, "oak floor", doc_types=("menu",))

    assert [gap.reason for gap in unrelated.gaps] == ["low_relevance"]
    assert unrelated.gaps[0].entity_id is None
    assert [gap.reason for gap in hidden.gaps] == ["filtered"]
    assert hidden.gaps[0].entity_id == "hall:north"
    assert [gap.reason for gap in no_such_type.gaps] == ["filtered"]
    assert unrelated.answered == hidden.answered == 0


async def test_a_gap_speaks_the_readers_language(tool: SearchTool) -> None:
    outcome = await search(tool, "oak floor", {"hall": "hall:north"}, language="ru")
    assert "Северный зал" in outcome.gaps[0].message


async def test_top_k_reaches_the_search(tool: SearchTool) -> None:
    assert len((await search(tool, "lighting renewed", top_k=1)).items) == 1


class TestSearchTool(ToolContract):
    kind = "search"
    answered = SearchArgs(query="lighting of the paintings")
    unanswered = (
        SearchArgs(query="opening hours of the bakery"),
        SearchArgs(query="oak floor", filters={"hall": "hall:north"}),
        SearchArgs(query="oak floor", filters={"hall": "hall:nowhere"}),
        SearchArgs(query="oak floor", doc_types=("menu",)),
    )
    unknown = SearchArgs(query="oak floor", filters={"colour": "red"})

    @pytest.fixture
    def tool(self, tmp_path: Path) -> SearchTool:
        return new_tool(tmp_path)
