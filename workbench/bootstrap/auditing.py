"""The audit of a workspace: every change of its entities, graph and prompts."""

from workbench.bootstrap.workbench_part import WorkbenchPart
from workbench.domain.changes import Change, changes_of


class Auditing(WorkbenchPart):
    """Lists what people changed; the records are those of the run store, and none is deleted."""

    async def changes(self, workspace: str) -> tuple[Change, ...]:
        """Who changed entities, graph and prompts of a workspace, the newest change first.

        Raises:
            InputError, WorkspaceError: the workspace is unknown or cannot be opened.
            RunStoreError: the records cannot be read.
        """
        await self.workspace_pool.get(workspace)
        return changes_of(
            await self.runs.corrections.list(workspace),
            await self.runs.prompts.versions(workspace),
            await self.runs.prompts.events(workspace),
        )
