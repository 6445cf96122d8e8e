"""Propose what the documents of a workspace suggest, and accept or reject proposals."""

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from workbench.bootstrap.bundled_files import bundled_workspaces, workspace_folders
from workbench.bootstrap.copied_files import os_errors_as_store_errors
from workbench.bootstrap.opened_workspace import Progress, folder_of, update_index
from workbench.domain.graph import Node
from workbench.errors import InputError
from workbench.i18n.errors import localized
from workbench.ingest.open_index import OpenedIndex
from workbench.ingest.read_files import FileWatch
from workbench.proposals.propose import propose
from workbench.proposals.store import take_nodes, write_proposals
from workbench.settings import Settings
from workbench.tools.registry import TOOL_SPECS
from workbench.workspace import Workspace, find_workspaces, open_workspace
from workbench.workspace.nearest_name import nearest

ACCEPTED = "graph/nodes-accepted.jsonl"
"""The file that accepted entities are moved to."""


async def index_and_propose(
    name: str,
    settings: Settings,
    progress: Progress | None = None,
    on_file: FileWatch | None = None,
    *,
    retry: bool = False,
) -> OpenedIndex:
    """Index the files of a workspace that changed, and propose entities and fields from them.

    A workspace with intents over a graph has a vocabulary of its own; for it nothing is proposed.
    """
    library = await update_index(name, settings, progress, on_file, retry=retry)
    intents = library.workspace.spec.intents.values()
    if library.documents and not any(intent.is_structured for intent in intents):
        update_proposals(library)
    return library


def update_proposals(library: OpenedIndex) -> None:
    """Write the proposals of a workspace anew, except for what a person changed.

    Raises:
        StoreError: a file cannot be written.
    """
    root = library.workspace.root
    with os_errors_as_store_errors(root):
        write_proposals(root, propose(library.workspace, library.documents))


def proposed_entities(name: str, settings: Settings) -> tuple[Node, ...]:
    """Return the proposed entities of a workspace, ordered by type and id."""
    nodes = _opened(name, settings).nodes.values()
    found = (node for node in nodes if node.proposed)
    return tuple(sorted(found, key=lambda node: (node.type, node.id)))


def accept_entities(name: str, ids: Sequence[str], settings: Settings) -> int:
    """Move proposed entities to the graph of a workspace, and return their number.

    Raises:
        InputError: an entity is not proposed, with the nearest one that is; nothing is changed.
        StoreError: a file cannot be written.
    """
    root = _checked(name, ids, settings)
    with os_errors_as_store_errors(root):
        (root / ACCEPTED).parent.mkdir(exist_ok=True)
        rows = take_nodes(root, ids)
        with (root / ACCEPTED).open("a", encoding="utf-8") as file:
            for row in map(_without_evidence, rows):
                file.write(f"{json.dumps(row, ensure_ascii=False)}\n")
    return len(rows)


def reject_entities(name: str, ids: Sequence[str], settings: Settings) -> int:
    """Delete proposed entities, which are not proposed again, and return their number.

    Raises:
        InputError, StoreError: as for ``accept_entities``.
    """
    root = _checked(name, ids, settings)
    with os_errors_as_store_errors(root):
        return len(take_nodes(root, ids))


def _without_evidence(row: Mapping[str, Any]) -> dict[str, Any]:
    """Return a row without its quote, which the graph would require in every later version."""
    return {key: value for key, value in row.items() if key != "evidence"}


def _checked(name: str, ids: Sequence[str], settings: Settings) -> Path:
    """Return the workspace's folder if all ids are proposed and it may be changed."""
    workspace = _opened(name, settings)
    if workspace.root.resolve().is_relative_to(bundled_workspaces().resolve()):
        raise InputError(**localized("bootstrap.bundled_workspace", name=name))
    proposed = {node.id for node in workspace.nodes.values() if node.proposed}
    for one in ids:
        if one not in proposed:
            close = nearest(one, proposed)
            words = {"close": close} if close else {}
            raise InputError(**localized("bootstrap.not_proposed", id=one, name=name, **words))
    return workspace.root


def _opened(name: str, settings: Settings) -> Workspace:
    folder = folder_of(name, find_workspaces(workspace_folders(settings)))
    return open_workspace(folder, TOOL_SPECS)
