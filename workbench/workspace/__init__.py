"""A domain as data: workspace.yaml and graph files in, a checked Workspace out."""

from workbench.workspace.load import Workspace, find_workspaces, open_workspace

__all__ = ["Workspace", "find_workspaces", "open_workspace"]
