"""Change the embedder of every workspace: index with the new one beside the old, then switch."""

from workbench.bootstrap.copied_files import os_errors_as_store_errors
from workbench.bootstrap.embedding import embedder_problem, open_embedder, probe_embedder
from workbench.bootstrap.opened_workspace import Progress, find_folders, open_parts
from workbench.errors import WorkspaceError
from workbench.llm.gateway import ModelGateway
from workbench.logs import log
from workbench.settings import Settings


async def change_embedder(
    name: str, settings: Settings, gateway: ModelGateway, progress: Progress | None = None
) -> Settings:
    """Index every workspace with an embedder, keep the choice in the home, and return the settings.

    The vectors of the old embedder stay, and serve every search until the end. After an error the
    choice is as it was; vectors that were stored are kept for the next attempt. A workspace that
    cannot be read is skipped, and is indexed when it opens.

    Raises:
        ConfigurationError: the embedder is unknown, or its key, address or folder is missing.
        ProviderError, StoreError: it does not work, or the budget is spent (BudgetError).
    """
    chosen = settings.with_embedder(name)
    if problem := embedder_problem(chosen):
        raise problem
    embedder = open_embedder(chosen, gateway)
    await probe_embedder(embedder)
    for workspace, folder in find_folders(chosen).items():
        try:
            await open_parts(folder, chosen, progress, embedder=embedder)
        except WorkspaceError as error:
            log.warning("not_indexed", workspace=workspace, reason=str(error))
    with os_errors_as_store_errors(chosen.workbench_home):
        chosen.keep_embedder()
    return chosen
