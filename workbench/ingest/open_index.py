"""Open the index of a workspace; build it on first use and update it when files change."""

import asyncio
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING

from workbench.domain.evidence import StageError
from workbench.errors import BudgetError, ProviderError, StoreError
from workbench.i18n.errors import localized
from workbench.ingest.catalogue import Catalogue
from workbench.ingest.documents import FailedFile, find_files
from workbench.ingest.index_spec import BuildOptions, IndexSpec, OpenedIndex, Progress, index_folder
from workbench.ingest.lock import write_lock
from workbench.llm.failures.error_records import error_from_record
from workbench.retrieval.embedders import Embedder, embedder_named
from workbench.settings import Settings
from workbench.workspace import Workspace

if TYPE_CHECKING:
    from workbench.ingest.cluster import Cluster
    from workbench.ingest.parsed_files import FileWatch


async def open_index(
    workspace: Workspace,
    settings: Settings,
    progress: Progress | None = None,
    *,
    embedder: Embedder | None = None,
    rebuild: bool = False,
    retry: bool = False,
    on_file: "FileWatch | None" = None,
    cluster: "Cluster | None" = None,
    wait_s: float = 60.0,
) -> OpenedIndex:
    """Open the library of a workspace, with its index in ``<home>/indexes/<workspace id>``.

    Only changed documents are read and chunked again. Concurrent builds wait for each other; while
    one runs, a published state that is up to date is opened without waiting. A killed build leaves
    either the previous state or the new one, and the next build goes on from the files that it has
    parsed.

    Args:
        workspace: its documents, and the quotes of its graph.
        settings: they name the home and the stores.
        progress: called with each step.
        embedder: the one named in the settings, or None for a built-in one.
        rebuild: parse and embed everything again; until that is done, the index stays as it is.
        retry: read the files again that could not be read.
        on_file: called with each file that is read, and with what is being done with it.
        cluster: parses the files and computes the vectors; this process if None.
        wait_s: seconds to wait for another process that writes the index.

    Raises:
        WorkspaceError: a document does not contain a quote of the graph.
        ConfigurationError: an unknown embedder or lexical index.
        StoreError: the index cannot be written or read, or stays locked for ``wait_s`` seconds.
        ProviderError: the embedder fails, or the budget is spent (BudgetError). The index is
            unchanged; vectors that were stored are kept.
    """
    index_spec = IndexSpec(workspace, settings, embedder or embedder_named(settings.embedder))
    build = BuildOptions(progress or _no_progress, on_file or _no_watch, rebuild, retry, cluster)
    try:
        state = await asyncio.to_thread(index_spec.usable_for, build)
        built = state is None
        if state is None:
            waiting = partial(build.progress, "waiting", 0, 1)
            async with write_lock(index_spec.folder, wait_s=wait_s, on_wait=waiting):
                state = await asyncio.to_thread(index_spec.current_for, build)
                state = state or await index_spec.build(build)
    except OSError as error:
        raise StoreError(
            **localized("ingest.not_written", workspace=workspace.id, detail=str(error))
        ) from error
    except ProviderError as error:
        if not error.code:
            raise
        raise _not_indexed(error, index_spec.embedder.name) from error.original
    return await asyncio.to_thread(index_spec.open, state, built=built)


@dataclass(frozen=True)
class FileCounts:
    """Files of a documents folder: those in the index, and those that could not be read.

    Before the index is built, those that will be read, and those that no parser reads.
    """

    documents: int
    unread: tuple[FailedFile, ...]
    is_indexed: bool


def count_files(workspace: Workspace, settings: Settings) -> FileCounts:
    """Count the documents of a workspace, in its index if there is one."""
    counted = Catalogue(index_folder(workspace, settings)).count()
    if counted is not None:
        return FileCounts(counted.documents, counted.failed, is_indexed=True)
    found, refused = find_files(workspace.documents_folder)
    return FileCounts(len(found), tuple(refused), is_indexed=False)


def published_build(workspace_id: str, settings: Settings) -> int | None:
    """Return the number of a workspace's published build; None while another one runs."""
    return Catalogue(settings.workbench_home / "indexes" / workspace_id).published_build()


def is_indexed(workspace: Workspace, settings: Settings, embedder: Embedder) -> bool:
    """Return True if the index is up to date, so that opening it embeds nothing."""
    return IndexSpec(workspace, settings, embedder).current() is not None


OUT_OF_DATE = "the index is missing or out of date: opening the workspace builds it"


def verify_index(
    workspace: Workspace,
    settings: Settings,
    progress: Progress | None = None,
    *,
    embedder: Embedder | None = None,
) -> tuple[str, ...]:
    """Return the problems of a workspace's index on disk, without building or changing it.

    The published state is checked even if files have changed since, or a build was killed.

    Raises:
        StoreError: a store is not available or cannot be read.
    """
    index_spec = IndexSpec(workspace, settings, embedder or embedder_named(settings.embedder))
    problems = list(index_spec.problems(progress or _no_progress))
    if index_spec.current() is None:
        problems.append(OUT_OF_DATE)
    return tuple(problems)


def _not_indexed(error: ProviderError, embedder: str) -> ProviderError:
    """Return the error with the state of the index and how to continue added."""
    more = {"indexing": embedder} if isinstance(error, BudgetError) else {}
    text = localized(error.code, **error.words, unindexed=embedder, **more)
    return error_from_record(
        StageError(kind=error.kind, retryable=error.retryable, **text),
        error.provider,
        retry_after=error.retry_after,
        original=error.original,
    )


def _no_progress(_stage: str, _done: int, _total: int) -> None:
    """Report no progress."""


def _no_watch(_path: str, _stage: str) -> None:
    """Watch no file."""
