"""What every part of the Workbench uses: settings, run store, models and open workspaces."""

from collections.abc import Iterable

from pydantic import BaseModel

from workbench.bootstrap.collect_schemas import all_schemas
from workbench.bootstrap.run_services import RunServices
from workbench.bootstrap.workspace_pool import WorkspacePool
from workbench.errors import InputError, RunStoreError
from workbench.i18n.errors import localized
from workbench.llm.gateway import ModelGateway
from workbench.llm.session import Session
from workbench.runs import RunStore
from workbench.settings import OFFLINE, Settings


class WorkbenchPart:
    """Base of the classes that make up the Workbench; each adds the methods of one subject."""

    def __init__(
        self, settings: Settings, runs: RunStore, schemas: Iterable[type[BaseModel]] = ()
    ) -> None:
        self.runs = runs
        self.store_error: RunStoreError | None = None
        """Why runs are kept in memory only; None when they are stored."""
        self.schemas = all_schemas(settings, schemas)
        self.gateway = ModelGateway(settings)
        self._use(settings)

    def _use(self, settings: Settings) -> None:
        """Open workspaces and wire runs with these settings from now on."""
        self.settings = settings
        self.workspace_pool = WorkspacePool(
            settings, self.gateway, self.runs.corrections, self.runs.prompts
        )
        self._services = RunServices(settings, self.runs, self.gateway, self.schemas)

    def _settings_of(self, session: Session | None) -> Settings:
        """Return the settings with the keys and the address of a session."""
        return session.credentials.apply_to(self.settings) if session else self.settings

    def _extraction_model(self, name: str) -> str:
        """Return the model that drafts: the one that is named, or else PLANNER_MODEL.

        Raises:
            InputError: neither is set.
        """
        chosen = name or self.settings.planner_model
        if chosen == OFFLINE:
            raise InputError(**localized("bootstrap.no_extraction_model"))
        return chosen
