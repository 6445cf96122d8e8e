"""Read what was proposed for workspace.yaml from the documents, and merge it with the file."""

import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from pydantic import Field, ValidationError

from workbench.domain.base import Value
from workbench.domain.local_text import Language, LocalText
from workbench.errors import WorkspaceError
from workbench.i18n.errors import localized
from workbench.workspace.bounded_files import MEGABYTE, read_text
from workbench.workspace.schema import Documents, NodeType, Slot
from workbench.workspace.validation_errors import workspace_error
from workbench.workspace.yaml_text import BadYamlError, load_yaml

PROPOSED = "proposed"
"""The folder of a workspace's proposals: ``spec.yaml`` and ``nodes.jsonl``."""
PROPOSED_SPEC = f"{PROPOSED}/spec.yaml"
PROPOSED_NODES = f"{PROPOSED}/nodes.jsonl"


class ProposedScope(Value):
    """The proposed description of what the documents cover."""

    description: LocalText


class ProposedSpec(Value):
    """Entries of workspace.yaml proposed from the documents; those in workspace.yaml override."""

    scope: ProposedScope | None = None
    examples: dict[Language, tuple[str, ...]] = Field(default_factory=dict)
    node_types: dict[str, NodeType] = Field(default_factory=dict)
    documents: Documents = Field(default_factory=Documents)
    slots: dict[str, Slot] = Field(default_factory=dict)


def read_proposed_spec(root: Path) -> Mapping[str, Any]:
    """Return the checked content of a workspace's ``proposed/spec.yaml``; {} if there is none.

    Raises:
        WorkspaceError: it is not YAML, or has entries that cannot be proposed.
    """
    path = root / PROPOSED_SPEC
    if not os.path.lexists(path):
        return {}
    try:
        raw = load_yaml(read_text(path, most=MEGABYTE, place=PROPOSED_SPEC)) or {}
        ProposedSpec.model_validate(raw)
    except BadYamlError as error:
        place = f"{PROPOSED_SPEC}: line {error.line}" if error.line else PROPOSED_SPEC
        words = {"place": place, "detail": error.detail}
        raise WorkspaceError(**localized("workspace.bad_yaml", **words)) from error
    except ValidationError as error:
        raise workspace_error(error, PROPOSED_SPEC, ProposedSpec) from error
    content: Mapping[str, Any] = raw
    return content


def with_proposed(raw: Any, proposed: Mapping[str, Any]) -> Any:
    """Return the content of workspace.yaml with proposed entries for all that it does not name.

    Mappings such as ``slots`` and ``documents.metadata`` are merged key by key.
    """
    if not proposed or not isinstance(raw, Mapping):
        return raw
    merged = {**proposed, **raw}
    for name in proposed.keys() & raw.keys():
        merged[name] = _merged(proposed[name], raw[name])
    return merged


def _merged(proposed: Any, own: Any) -> Any:
    """Merge two levels of mappings: sections of the file, then ``documents.metadata``."""
    if not isinstance(proposed, Mapping) or not isinstance(own, Mapping):
        return own
    merged = {**proposed, **own}
    if "metadata" in proposed and isinstance(own.get("metadata"), Mapping):
        merged["metadata"] = {**proposed["metadata"], **own["metadata"]}
    return merged
