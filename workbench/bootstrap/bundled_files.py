"""Locate the sample workspaces and the app's files, in a checkout or in the wheel."""

from importlib.resources import files
from pathlib import Path

from workbench.errors import ConfigurationError
from workbench.i18n.errors import localized
from workbench.settings import Settings


def bundle_folder() -> Path:
    """The folder that holds `app.py`, `pages/` and `data/`."""
    package = Path(str(files("workbench")))
    packed = package / "_bundle"
    return packed if packed.is_dir() else package.parent


def bundled_workspaces() -> Path:
    """The folder of the sample workspaces, which an upgrade replaces."""
    return bundle_folder() / "data"


def is_bundled(workspace: Path) -> bool:
    """Return True for the folder of a sample, which is part of the installation."""
    return workspace.resolve().is_relative_to(bundled_workspaces().resolve())


def workspace_folders(settings: Settings) -> list[Path]:
    """Folders that hold workspaces, the user's own before the samples.

    Raises:
        ConfigurationError: a folder named in the settings does not exist.
    """
    for folder in settings.workbench_workspaces:
        if not folder.is_dir():
            raise ConfigurationError(**localized("bootstrap.no_folder", folder=str(folder)))
    return [
        *settings.workbench_workspaces,
        settings.workbench_home / "workspaces",
        bundled_workspaces(),
    ]
