"""A workspace without graph and documents, for answers from context of the caller."""

from functools import cache
from importlib.resources import files
from pathlib import Path

from workbench.package_yaml import package_yaml
from workbench.workspace.load import Workspace
from workbench.workspace.schema import WorkspaceSpec


@cache
def neutral_workspace() -> Workspace:
    """Return the workspace with the built-in prompts and no text rules."""
    home = Path(str(files("workbench.workspace")))
    spec = package_yaml("workbench.workspace", "neutral.yaml")
    return Workspace(root=home / "neutral", spec=WorkspaceSpec.model_validate(spec))
