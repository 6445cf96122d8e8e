"""The RunStore port: store and look up runs."""

from collections.abc import Collection, Mapping, Sequence
from typing import Any, Protocol, Unpack

from workbench.domain.corrections import Correction
from workbench.domain.drafts import EdgeDraft, EntryDraft
from workbench.domain.graph_gaps import RunWithGaps
from workbench.domain.prompts import PromptEvent, PromptVersion
from workbench.domain.question import Turn
from workbench.domain.run import Run, StageRecord
from workbench.domain.run_summary import (
    NOTED_PARTS,
    CitingRun,
    RunAnnotation,
    RunFacets,
    RunFilters,
    RunSummary,
)


class RunRecorder(Protocol):
    """Records a run while it is in progress."""

    async def begin(self, run: Run) -> None:
        """Record that a run has started, with any stages reused from its parent."""
        ...

    async def stage_ended(
        self, run_id: str, record: StageRecord, fields: Mapping[str, Any]
    ) -> None:
        """Record a finished stage, with the run's fields that it produced, as they are."""
        ...

    async def finish(self, run: Run) -> None:
        """Record the final state of the run."""
        ...


class CorrectionStore(Protocol):
    """Stores corrections of entities; none is deleted. Failures are RunStoreErrors."""

    async def add(self, *corrections: Correction) -> None:
        """Store corrections, all of them or none."""
        ...

    async def undo(self, workspace: str, correction_id: str, author: str) -> bool:
        """Mark a correction of a workspace as undone; False if there is none that counts."""
        ...

    async def list(self, workspace: str) -> tuple[Correction, ...]:
        """The corrections of a workspace, oldest first, undone ones included.

        One that this release cannot read, such as that of a newer one, is left out and logged.
        """
        ...

    async def counts(self, workspace: str) -> tuple[int, int]:
        """How many corrections the workspace has, and how many of them are undone."""
        ...


class DraftStore(Protocol):
    """Stores drafts of a model, and which passages it has read. Failures are RunStoreErrors."""

    async def list(self, workspace: str) -> tuple[EdgeDraft, ...]:
        """The drafted edges of a workspace, oldest first, whatever was decided about them."""
        ...

    async def entries(self, workspace: str) -> tuple[EntryDraft, ...]:
        """The drafted entries of workspace.yaml, oldest first."""
        ...

    async def extracted(self, workspace: str) -> frozenset[str]:
        """The keys of the passages that a model has read."""
        ...

    async def record(
        self, workspace: str, passage: str, drafts: Sequence[EdgeDraft | EntryDraft]
    ) -> None:
        """Store the drafts of a passage, with earlier supports of the same ids, and its key."""
        ...


class AnnotationStore(Protocol):
    """Stores what people noted about runs. Failures are RunStoreErrors."""

    async def get(self, run_id: str) -> RunAnnotation:
        """The annotation of a run; an empty one if nothing was noted."""
        ...

    async def put(self, annotation: RunAnnotation, parts: Collection[str] = NOTED_PARTS) -> None:
        """Store the given parts of a run's annotation, one at least, in place of earlier ones."""
        ...


class PromptStore(Protocol):
    """Stores versions of prompt templates; none is deleted. Failures are RunStoreErrors."""

    async def versions(self, workspace: str) -> tuple[PromptVersion, ...]:
        """The versions of a workspace's templates, oldest first."""
        ...

    async def events(self, workspace: str) -> tuple[PromptEvent, ...]:
        """When versions became candidate or live, oldest first."""
        ...

    async def add(self, version: PromptVersion) -> PromptVersion:
        """Store a version under the next number of its template, and return it."""
        ...

    async def label(self, event: PromptEvent) -> None:
        """Store that a version became candidate or live."""
        ...

    async def count(self, workspace: str) -> int:
        """The number of events of a workspace."""
        ...


class RunStore(RunRecorder, Protocol):
    """Stores runs stage by stage. Failures are RunStoreErrors."""

    @property
    def corrections(self) -> CorrectionStore:
        """The corrections of entities, in the same database."""
        ...

    @property
    def drafts(self) -> DraftStore:
        """The drafts of edges, in the same database."""
        ...

    @property
    def prompts(self) -> PromptStore:
        """The versions of prompt templates, in the same database."""
        ...

    @property
    def annotations(self) -> AnnotationStore:
        """What people noted about the runs, in the same database."""
        ...

    async def get(self, run_id: str) -> Run | None:
        """The run whose id is or starts with ``run_id``; None where there is none."""
        ...

    async def list(
        self, *, limit: int = 50, offset: int = 0, **filters: Unpack[RunFilters]
    ) -> Sequence[RunSummary]:
        """Summaries, newest first, with what people noted about the runs."""
        ...

    async def facets(self) -> RunFacets:
        """The models, verdicts and tags of the stored runs."""
        ...

    async def turns(
        self,
        thread_id: str,
        limit: int = 5,
        before: str | None = None,
        workspace: str | None = None,
    ) -> tuple[Turn, ...]:
        """The thread's last answered questions, oldest first; optionally only those before the
        run with id ``before``, and those of one workspace.
        """
        ...

    async def citing(
        self, workspace: str, document_id: str, limit: int = 1000
    ) -> Sequence[CitingRun]:
        """The runs that cite a document, newest first, among a workspace's newest ``limit``."""
        ...

    async def with_gaps(self, workspace: str, limit: int = 1000) -> Sequence[RunWithGaps]:
        """The runs whose calls left gaps, newest first, among a workspace's newest ``limit``."""
        ...

    async def delete(self, run_id: str) -> bool:
        """Remove a run; False where it does not exist."""
        ...
