"""Write an answer without a model: the rendered facts, or sentences of the passages."""

import asyncio
import time
from collections.abc import Callable, Iterator, Sequence

from workbench.answer.abstain import no_answer, unanswered
from workbench.answer.extract_sentences import (
    Extract,
    asked_question,
    extract,
    premise_opening,
)
from workbench.answer.formats import formatted
from workbench.answer.protocol import WriteRequest
from workbench.settings import OFFLINE
from workbench.text import parse
from workbench.text.draft import Draft
from workbench.text.statements import statements
from workbench.workspace.load import Workspace


class OfflineWriter:
    """Copies its text from the facts and adds a marker to each sentence."""

    def __init__(self, workspace: Workspace) -> None:
        self._workspace = workspace

    async def write(self, request: WriteRequest, on_text: Callable[[str], None]) -> Draft:
        """Return the answer in the requested format, streamed sentence by sentence."""
        if not request.rendered.sources:
            nothing = no_answer(request.question, self._workspace)
            on_text(nothing.marked)
            return Draft(nothing)
        started = time.perf_counter()
        extracted = self._extract(request)
        if not extracted.is_related:
            nothing = no_answer(request.question, self._workspace)
            on_text(nothing.marked)
            return Draft(nothing)
        marked = formatted(
            extracted.text,
            request.options,
            request.facts,
            request.rendered,
            request.question.language,
            self._workspace.nodes,
        )
        for piece in _pieces(marked):
            on_text(piece)
            await asyncio.sleep(0)
        return Draft.of(
            marked,
            sources_provided=len(request.rendered.sources),
            context_available=len(request.facts.items),
            latency_ms=(time.perf_counter() - started) * 1000,
            model=OFFLINE,
            opening=extracted.opening,
        )

    def _extract(self, request: WriteRequest) -> Extract:
        """Extract sentences if all sources are passages, else use the rendering."""
        evidence = request.facts.evidence_by_id()
        provided = [
            (number, evidence[source])
            for number, source in enumerate(request.rendered.sources, start=1)
            if source in evidence
        ]
        if not provided or any(item.span is None for _, item in provided):
            return _rendered(request, [item.content for _, item in provided])
        spec, language = self._workspace.spec, request.question.language
        style = spec.answer_style(request.plan.answer_style, language)
        return extract(request, provided, style)


def _rendered(request: WriteRequest, texts: Sequence[str]) -> Extract:
    """Return the rendered facts.

    Before them stands what has no answer, or else what the question wrongly asserts.
    """
    if reason := unanswered(request.facts):
        return Extract(request.rendered.marked, reason)
    shown = [f"{one.text} {one.lead}" for one in statements(request.rendered.text)]
    opening = premise_opening(asked_question(request), shown, texts, request)
    return Extract(request.rendered.marked, opening)


def _pieces(marked: str) -> Iterator[str]:
    """Yield the text sentence by sentence with its white space; joined, they equal the text."""
    position = 0
    for span in parse(marked).sentences:
        yield marked[position : span.end]
        position = span.end
    if position < len(marked):
        yield marked[position:]
