"""The workspace that answers from context that the caller gives: no graph, no documents."""

from functools import cache
from importlib.resources import files
from pathlib import Path

import yaml

from workbench.workspace.load import Workspace
from workbench.workspace.schema import WorkspaceSpec


@cache
def neutral_workspace() -> Workspace:
    """A workspace with the built-in prompts and no text rules of its own."""
    home = Path(str(files("workbench.workspace")))
    spec = yaml.safe_load((home / "neutral.yaml").read_text("utf-8"))
    return Workspace(root=home / "neutral", spec=WorkspaceSpec.model_validate(spec))
