"""The workspaces that a server shows, and the one that is meant where none is named."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from workbench.bootstrap.values import WorkspaceSummary
from workbench.errors import InputError

if TYPE_CHECKING:
    from workbench.bootstrap import Workbench


class ServedWorkspaces:
    """Some workspaces of a workbench, or all of them."""

    def __init__(self, workbench: "Workbench", names: Sequence[str]) -> None:
        self._workbench = workbench
        self._names = tuple(names)

    @property
    def names(self) -> tuple[str, ...]:
        """Their ids, the default first."""
        return self._names or tuple(one.id for one in self._workbench.workspaces())

    def summaries(self) -> tuple[WorkspaceSummary, ...]:
        """What each one holds; a broken one has its error."""
        names = self.names
        return tuple(one for one in self._workbench.workspaces() if one.id in names)

    def named(self, workspace: str) -> str:
        """Return the workspace that is meant, the only one if none is named.

        One that does not exist is refused when it is opened.

        Raises:
            InputError: it is not served, or none of several is named.
        """
        names = self.names
        if workspace in names or (workspace and not self._names):
            return workspace
        if not workspace and len(names) == 1:
            return names[0]
        said = f"Workspace “{workspace}” is not served." if workspace else "No workspace is named."
        raise InputError(said, hint=f"Served: {', '.join(names)}.")
