"""A provider's embeddings as searches and indexing call them: in batches, retried, counted."""

import threading
import time
from collections import OrderedDict
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from workbench.errors import ProviderError
from workbench.event_loop import run_sync
from workbench.llm.budget import Budget, Cost, cost_of, tokens_in
from workbench.llm.deadline import require_time
from workbench.llm.guard import ConcurrencyLimiter
from workbench.llm.retry import RetryPolicy
from workbench.llm.run_vectors import ROLE, RunVectors, VectorCall, vectors_of_run

if TYPE_CHECKING:
    from workbench.llm.embedding_model import Embedded, EmbeddingModel, Limits, Purpose, Vectors

DOCUMENTS_DEADLINE_S = 120.0
"""For one batch of documents, all tries together: nobody waits for an answer meanwhile."""
MOST_CHARACTERS = 8_000
"""Of one text; what is beyond has no say. Models take 2,000 to 8,000 tokens."""
QUERIES_KEPT = 512
"""One search asks for the vector of its query several times."""
BLANK = "."
"""In place of a text without a character, which vendors refuse."""


class ProviderEmbedder:
    """Any vendor's embeddings, behind a plain call. Safe between threads, inside a loop or not.

    A run's question counts towards the run's budget and has the run's time; documents, and what is
    asked outside of runs, count towards the budget given here. Raises ProviderError, or BudgetError
    before anything is sent.
    """

    semantic = True

    def __init__(
        self,
        model: "EmbeddingModel",
        line: ConcurrencyLimiter,
        budget: Budget,
        *,
        query_deadline_s: float,
        documents_deadline_s: float = DOCUMENTS_DEADLINE_S,
        patience: RetryPolicy | None = None,
    ) -> None:
        self._model = model
        self._line = line
        self._budget = budget
        self._deadlines = {"query": query_deadline_s, "document": documents_deadline_s}
        self._patience = patience or RetryPolicy()
        self._remembered: OrderedDict[str, Vectors] = OrderedDict()
        self._lock = threading.Lock()

    @property
    def name(self) -> str:
        """``provider:model``, as EMBEDDER says it."""
        return self._model.name

    @property
    def batch_size(self) -> int:
        """How many texts the vendor takes at once."""
        return self._model.limits.texts

    def embed(self, texts: Sequence[str], purpose: "Purpose") -> "Vectors":
        """One row for each text, in order.

        The vectors of queries are remembered; the one that was asked first is forgotten first.
        """
        import numpy as np

        sent = [as_sent(text) for text in texts]
        if purpose == "query":
            return np.stack([self._query(text) for text in sent])
        return run_sync(self._embed(sent, purpose))

    def _query(self, text: str) -> "Vectors":
        """From the run that is repeated, from memory, or from the provider."""
        run = vectors_of_run()
        if run and (recorded := run.known(self.name, text)) is not None:
            return recorded
        row = self._remembered.get(text)
        if row is None:
            return self._asked(text)
        if run:
            run.note(VectorCall(self.name, text, row, cached=True))
        return row

    def _asked(self, text: str) -> "Vectors":
        try:
            row: Vectors = run_sync(self._embed([text], "query"))[0]
        except ProviderError as error:
            if vectors := vectors_of_run():
                vectors.give_up(error)
            raise
        self._remember(text, row)
        return row

    def _remember(self, text: str, row: "Vectors") -> None:
        with self._lock:
            self._remembered[text] = row
            if len(self._remembered) > QUERIES_KEPT:
                self._remembered.popitem(last=False)

    async def _embed(self, texts: Sequence[str], purpose: "Purpose") -> "Vectors":
        import numpy as np

        parts = [await self._patiently(batch, purpose) for batch in batches(texts, self._limits)]
        if len({part.shape[1] for part in parts}) > 1:
            raise self._model.uneven()
        return np.concatenate(parts)

    async def _patiently(self, texts: Sequence[str], purpose: "Purpose") -> "Vectors":
        run = vectors_of_run() if purpose == "query" else None
        until = time.monotonic() + self._deadlines[purpose]
        until = min(until, run.until) if run else until
        async for attempt in self._patience.attempts(_left(until)):
            with attempt:
                if run:
                    return await self._for_run(run, texts, until)
                return (await self._once(texts, purpose, until, self._budget)).vectors
        raise AssertionError("tenacity raises the last failure")

    async def _for_run(self, run: RunVectors, texts: Sequence[str], until: float) -> "Vectors":
        """One try at the vector of a run's question, in its record and out of its budget."""
        attempt = VectorCall(self.name, texts[0])
        try:
            require_time(run.until, self.name)
            embedded = await self._once(texts, "query", until, run.budget or self._budget)
        except ProviderError as error:
            run.note(replace(attempt, error=error))
            raise
        vector, tokens = embedded.vectors[0], embedded.input_tokens
        run.note(replace(attempt, vector=vector, tokens=tokens))
        return embedded.vectors

    async def _once(
        self, texts: Sequence[str], purpose: "Purpose", until: float, budget: Budget
    ) -> "Embedded":
        reserved = budget.reserve(self.name, input_tokens=tokens_in(texts))
        spent: Cost | None = None
        try:
            async with self._line.permit(_left(until)) as turn:
                embedded = await self._model.embed(texts, purpose, _left(turn.until))
                turn.is_whole = True
            spent = cost_of(self.name, embedded.input_tokens or tokens_in(texts))
            return embedded
        finally:
            budget.settle(reserved, spent, ROLE)

    @property
    def _limits(self) -> "Limits":
        return self._model.limits


def as_sent(text: str) -> str:
    """What of a text is embedded, and recorded as asked."""
    return text[:MOST_CHARACTERS] if text.strip() else BLANK


def batches(texts: Sequence[str], limits: "Limits") -> Iterator[list[str]]:
    """The texts in order, as few requests as the vendor's limits allow."""
    batch: list[str] = []
    room = limits.characters
    for text in texts:
        if batch and (len(batch) == limits.texts or len(text) > room):
            yield batch
            batch, room = [], limits.characters
        batch.append(text)
        room -= len(text)
    if batch:
        yield batch


def _left(until: float) -> float:
    return max(until - time.monotonic(), 0.001)
