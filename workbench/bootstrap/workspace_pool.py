"""The workspaces of a process, each opened when it is first asked for."""

import threading
from functools import cached_property, partial

from workbench.bootstrap.embedding import shared_embedder
from workbench.bootstrap.opened_workspace import (
    OpenedWorkspace,
    Progress,
    find_folders,
    folder_of,
    open_parts,
    summarize,
)
from workbench.bootstrap.values import WorkspaceSummary
from workbench.llm.gateway import ModelGateway
from workbench.retrieval.embedders import Embedder
from workbench.retrieval.worker_threads import run_in_thread
from workbench.settings import Settings


class WorkspacePool:
    """Finds workspaces and keeps them open. Safe between threads."""

    def __init__(self, settings: Settings, switchboard: ModelGateway) -> None:
        self.opened: dict[str, OpenedWorkspace] = {}
        self._settings = settings
        self._switchboard = switchboard
        self._folders = find_folders(settings)
        self._locks = {name: threading.Lock() for name in self._folders}

    @cached_property
    def embedder(self) -> Embedder:
        """The embedder of every workspace; a ConfigurationError where there is none of its name."""
        return shared_embedder(self._settings, self._switchboard)

    def summaries(self) -> list[WorkspaceSummary]:
        """Every workspace found, the default first; one that cannot be opened says why."""
        first = self._settings.workbench_default
        names = sorted(self._folders, key=lambda name: (name != first, name))
        return [summarize(name, self._folders[name], self.opened.get(name)) for name in names]

    def prepare(self, name: str, progress: Progress | None = None) -> OpenedWorkspace:
        """Open a workspace, building its indexes on first use; see ``Workbench.prepare``."""
        folder = folder_of(name, self._folders)
        with self._locks[name]:
            if name not in self.opened:
                self.opened[name] = open_parts(
                    folder, self._settings, progress, embedder=self.embedder
                )
        return self.opened[name]

    async def get(self, name: str) -> OpenedWorkspace:
        """An open workspace; opening it does not hold up the event loop.

        A caller that is cancelled leaves no call to the embedder behind: what was embedded is kept,
        and whoever asks next goes on from there.
        """
        if name in self.opened:
            return self.opened[name]
        return await run_in_thread(None, partial(self.prepare, name))
