"""Open each workspace on first use and keep it open for the process."""

import asyncio
import math
import time
from collections.abc import Mapping
from functools import cached_property
from pathlib import Path
from typing import TypeAlias

from workbench.bootstrap.embedding import shared_embedder
from workbench.bootstrap.opened_workspace import (
    NO_EDITS,
    OpenedWorkspace,
    Progress,
    StoredEdits,
    find_folders,
    folder_of,
    open_parts,
    recorrected,
    summarize,
)
from workbench.bootstrap.values import WorkspaceSummary
from workbench.domain.evidence import StageError
from workbench.domain.prompts import histories, live_texts, lost_events
from workbench.errors import RunStoreError, WorkbenchError
from workbench.i18n.errors import localized
from workbench.ingest.open_index import published_build
from workbench.llm.gateway import ModelGateway
from workbench.llm.wrappers.guard import FairSemaphore
from workbench.logs import log
from workbench.pipeline.bridge import bridge
from workbench.retrieval.embedders import Embedder
from workbench.runs.protocol import CorrectionStore, PromptStore
from workbench.settings import Settings

CORRECTIONS_S = 2.0
"""Seconds after which corrections and builds of other processes are looked for."""

Counts: TypeAlias = tuple[int, int, int]
_NO_EDITS: Counts = (0, 0, 0)
_PARTS = ("workspace.yaml", "graph/*", "proposed/*")
"""Files of a workspace that it is opened from, beside its index."""
Version: TypeAlias = tuple[int, tuple[tuple[str, int], ...]]
"""The number of a build, and when each file was changed."""


class WorkspacePool:
    """Finds workspaces and keeps them open. Serves any number of threads and event loops."""

    def __init__(
        self,
        settings: Settings,
        gateway: ModelGateway,
        corrections: CorrectionStore,
        prompts: PromptStore,
    ) -> None:
        self.opened: dict[str, OpenedWorkspace] = {}
        self._settings = settings
        self._gateway = gateway
        self._corrections = corrections
        self._prompts = prompts
        self.warnings: dict[str, StageError] = {}
        """What an open workspace lacks, by its name: corrections that cannot be read."""
        self._counted: dict[str, Counts] = {}
        self._checked: dict[str, float] = {}
        self._versions: dict[str, Version] = {}
        self._turns: dict[str, FairSemaphore] = {}
        self.find()

    def find(self) -> None:
        """Find the folders of the workspaces, again after this or another process made one."""
        self._folders = find_folders(self._settings)
        for name in self._folders:
            self._turns.setdefault(name, FairSemaphore(1))

    @property
    def names(self) -> frozenset[str]:
        """The ids of all workspaces."""
        return frozenset(self._folders)

    def folder(self, name: str) -> Path:
        """The folder of a workspace; an unknown name raises InputError."""
        if name not in self._folders:
            self.find()
        return folder_of(name, self._folders)

    @cached_property
    def embedder(self) -> Embedder:
        """The embedder of every workspace; an unknown name raises ConfigurationError."""
        return shared_embedder(self._settings, self._gateway)

    def summaries(self) -> list[WorkspaceSummary]:
        """List every workspace, the default first; a broken one carries its error."""
        self.find()
        first = self._settings.workbench_default
        names = sorted(self._folders, key=lambda name: (name != first, name))
        return [
            summarize(name, self._folders[name], self._settings, self.opened.get(name))
            for name in names
        ]

    def prepare(self, name: str, progress: Progress | None = None) -> OpenedWorkspace:
        """Return an open workspace to plain code; see ``Workbench.prepare``."""
        return self.opened.get(name) or bridge().run(self.get(name, progress))

    async def get(self, name: str, progress: Progress | None = None) -> OpenedWorkspace:
        """Return an open workspace, building its indexes on first use.

        Cancelling the caller aborts the embedder's call. Vectors computed so far are kept, and the
        next caller continues from them.
        """
        if name in self.opened:
            if time.monotonic() - self._checked.get(name, -math.inf) > CORRECTIONS_S:
                await self.refresh(name)
            return self.opened[name]
        folder = self.folder(name)
        await self._turns[name].acquire(math.inf)
        try:
            if name not in self.opened:
                await self._open(name, folder, progress)
        finally:
            self._turns[name].release()
        return self.opened[name]

    async def reopen(self, name: str, progress: Progress | None = None) -> None:
        """Open a workspace again after its files or settings have changed.

        Questions in progress end with the state that they began with.
        """
        folder = self.folder(name)
        await self._turns[name].acquire(math.inf)
        try:
            await self._open(name, folder, progress)
        finally:
            self._turns[name].release()

    async def _open(self, name: str, folder: Path, progress: Progress | None) -> None:
        self._checked[name] = time.monotonic()
        self.opened[name] = await open_parts(
            folder,
            self._settings,
            progress,
            embedder=self.embedder,
            edits=await self._stored_edits(name),
        )
        if version := await asyncio.to_thread(self._version, name):
            self._versions[name] = version

    def _version(self, name: str) -> Version | None:
        """Return what changes with the index and the files of a workspace; None during a build."""
        build = published_build(name, self._settings)
        if build is None:
            return None
        root = self._folders[name]
        files = (path for part in _PARTS for path in sorted(root.glob(part)))
        try:
            return build, tuple((str(file), file.stat().st_mtime_ns) for file in files)
        except OSError:  # a file is being replaced
            return None

    async def refresh(self, name: str) -> None:
        """Take up what any process has changed since: the index, the graph, and corrections.

        A change that cannot be read leaves the workspace as it is open.
        """
        self._checked[name] = time.monotonic()
        version = await asyncio.to_thread(self._version, name)
        if version is not None and version != self._versions.get(name):
            self._versions[name] = version
            try:
                await self.reopen(name)
            except WorkbenchError as error:
                log.warning("not_reopened", workspace=name, reason=str(error))
            return
        try:
            counts = await self._counts(name)
        except RunStoreError as error:
            self._warn(name, error)
            return
        if counts == self._counted.get(name, _NO_EDITS):
            if counts == _NO_EDITS:
                self.warnings.pop(name, None)
            return
        await self._turns[name].acquire(math.inf)
        try:
            edits = await self._stored_edits(name)
            self.opened[name] = await recorrected(self.opened[name], edits, self._settings)
        finally:
            self._turns[name].release()

    async def _counts(self, name: str) -> Counts:
        """Return numbers that change with every correction and with every change of prompts."""
        return (*await self._corrections.counts(name), await self._prompts.count(name))

    async def _live_prompts(self, name: str) -> Mapping[str, str]:
        versions, events = await self._prompts.versions(name), await self._prompts.events(name)
        for event in lost_events(versions, events):
            log.warning(
                "prompt_version_lost", workspace=name, template=event.name, number=event.number
            )
        return live_texts(histories(versions, events))

    async def _stored_edits(self, name: str) -> StoredEdits:
        """Return the edits of a workspace; without their store, those it is open with."""
        try:
            counts = await self._counts(name)
            corrections = await self._corrections.list(name)
            live = await self._live_prompts(name) if counts[-1] else {}
        except RunStoreError as error:
            self._warn(name, error)
            opened = self.opened.get(name)
            if opened is None:
                return NO_EDITS
            return StoredEdits(opened.corrections, opened.workspace.live_prompts)
        self._counted[name] = counts
        self.warnings.pop(name, None)
        if unread := counts[0] - len(corrections):
            text = localized("bootstrap.corrections_unread", workspace=name, count=unread)
            self.warnings[name] = StageError.of(RunStoreError(**text))
        return StoredEdits(corrections, live)

    def _warn(self, name: str, error: RunStoreError) -> None:
        """Keep and log what is wrong; the corrections are read again once the store answers."""
        self._counted.pop(name, None)
        text = localized("bootstrap.corrections_down", workspace=name, detail=error.message)
        self.warnings[name] = StageError.of(RunStoreError(**text, retryable=True))
        log.warning("corrections_not_read", workspace=name, reason=str(error))
