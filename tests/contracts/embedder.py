"""Contract tests for Embedders; a subclass provides the embedder."""

import asyncio
from abc import ABC, abstractmethod
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest

from workbench.retrieval.embedders import PROBES, Embedder, embed_documents, embed_query

TEXTS = (
    "The windscreen excess is $100.",
    "Baggage is covered at sea.",
    "Экспертиза занимает десять дней.",
    "",
)


class EmbedderContract(ABC):
    """The tests. ``an_embedder`` returns a new, working embedder."""

    @abstractmethod
    def an_embedder(self) -> Embedder:
        """Return a new embedder."""

    def test_it_has_a_name_and_a_batch_size(self) -> None:
        embedder = self.an_embedder()
        assert embedder.name
        assert embedder.batch_size > PROBES
        assert isinstance(embedder.semantic, bool)

    async def test_one_row_for_each_text_in_order(self) -> None:
        embedder = self.an_embedder()
        together = await embedder.embed(TEXTS, "document")
        assert together.shape[0] == len(TEXTS)
        for row, text in zip(together, TEXTS, strict=True):
            assert np.allclose(row, (await embedder.embed([text], "document"))[0], atol=1e-6)

    async def test_no_row_is_a_zero_vector(self) -> None:
        """Also for a text without words: the vector store refuses zero vectors."""
        rows = await embed_documents(self.an_embedder(), TEXTS)
        assert np.linalg.norm(rows, axis=1) == pytest.approx([1.0] * len(TEXTS))

    async def test_questions_and_documents_have_vectors_of_one_size(self) -> None:
        embedder = self.an_embedder()
        documents = await embed_documents(embedder, TEXTS)
        question = await embed_query(embedder, TEXTS[0])
        assert documents.shape[1] == question.shape[1]

    async def test_a_question_is_nearest_to_the_text_with_its_meaning(self) -> None:
        embedder = self.an_embedder()
        question = await embed_query(embedder, "baggage at sea")
        near = await embed_documents(embedder, TEXTS) @ question[0]
        assert int(near.argmax()) == 1

    async def test_the_same_question_has_the_same_vector(self) -> None:
        embedder = self.an_embedder()
        first, second = [await embed_query(embedder, TEXTS[0]) for _ in range(2)]
        assert np.array_equal(first, second)

    async def test_more_texts_than_a_batch_takes(self) -> None:
        embedder = self.an_embedder()
        many = [f"Clause {number} of the policy." for number in range(embedder.batch_size + 3)]
        rows = await embedder.embed(many, "document")
        assert rows.shape[0] == len(many)
        assert np.allclose(rows[-1], (await embedder.embed([many[-1]], "document"))[0], atol=1e-6)

    async def test_no_texts_give_no_rows(self) -> None:
        assert len(await embed_documents(self.an_embedder(), [])) == 0

    async def test_it_serves_many_callers_of_one_event_loop(self) -> None:
        embedder = self.an_embedder()
        rows = await asyncio.gather(*(embedder.embed(TEXTS, "document") for _ in range(16)))
        assert all(np.array_equal(row, rows[0]) for row in rows)

    def test_it_serves_event_loops_of_several_threads_and_one_after_another(self) -> None:
        embedder = self.an_embedder()
        with ThreadPoolExecutor(8) as pool:
            rows = list(pool.map(lambda _: asyncio.run(embedder.embed(TEXTS, "query")), range(16)))
        assert all(np.array_equal(row, rows[0]) for row in rows)

    async def test_the_event_loop_runs_on_while_it_embeds(self) -> None:
        turns: list[str] = []
        embedding = asyncio.create_task(self.an_embedder().embed(TEXTS, "document"))
        while not embedding.done():
            turns.append("another task")
            await asyncio.sleep(0)
        assert len(turns) > 1
        assert len(await embedding) == len(TEXTS)
