"""Build the Workbench from Settings."""

from workbench.bootstrap.values import WorkspaceSummary
from workbench.bootstrap.workbench import Workbench

__all__ = ["Workbench", "WorkspaceSummary"]
