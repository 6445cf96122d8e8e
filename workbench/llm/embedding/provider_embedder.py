"""Embed texts with a provider: in batches, with retries, counted towards a budget."""

import asyncio
import copy
import threading
import time
from collections import OrderedDict
from collections.abc import Iterator, Sequence
from concurrent.futures import Future
from dataclasses import replace
from typing import TYPE_CHECKING, Self

from workbench.errors import ProviderError
from workbench.llm.embedding.run_vectors import ROLE, RunVectors, VectorCall
from workbench.llm.wrappers.budget import Budget, Cost, cost_of, tokens_in
from workbench.llm.wrappers.deadline import require_time
from workbench.llm.wrappers.guard import ConcurrencyLimiter
from workbench.llm.wrappers.retry import RetryPolicy

if TYPE_CHECKING:
    from workbench.llm.embedding_model import (
        EmbeddedTexts,
        EmbeddingLimits,
        EmbeddingModel,
        Purpose,
        Vectors,
    )

DOCUMENTS_DEADLINE_S = 120.0
"""Seconds for all attempts at a batch of documents: longer than for a query, as no user waits."""
MOST_CHARACTERS = 8_000
"""Longer texts are truncated: models accept 2,000 to 8,000 tokens."""
QUERIES_KEPT = 512
"""Query vectors kept in memory: one search embeds the same query several times."""
BLANK = "."
"""Embedded instead of a blank text, which vendors reject."""


class ProviderEmbedder:
    """Embeddings of any vendor. Serves any number of event loops.

    A query of a run (see ``for_run``) counts towards the run's budget and deadline; documents, and
    queries outside a run, count towards ``budget``. Raises ProviderError, or BudgetError before
    anything is sent.
    """

    semantic = True

    def __init__(
        self,
        model: "EmbeddingModel",
        limiter: ConcurrencyLimiter,
        budget: Budget,
        *,
        query_deadline_s: float,
        documents_deadline_s: float = DOCUMENTS_DEADLINE_S,
        retry_policy: RetryPolicy | None = None,
    ) -> None:
        self._model = model
        self._limiter = limiter
        self._budget = budget
        self._deadlines = {"query": query_deadline_s, "document": documents_deadline_s}
        self._retry_policy = retry_policy or RetryPolicy()
        self._remembered: OrderedDict[str, Vectors] = OrderedDict()
        self._requests: dict[str, Future[None]] = {}
        self._lock = threading.Lock()
        self._run: RunVectors | None = None

    def for_run(self, run: RunVectors) -> Self:
        """Return this embedder for one run, which records its queries and replays recorded ones."""
        bound = copy.copy(self)
        bound._run = run
        return bound

    @property
    def name(self) -> str:
        """``provider:model``, as in EMBEDDER."""
        return self._model.name

    @property
    def batch_size(self) -> int:
        """The most texts per request."""
        return self._model.limits.texts

    async def embed(self, texts: Sequence[str], purpose: "Purpose") -> "Vectors":
        """Return one row for each text, in order.

        Query vectors are cached; the least recently used is evicted first. Of concurrent requests
        for one query, in any event loops, one is sent; the others wait for it and use its vector,
        or send their own if it fails.
        """
        import numpy as np

        sent = [prepare_text(text) for text in texts]
        if purpose == "query":
            return np.stack([await self._query(text) for text in sent])
        return await self._embed_documents(sent)

    async def _query(self, text: str) -> "Vectors":
        """Return a query's vector from the replayed run, the memory cache or the provider."""
        run = self._run
        if run and (recorded := run.recorded(self.name, text)) is not None:
            return recorded
        until = self._until("query")
        while True:
            with self._lock:
                row = self._recall(text)
                request = self._requests.get(text)
                if row is None and request is None:
                    own = self._requests[text] = Future()
                    own.set_running_or_notify_cancel()
            if row is not None:
                if run:
                    run.record(VectorCall(self.name, text, row, cached=True))
                return row
            if request is None:
                return await self._fetch_for_all(text, until, own)
            if not await _ended(request, until):
                return await self._fetch(text, until)

    def _recall(self, text: str) -> "Vectors | None":
        row = self._remembered.get(text)
        if row is not None:
            self._remembered.move_to_end(text)
        return row

    async def _fetch_for_all(self, text: str, until: float, own: "Future[None]") -> "Vectors":
        """Fetch a vector, then wake the requests that wait for it, even if this one fails."""
        try:
            return await self._fetch(text, until)
        finally:
            with self._lock:
                del self._requests[text]
            own.set_result(None)

    async def _fetch(self, text: str, until: float) -> "Vectors":
        try:
            row: Vectors = (await self._with_retries([text], "query", until))[0]
        except ProviderError as error:
            if self._run:
                self._run.record_failure(error)
            raise
        self._remember(text, row)
        return row

    def _remember(self, text: str, row: "Vectors") -> None:
        with self._lock:
            self._remembered[text] = row
            if len(self._remembered) > QUERIES_KEPT:
                self._remembered.popitem(last=False)

    def _until(self, purpose: "Purpose") -> float:
        """Return the end of the deadline that begins now: a run's, if that is earlier."""
        until = time.monotonic() + self._deadlines[purpose]
        return min(until, self._run.until) if self._run and purpose == "query" else until

    async def _embed_documents(self, texts: Sequence[str]) -> "Vectors":
        import numpy as np

        parts = [
            await self._with_retries(batch, "document", self._until("document"))
            for batch in batches(texts, self._model.limits)
        ]
        if len({part.shape[1] for part in parts}) > 1:
            raise self._model.dimension_error()
        return np.concatenate(parts)

    async def _with_retries(
        self, texts: Sequence[str], purpose: "Purpose", until: float
    ) -> "Vectors":
        run = self._run if purpose == "query" else None
        async for attempt in self._retry_policy.attempts(_left(until)):
            with attempt:
                if run:
                    return await self._for_run(run, texts, until)
                return (await self._attempt(texts, purpose, until, self._budget)).vectors
        raise AssertionError("tenacity raises the last failure")

    async def _for_run(self, run: RunVectors, texts: Sequence[str], until: float) -> "Vectors":
        """Embed a run's query once, recorded in the run and counted towards its budget."""
        attempt = VectorCall(self.name, texts[0])
        try:
            require_time(run.until, self.name)
            embedded = await self._attempt(texts, "query", until, run.budget or self._budget)
        except ProviderError as error:
            run.record(replace(attempt, error=error))
            raise
        vector, tokens = embedded.vectors[0], embedded.input_tokens
        run.record(replace(attempt, vector=vector, tokens=tokens))
        return embedded.vectors

    async def _attempt(
        self, texts: Sequence[str], purpose: "Purpose", until: float, budget: Budget
    ) -> "EmbeddedTexts":
        reserved = budget.reserve(self.name, input_tokens=tokens_in(texts))
        spent: Cost | None = None
        try:
            async with self._limiter.permit(_left(until)) as permit:
                embedded = await self._model.embed(texts, purpose, _left(permit.until))
                permit.is_whole = True
            spent = cost_of(self.name, embedded.input_tokens or tokens_in(texts))
            return embedded
        finally:
            budget.settle(reserved, spent, ROLE)


def prepare_text(text: str) -> str:
    """The text as it is sent and recorded: truncated, and never blank."""
    return text[:MOST_CHARACTERS] if text.strip() else BLANK


def batches(texts: Sequence[str], limits: "EmbeddingLimits") -> Iterator[list[str]]:
    """Split texts into batches within the vendor's limits, in order."""
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


async def _ended(request: "Future[None]", until: float) -> bool:
    """Wait for another request to end; False if the time is up first. Never cancels it."""
    try:
        await asyncio.wait_for(asyncio.wrap_future(request), _left(until))
    except TimeoutError:
        return False
    return True


def _left(until: float) -> float:
    return max(until - time.monotonic(), 0.001)
