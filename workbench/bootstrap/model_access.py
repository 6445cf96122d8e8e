"""List, test and watch the models."""

from typing import TYPE_CHECKING

from workbench.bootstrap.change_embedder import change_embedder
from workbench.bootstrap.opened_workspace import Progress
from workbench.bootstrap.workbench_part import WorkbenchPart
from workbench.llm.gateway import Health
from workbench.llm.probe import Probe
from workbench.llm.session import Session

if TYPE_CHECKING:
    from workbench.llm.model_list import ModelInfo


class ModelAccess(WorkbenchPart):
    """Reaches the providers outside of a run."""

    def health(self, session: Session | None = None) -> Health:
        """Circuit breaker state of each model, load of each provider, and spending.

        Args:
            session: marks the entries that use this session's own keys.
        """
        return self.gateway.health(self._settings_of(session))

    async def list_models(
        self, provider: str, session: Session | None = None
    ) -> "tuple[ModelInfo, ...]":
        """List a provider's models; see ``workbench.llm.model_list``."""
        from workbench.llm.model_list import list_models

        return await list_models(provider, self._settings_of(session))

    async def test_model(self, name: str, session: Session | None = None) -> Probe:
        """Make one small call to ``provider:model``; see ``ModelGateway.probe``."""
        budget = session.budget if session else None
        return await self.gateway.probe(name, self._settings_of(session), budget)

    async def change_embedder(self, name: str, progress: Progress | None = None) -> None:
        """Index every workspace with another embedder, then search with it.

        Questions are answered with the old one until the end, and after an error. The choice is
        kept in the home, for the next start and for other processes; EMBEDDER overrides it.

        Raises:
            ConfigurationError: the embedder is unknown, or its key, address or folder is missing.
            ProviderError, StoreError: it does not work, or the budget is spent (BudgetError).
        """
        self._use(await change_embedder(name, self.settings, self.gateway, progress))
