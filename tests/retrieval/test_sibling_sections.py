"""A list that is told in sections is found whole."""

from pathlib import Path

import pytest

from tests.support.memory_library import retriever_over
from workbench.retrieval.search import Retriever
from workbench.workspace.schema import RetrievalSpec

HUTS = {
    "huts.md": (
        "# Mountain huts\n\n## Kinds of bunk\n\nThe huts have four kinds of bunk.\n\n"
        "### Dormitory\n\nTwelve sleep in a dormitory bunk.\n\n"
        "### Family\n\nA family bunk is booked whole.\n\n"
        "### Winter\n\nOpen without a warden; bring wood.\n\n"
        "### Emergency\n\nFree of charge for one night in a storm.\n\n"
        "## Meals\n\nSoup is served from noon to eight in the evening.\n"
    ),
    "paths.md": "# Paths\n\n## Signs\n\nA red sign marks the path to a bunk.\n",
}


@pytest.fixture
def retriever(tmp_path: Path) -> Retriever:
    return retriever_over(tmp_path, HUTS, spec=RetrievalSpec(top_k=3))


async def headings(retriever: Retriever, question: str) -> list[str]:
    found = await retriever.search(question)
    return [one.span.heading_path[-1] for one in found if one.span]


async def test_the_sections_that_were_not_found_are_added(retriever: Retriever) -> None:
    found = await headings(retriever, "What kinds of bunk are there?")

    assert {"Dormitory", "Family", "Winter", "Emergency"} <= set(found)
    assert "Meals" not in found


async def test_an_added_passage_says_that_it_was_not_searched_for(retriever: Retriever) -> None:
    found = await retriever.search("What kinds of bunk are there?")

    added = [one for one in found if [hit.channel for hit in one.found_by] == ["sections"]]
    assert added
    assert all(one.span and one.span.heading_path[-2] == "Kinds of bunk" for one in added)


@pytest.mark.parametrize(
    "question",
    ["Is a family bunk booked whole?", "Which red signs are there?"],
)
async def test_other_questions_get_what_was_found(retriever: Retriever, question: str) -> None:
    assert len(await headings(retriever, question)) <= 3
