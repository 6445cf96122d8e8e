"""The fields that open a document are found by a question about one of them."""

from pathlib import Path

import pytest

from tests.support.memory_library import retriever_over
from workbench.retrieval.search import Retriever
from workbench.workspace.schema import RetrievalSpec

LANTERN = "Name: lantern\nVersion: 4.2\nAuthor: Ada Finch\nLicense: MIT\n\n" + "\n\n".join(
    f"# Part {n}\n\nThe lantern of part {n} was wrote about here." for n in range(4)
)


@pytest.fixture
def retriever(tmp_path: Path) -> Retriever:
    files = {"lantern/METADATA": LANTERN, "wick.md": "# Wick\n\nWho wrote the lantern song?\n"}
    return retriever_over(tmp_path, files, spec=RetrievalSpec(top_k=2))


async def openings(retriever: Retriever, question: str) -> list[str]:
    found = await retriever.search(question)
    return [one.text for one in found if [hit.channel for hit in one.found_by] == ["fields"]]


@pytest.mark.parametrize("question", ["Who wrote lantern?", "Who is the author of lantern?"])
async def test_fields_with_a_word_or_a_relation_of_the_question_are_added(
    retriever: Retriever, question: str
) -> None:
    found = await retriever.search(question)
    assert any("Author: Ada Finch" in one.text for one in found)


@pytest.mark.parametrize(
    "question", ["Where is part 3 of lantern?", "Who wrote the song of the wick?"]
)
async def test_other_questions_and_documents_get_none(retriever: Retriever, question: str) -> None:
    assert await openings(retriever, question) == []


async def test_the_second_passage_of_a_long_form_is_added_too(tmp_path: Path) -> None:
    keys = "\n".join(f"Key-{n}: value of {n}" for n in range(80))
    form = f"Name: lantern\n{keys}\nVersion: 4.2\nAuthor: Ada Finch\nLicense: MIT\n\nIt glows.\n"
    retriever = retriever_over(tmp_path, {"lantern/METADATA": form}, spec=RetrievalSpec(top_k=1))

    found = await retriever.search("Who wrote lantern?")

    assert any("Author: Ada Finch" in one.text for one in found)
