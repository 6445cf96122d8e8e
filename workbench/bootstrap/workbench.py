"""The public API, called by the app, the command line, notebooks and programs."""

from collections.abc import Iterable
from functools import cached_property

from pydantic import BaseModel

from workbench.bootstrap.async_workbench import AsyncWorkbench
from workbench.bootstrap.sync import SyncWorkbench
from workbench.runs import open_store
from workbench.settings import Settings, load_settings


class Workbench(AsyncWorkbench):
    """Asks, checks and stores questions. One per process, shared by sessions and threads."""

    @classmethod
    def open(
        cls, settings: Settings | None = None, *, schemas: Iterable[type[BaseModel]] = ()
    ) -> "Workbench":
        """Create a workbench; workspaces open on first use.

        Args:
            settings: None reads the environment.
            schemas: pydantic classes for ``AskOptions(schema="Name")``, in addition to the
                built-in ones and those named in the settings.

        Raises:
            InputError: a class cannot be an output schema, or its name is taken.
        """
        settings = (settings or load_settings()).with_chosen_embedder()
        store, store_error = open_store(settings.database_url)
        workbench = cls(settings, store, schemas)
        workbench.store_error = store_error
        return workbench

    @cached_property
    def sync(self) -> SyncWorkbench:
        """The same API without ``await``, for scripts and notebooks."""
        return SyncWorkbench(self)
