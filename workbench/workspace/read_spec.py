"""Read workspace.yaml into a WorkspaceSpec."""

import os
import re
from collections.abc import Collection, Mapping
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Any

from pydantic import ValidationError

from workbench.errors import WorkspaceError
from workbench.i18n.errors import localized
from workbench.workspace.bounded_files import MEGABYTE, read_text
from workbench.workspace.proposed_spec import read_proposed_spec, with_proposed
from workbench.workspace.schema import WorkspaceSpec
from workbench.workspace.validation_errors import workspace_error
from workbench.workspace.yaml_text import BadYamlError, load_yaml

SPEC_FILE = "workspace.yaml"

_SECTION = re.compile(r"^(?=\w+:)", re.MULTILINE)
"""The beginning of a section: ``intents:``."""
LARGEST_SPEC = MEGABYTE
"""Bytes; the sample workspaces have 90,000. Larger files take seconds to parse."""


def read_spec(root: Path) -> WorkspaceSpec:
    """Read and validate the specification in a workspace folder.

    Raises:
        WorkspaceError: with the line, or the path to the invalid value.
    """
    path = root / SPEC_FILE
    if not os.path.lexists(path):
        raise WorkspaceError(**localized("workspace.no_spec", place=str(root)))
    proposed = read_proposed_spec(root)
    try:
        raw = load_yaml(read_text(path, most=LARGEST_SPEC, place=SPEC_FILE))
        spec = spec_of(with_proposed(raw, proposed))
    except BadYamlError as error:
        place = f"{SPEC_FILE}: line {error.line}" if error.line else SPEC_FILE
        words = {"place": place, "detail": error.detail}
        raise WorkspaceError(**localized("workspace.bad_yaml", **words)) from error
    except ValidationError as error:
        raise workspace_error(error, SPEC_FILE, WorkspaceSpec) from error
    if spec.id != root.resolve().name:
        words = {"place": SPEC_FILE, "id": spec.id, "folder": root.name}
        raise WorkspaceError(**localized("workspace.wrong_folder", **words))
    return spec


def read_raw_spec(root: Path) -> Mapping[str, Any]:
    """Return the content of a valid workspace.yaml as it is written, without defaults."""
    raw: Mapping[str, Any] = load_yaml(
        read_text(root / SPEC_FILE, most=LARGEST_SPEC, place=SPEC_FILE)
    )
    return raw


def spec_of(raw: object) -> WorkspaceSpec:
    """Return the specification with this content, and defaults for the rest.

    Raises:
        ValidationError: the content is not a specification.
    """
    return WorkspaceSpec.model_validate(_with_defaults(raw))


def _with_defaults(raw: object) -> object:
    """Return the content of a specification, with defaults for all but its id and title."""
    if not isinstance(raw, dict) or "title" not in raw:
        return raw
    defaults, scope = _defaults(), raw.get("scope", {})
    usual = {"description": raw["title"], **defaults["scope"]}
    filled = {**usual, **scope} if isinstance(scope, dict) else scope
    intents = _filtered(defaults["intents"], raw)
    return {**defaults, "intents": intents, **raw, "scope": filled}


def _filtered(intents: Mapping[str, Any], raw: Mapping[str, Any]) -> Mapping[str, Any]:
    """Return the default intents with a filter for each slot that is a field of the documents.

    So a question that names a document type or a folder is answered from these documents.
    """
    slots, documents = raw.get("slots"), raw.get("documents")
    fields = documents.get("metadata") if isinstance(documents, Mapping) else None
    if not isinstance(slots, Mapping) or not isinstance(fields, Mapping):
        return intents
    filters = {name: f"${name}" for name in slots if name in fields}
    return {
        name: {**intent, "search": {**intent.get("search", {}), "filters": filters}}
        for name, intent in intents.items()
    }


def default_sections(present: Collection[str]) -> str:
    """Return the YAML of the default sections, with comments, except for those already present."""
    _, *sections = _SECTION.split(_default_text())
    return "".join(one for one in sections if one.partition(":")[0] not in present)


def with_default_intents(text: str) -> str:
    """Return the text of a specification without intents, with the default ones at its end."""
    others = [name for name in _defaults() if name != "intents"]
    return f"{text.rstrip()}\n\n{default_sections(others)}"


@cache
def _defaults() -> Mapping[str, Any]:
    defaults: Mapping[str, Any] = load_yaml(_default_text())
    return defaults


def _default_text() -> str:
    return files(__package__).joinpath("defaults.yaml").read_text("utf-8")
