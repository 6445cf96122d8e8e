"""Settings -> Workbench: the one place where real parts are wired."""

from workbench.bootstrap.workbench import Workbench, WorkspaceSummary

__all__ = ["Workbench", "WorkspaceSummary"]
