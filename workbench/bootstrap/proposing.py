"""Propose what the documents of a workspace suggest, and accept or reject proposals."""

import asyncio
import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

from workbench.bootstrap.bundled_files import is_bundled, workspace_folders
from workbench.bootstrap.copied_files import os_errors_as_store_errors
from workbench.bootstrap.opened_workspace import Progress, folder_of, update_index
from workbench.domain.graph import Node
from workbench.domain.local_text import Language
from workbench.errors import InputError
from workbench.i18n.errors import localized
from workbench.ingest.index_spec import OpenedIndex
from workbench.ingest.lock import file_lock
from workbench.ingest.stored_documents import write_atomically
from workbench.proposals.propose import propose
from workbench.proposals.store import read_nodes, remove_nodes, write_examples, write_proposals
from workbench.settings import Settings
from workbench.tools.registry import TOOL_SPECS
from workbench.workspace import Workspace, find_workspaces, open_workspace
from workbench.workspace.nearest_name import nearest

if TYPE_CHECKING:
    from workbench.ingest.cluster import Cluster
    from workbench.ingest.parsed_files import FileWatch

ACCEPTED = "graph/nodes-accepted.jsonl"
"""The file that accepted entities are moved to."""


async def index_and_propose(
    name: str,
    settings: Settings,
    progress: Progress | None = None,
    on_file: "FileWatch | None" = None,
    *,
    retry: bool = False,
    cluster: "Cluster | None" = None,
) -> OpenedIndex:
    """Index the files of a workspace that changed, and propose entities and fields from them.

    A workspace with intents over a graph has a vocabulary of its own; for it nothing is proposed.
    """
    library = await update_index(name, settings, progress, on_file, retry=retry, cluster=cluster)
    intents = library.workspace.spec.intents.values()
    if library.documents and not any(intent.is_structured for intent in intents):
        await asyncio.to_thread(update_proposals, library, settings)
    return library


def update_proposals(library: OpenedIndex, settings: Settings) -> None:
    """Replace the proposals of a workspace, except for those that a person changed.

    Raises:
        StoreError: a file cannot be written.
    """
    workspace = library.workspace
    proposals = propose(workspace, library.documents)
    with _locked(workspace.id, settings):
        write_proposals(workspace.root, proposals)


def replace_examples(
    name: str, examples: Mapping[Language, Sequence[str]], settings: Settings
) -> None:
    """Replace the proposed example questions of a workspace, unless a person changed them.

    Raises:
        StoreError: a file cannot be written.
    """
    with _locked(name, settings):
        root = find_workspaces(workspace_folders(settings))[name]
        write_examples(root, examples)


@contextmanager
def _locked(name: str, settings: Settings) -> Iterator[None]:
    """Let one process at a time change the proposals of a workspace."""
    folder = folder_of(name, find_workspaces(workspace_folders(settings)))
    lock = settings.workbench_home / "indexes" / name / "proposals.lock"
    with os_errors_as_store_errors(folder), file_lock(lock):
        yield


def proposed_entities(name: str, settings: Settings) -> tuple[Node, ...]:
    """Return the proposed entities of a workspace, ordered by type and id."""
    nodes = _opened(name, settings).nodes.values()
    found = (node for node in nodes if node.proposed)
    return tuple(sorted(found, key=lambda node: (node.type, node.id)))


def accept_entities(name: str, ids: Sequence[str], settings: Settings) -> int:
    """Move proposed entities to the graph of a workspace, and return their number.

    The graph is written first: if the process is killed in between, its node overrides the
    proposal of the same id.

    Raises:
        InputError: an entity is not proposed, with the nearest one that is; nothing is changed.
        StoreError: a file cannot be written.
    """
    with _locked(name, settings):
        root, unique = _checked(name, ids, settings)
        (root / ACCEPTED).parent.mkdir(exist_ok=True)
        _append_rows(root / ACCEPTED, map(_without_evidence, read_nodes(root, unique)))
        remove_nodes(root, unique)
    return len(unique)


def reject_entities(name: str, ids: Sequence[str], settings: Settings) -> int:
    """Delete proposed entities, which are not proposed again, and return their number.

    Raises:
        InputError, StoreError: as for ``accept_entities``.
    """
    with _locked(name, settings):
        root, unique = _checked(name, ids, settings)
        remove_nodes(root, unique)
    return len(unique)


def _append_rows(path: Path, rows: Iterable[Mapping[str, Any]]) -> None:
    """Append JSON lines to a file atomically, also after a last line without a line break."""
    before = path.read_text("utf-8") if path.is_file() else ""
    lines = [f"{json.dumps(row, ensure_ascii=False)}\n" for row in rows]
    separator = "\n" if before and not before.endswith("\n") else ""
    write_atomically(path, f"{before}{separator}{''.join(lines)}".encode())


def _without_evidence(row: Mapping[str, Any]) -> dict[str, Any]:
    """Return a row without its quote, which the graph would require in every later version."""
    return {key: value for key, value in row.items() if key != "evidence"}


def _checked(name: str, ids: Sequence[str], settings: Settings) -> tuple[Path, Sequence[str]]:
    """Return the workspace's folder and each id once, if all are proposed and it may be changed."""
    workspace = _opened(name, settings)
    if is_bundled(workspace.root):
        raise InputError(**localized("bootstrap.bundled_workspace", name=name))
    proposed = {node.id for node in workspace.nodes.values() if node.proposed}
    for one in ids:
        if one not in proposed:
            close = nearest(one, proposed)
            words = {"close": close} if close else {}
            raise InputError(**localized("bootstrap.not_proposed", id=one, name=name, **words))
    return workspace.root, tuple(dict.fromkeys(ids))


def _opened(name: str, settings: Settings) -> Workspace:
    folder = folder_of(name, find_workspaces(workspace_folders(settings)))
    return open_workspace(folder, TOOL_SPECS)
