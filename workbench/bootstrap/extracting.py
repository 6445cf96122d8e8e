"""Extract edges from the documents of a workspace with a model, as drafts for review."""

import asyncio
import fnmatch
from collections.abc import AsyncGenerator, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from workbench.bootstrap.opened_workspace import OpenedWorkspace
from workbench.bootstrap.workbench_part import WorkbenchPart
from workbench.domain.documents import Chunk
from workbench.errors import InputError
from workbench.extraction.report import ExtractionEstimate, ExtractionReport, ExtractionStep
from workbench.i18n.errors import localized
from workbench.llm.prices import price_usd
from workbench.llm.recording.record import Recording
from workbench.llm.redaction.redact import Secrets
from workbench.llm.session import Session

if TYPE_CHECKING:
    from workbench.extraction.extract import Passage
    from workbench.extraction.request import ExtractionPrompt


@dataclass(frozen=True)
class _Work:
    """The passages of an extraction that were not read before."""

    opened: OpenedWorkspace
    model: str
    passages: "list[Passage]"
    """To be read now."""
    done: int
    left: int


class Extracting(WorkbenchPart):
    """Drafts edges from documents; they count only after a person accepts them."""

    async def estimate_extraction(
        self, workspace: str, *, model: str = "", documents: str = "*", limit: int | None = None
    ) -> ExtractionEstimate:
        """Return how many calls an extraction makes, with their tokens and price.

        Args:
            workspace: its id.
            model: ``provider:name``; by default PLANNER_MODEL, whose replies follow a schema too.
            documents: pattern of document ids: ``reports/*``.
            limit: passages to read at most; None for all.

        Raises:
            InputError: the workspace has no relations or no such documents, or there is no model.
            WorkspaceError: its prompt is invalid.
        """
        from workbench.extraction.request import MAX_TOKENS, request_tokens

        work = await self._work(workspace, model, documents, limit)
        tokens = sum(request_tokens(passage.request) for passage in work.passages)
        most = MAX_TOKENS * len(work.passages)
        return ExtractionEstimate(
            workspace=workspace,
            model=work.model,
            passages=len(work.passages),
            done=work.done,
            left=work.left,
            input_tokens=tokens,
            output_tokens=most,
            price_usd=price_usd(work.model, input_tokens=tokens, output_tokens=most),
        )

    async def extract(
        self,
        workspace: str,
        *,
        model: str = "",
        documents: str = "*",
        limit: int | None = None,
        session: Session | None = None,
    ) -> AsyncGenerator[ExtractionStep | ExtractionReport, None]:
        """Yield a step for each passage that is read, and the report at the end.

        The arguments are those of ``estimate_extraction``. Passages that were read before with the
        same model, prompt and types are not asked for again; closing the stream keeps what was
        read so far.

        Raises:
            InputError, WorkspaceError: as for ``estimate_extraction``.
            ConfigurationError: the model's name, key or address is missing or wrong.
            RunStoreError: the drafts cannot be stored.
        """
        from workbench.extraction.extract import AT_ONCE, Extraction
        from workbench.extraction.merge import DraftBook
        from workbench.extraction.resolve_names import NameResolver

        work = await self._work(workspace, model, documents, limit)
        settings = self._settings_of(session)
        recording = Recording(Secrets.of(self.settings, settings))
        budget = session.budget if session else None
        space = work.opened.workspace
        names = NameResolver(work.opened.registry)
        drafts = await self.runs.drafts.list(workspace)
        extraction = Extraction(
            workspace=space,
            documents=work.opened.documents,
            model=self.gateway.connect([work.model], settings, recording, budget=budget),
            recording=recording,
            book=DraftBook(workspace, space.spec, space.edges, drafts, names),
            store=self.runs.drafts,
            at_once=min(AT_ONCE, settings.model_concurrency),
            most_failures=settings.breaker_failures,
        )
        async for step in extraction.run(work.passages):
            yield step

    async def _work(self, workspace: str, model: str, documents: str, limit: int | None) -> _Work:
        from workbench.extraction.request import ExtractionPrompt

        opened = await self.workspace_pool.get(workspace)
        name = self._extraction_model(model)
        if not opened.workspace.spec.edge_types:
            raise InputError(**localized("bootstrap.no_relations", name=workspace))
        done = await self.runs.drafts.extracted(workspace)
        prompt = ExtractionPrompt(opened.workspace, self.settings.planner_temperature)

        def collect() -> "list[Passage]":
            return [
                _passage(workspace, chunk, name, prompt) for chunk in _chunks(opened, documents)
            ]

        passages = await asyncio.to_thread(collect)
        if not passages:
            words = {"pattern": documents, "name": workspace}
            raise InputError(**localized("bootstrap.no_matching_documents", **words))
        new = [passage for passage in passages if passage.key not in done]
        chosen = new[:limit]
        return _Work(opened, name, chosen, len(passages) - len(new), len(new) - len(chosen))


def _chunks(opened: OpenedWorkspace, pattern: str) -> Iterator[Chunk]:
    for document in opened.documents:
        if fnmatch.fnmatchcase(document, pattern):
            yield from (indexed.chunk for indexed in opened.documents.chunks(document))


def _passage(workspace: str, chunk: Chunk, model: str, prompt: "ExtractionPrompt") -> "Passage":
    from workbench.extraction.extract import Passage
    from workbench.extraction.request import passage_key

    request = prompt.request(chunk)
    return Passage(chunk, request, passage_key(workspace, chunk, model, request))
