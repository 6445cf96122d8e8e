"""Read workspace.yaml and graph files into a validated Workspace."""

from workbench.workspace.load import Workspace, find_workspaces, open_workspace

__all__ = ["Workspace", "find_workspaces", "open_workspace"]
