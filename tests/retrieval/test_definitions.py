"""A passage that defines the term whose meaning is asked for."""

from pathlib import Path

import pytest

from tests.support.memory_library import retriever_over
from workbench.retrieval.definitions import defined_terms
from workbench.workspace.schema import RetrievalSpec

RIG = {
    "glossary.md": (
        "# Glossary\n\n* **Gaff**: a spar along the head of a sail\n"
        "* **Parrel**: a collar that holds a yard to the mast\n* **Tack**: a corner of a sail\n"
    ),
    "log.md": "# Log\n\nThe parrel was greased. Another parrel lies in the store.\n",
    "store.md": "# Store\n\nOne parrel of oak, one parrel of ash.\n",
    "bill.md": "# Bill\n\nPaid for a parrel: 40 crowns.\n",
}


async def test_the_entry_of_a_glossary_is_among_the_passages(tmp_path: Path) -> None:
    retriever = retriever_over(tmp_path, RIG, spec=RetrievalSpec(top_k=2))

    found = await retriever.search("What is a parrel?")

    assert "glossary.md" in [one.span.document_id for one in found if one.span]


LICENCE = {
    "definitions.md": (
        "# Definitions\n\nTo modify a work means to change it. A covered work means either the"
        " program or a work based on the program, whoever made it and for whatever purpose.\n"
    ),
    **{
        f"section-{number}.md": (
            f"# Section {number}\n\nA covered work is conveyed with its source. Of each covered"
            f" work, a covered work of the covered work included, copy {number} is kept.\n"
        )
        for number in range(40)
    },
}


async def test_the_definition_of_a_term_is_found_below_many_passages_with_it(
    tmp_path: Path,
) -> None:
    retriever = retriever_over(tmp_path, LICENCE, spec=RetrievalSpec(top_k=2))

    found = await retriever.search("What is a covered work?")

    assert "definitions.md" in [one.span.document_id for one in found if one.span]


@pytest.mark.parametrize(
    ("question", "terms"),
    [
        ("What is a parrel?", ["parrel"]),
        ("Что такое ракс?", ["ракс"]),
        ("How does a parrel differ from a gaff?", ["parrel", "gaff"]),
        ("When was the parrel greased?", []),
        ("What is the price of the parrel in the store?", []),
    ],
)
def test_only_a_question_for_a_meaning_asks_for_a_definition(
    question: str, terms: list[str]
) -> None:
    assert [term.text for term in defined_terms(question)] == terms
