"""Keep the search settings that a person saved for a workspace.

They are stored below the home of the workbench, beside the index: workspace.yaml belongs
to whoever writes it, and that of a sample is part of the installation.
"""

from dataclasses import replace
from pathlib import Path

from pydantic import ValidationError

from workbench.errors import StoreError
from workbench.i18n.errors import localized
from workbench.logs import log
from workbench.settings import Settings
from workbench.workspace import Workspace
from workbench.workspace.schema import RetrievalPreset


def read_preset(workspace: str, settings: Settings) -> RetrievalPreset | None:
    """Return the saved settings of a workspace; None if there are none or they are unreadable."""
    file = _file(workspace, settings)
    try:
        return RetrievalPreset.model_validate_json(file.read_bytes())
    except FileNotFoundError:
        return None
    except (OSError, ValidationError) as error:
        log.warning("preset_ignored", file=str(file), reason=str(error))
        return None


def write_preset(workspace: str, preset: RetrievalPreset | None, settings: Settings) -> None:
    """Save the settings of a workspace, or delete them; raises StoreError if that fails."""
    file = _file(workspace, settings)
    try:
        if preset is None:
            file.unlink(missing_ok=True)
            return
        file.parent.mkdir(parents=True, exist_ok=True)
        fresh = file.with_suffix(".new")
        fresh.write_text(preset.model_dump_json(indent=2), "utf-8")
        fresh.replace(file)
    except OSError as error:
        detail = error.strerror or str(error)
        raise StoreError(
            **localized("bootstrap.preset_not_saved", path=str(file), detail=detail)
        ) from error


def with_preset(workspace: Workspace, preset: RetrievalPreset) -> Workspace:
    """Return a workspace with other search settings."""
    retrieval = workspace.spec.retrieval.with_preset(preset)
    return replace(workspace, spec=workspace.spec.model_copy(update={"retrieval": retrieval}))


def _file(workspace: str, settings: Settings) -> Path:
    return settings.workbench_home / "presets" / f"{workspace}.json"
