"""Lint a workspace by its name."""

from workbench.bootstrap.bundled_files import workspace_folders
from workbench.bootstrap.opened_workspace import folder_of
from workbench.lint.lint import lint_workspace
from workbench.lint.problems import LintProblem
from workbench.settings import Settings
from workbench.tools.registry import TOOL_SPECS
from workbench.workspace import find_workspaces


def lint_named(name: str, settings: Settings) -> list[LintProblem]:
    """Return every problem of a workspace's files; an unknown name raises InputError."""
    folder = folder_of(name, find_workspaces(workspace_folders(settings)))
    return lint_workspace(folder, TOOL_SPECS)
