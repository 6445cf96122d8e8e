"""Settings -> Workbench: the one place where real parts are wired."""

from workbench.bootstrap.values import WorkspaceSummary
from workbench.bootstrap.workbench import Workbench

__all__ = ["Workbench", "WorkspaceSummary"]
