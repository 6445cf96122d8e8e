"""Read passages with a model, a few at once, and store what each of them states."""

import asyncio
from collections import Counter, deque
from collections.abc import AsyncGenerator, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime

from workbench.domain.documents import Chunk, Document
from workbench.domain.drafts import EdgeDraft
from workbench.domain.evidence import StageError
from workbench.errors import BudgetError, ProviderError
from workbench.extraction.merge import DraftBook, Merged
from workbench.extraction.reply import Reply, read_reply
from workbench.extraction.report import ExtractionReport, ExtractionStep, FailedPassage
from workbench.extraction.verify import DropReason, verify
from workbench.llm.protocol import ChatModel, ChatRequest
from workbench.llm.recording.record import Recording
from workbench.runs import DraftStore
from workbench.workspace import Workspace

AT_ONCE = 8
"""Passages that are read at the same time, unless MODEL_CONCURRENCY is lower."""

_FINAL = frozenset({"llm.refused_key", "llm.no_quota", "llm.unknown_model"})
"""Failures that the next passages would have too; a passage refused for its content is one."""


@dataclass(frozen=True)
class Passage:
    """A passage to read, with its request and the key under which it counts as read."""

    chunk: Chunk
    request: ChatRequest
    key: str


@dataclass(frozen=True)
class Extraction:
    """Reads the passages of a workspace's documents; every passage is stored as it is read."""

    workspace: Workspace
    documents: Mapping[str, Document]
    model: ChatModel
    recording: Recording
    book: DraftBook
    store: DraftStore
    at_once: int = AT_ONCE
    most_failures: int = 5
    """Passages without a reply, one after another, after which the extraction stops."""

    async def run(
        self, passages: Sequence[Passage]
    ) -> AsyncGenerator[ExtractionStep | ExtractionReport, None]:
        """Yield a step for each passage, and the report at the end.

        Closing the stream cancels the calls under way; what was read before stays. A passage
        whose reply is unusable is reported. The extraction stops if the model refuses to answer,
        or fails several times in a row.
        """
        tally = _Tally()
        waiting = iter(passages)
        asked: deque[tuple[Passage, asyncio.Task[Reply]]] = deque()
        try:
            self._ask_next(waiting, asked)
            while asked and tally.stopped is None:
                passage, task = asked.popleft()
                await self._take(passage, task, tally)
                self._ask_next(waiting, asked)
                yield tally.step(len(passages), passage.chunk.document_id)
        finally:
            for _, task in asked:
                task.cancel()
            await asyncio.gather(*(task for _, task in asked), return_exceptions=True)
        yield tally.report(self, len(passages))

    def _ask_next(
        self, waiting: Iterator[Passage], asked: deque[tuple[Passage, asyncio.Task[Reply]]]
    ) -> None:
        """Ask for further passages, as many as may be read at once."""
        while len(asked) < self.at_once and (passage := next(waiting, None)) is not None:
            asked.append((passage, asyncio.ensure_future(self._reply(passage.request))))

    async def _reply(self, request: ChatRequest) -> Reply:
        return read_reply(await self.model.complete(request), Reply)

    async def _take(self, passage: Passage, task: "asyncio.Task[Reply]", tally: "_Tally") -> None:
        """Store what a passage states, or note why it has no usable reply."""
        chunk = passage.chunk
        try:
            reply = await task
        except ProviderError as error:
            tally.fail(chunk, error, self.most_failures)
            return
        verified = verify(reply, chunk, self.documents[chunk.document_id], self.workspace.spec)
        tally.dropped.update(verified.dropped)
        now = datetime.now(UTC)
        changed: dict[str, EdgeDraft] = {}
        for finding in verified.findings:
            merged, draft = self.book.add(finding, self.model.name, now)
            tally.merged[merged] += 1
            if merged in ("new", "support"):
                changed[draft.id] = draft
        await self.store.record(self.workspace.id, passage.key, tuple(changed.values()))
        tally.read += 1
        tally.in_a_row = 0


class _Tally:
    """Counts what became of the passages and of the edges in their replies."""

    def __init__(self) -> None:
        self.read = 0
        self.in_a_row = 0
        self.merged: Counter[Merged] = Counter()
        self.dropped: Counter[DropReason] = Counter()
        self.failed: list[FailedPassage] = []
        self.stopped: StageError | None = None

    def fail(self, chunk: Chunk, error: ProviderError, most_failures: int) -> None:
        """Note a passage without a usable reply; stop where the next ones would have none too."""
        reason = StageError.of(error)
        self.failed.append(
            FailedPassage(document=chunk.document_id, start=chunk.start, error=reason)
        )
        self.in_a_row += 1
        is_final = isinstance(error, BudgetError) or error.code in _FINAL
        if is_final or self.in_a_row >= most_failures:
            self.stopped = reason

    def step(self, total: int, document: str) -> ExtractionStep:
        """Return how far the extraction is."""
        return ExtractionStep(
            done=self.read + len(self.failed),
            total=total,
            drafts=self.merged["new"],
            failed=len(self.failed),
            document=document,
        )

    def report(self, extraction: Extraction, total: int) -> ExtractionReport:
        """Return what the extraction found."""
        return ExtractionReport(
            workspace=extraction.workspace.id,
            model=extraction.model.name,
            passages=self.read,
            new=self.merged["new"],
            supported=self.merged["support"],
            repeated=self.merged["repeated"],
            in_graph=self.merged["in_graph"],
            dropped=dict(self.dropped.most_common()),
            failed=tuple(self.failed),
            unread=total - self.read - len(self.failed),
            stopped=self.stopped,
            usage=extraction.recording.usage,
        )
