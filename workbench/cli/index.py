"""``new``, ``ingest``, ``reindex`` and ``verify``."""

import asyncio
import time
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from workbench.cli.options import FAILED, WorkspaceOption, open_settings, show_progress
from workbench.cli.output import counted, echo

if TYPE_CHECKING:
    from workbench.ingest.open_index import OpenedIndex
    from workbench.settings import Settings

NameArgument = Annotated[
    str, typer.Argument(help="Id of the new workspace: lower-case letters, digits, hyphens.")
]
SourceOption = Annotated[
    Path | None, typer.Option("--from", help="Folder or file whose documents are copied.")
]
TitleOption = Annotated[str, typer.Option(help="Title; by default the name of the folder.")]
PathsArgument = Annotated[list[Path], typer.Argument(help="Files and folders to copy.")]


def register(app: typer.Typer) -> None:
    """Add the commands of this file."""
    app.command()(new)
    app.command()(ingest)
    app.command()(reindex)
    app.command()(verify)


def new(name: NameArgument, source: SourceOption = None, title: TitleOption = "") -> int:
    """Create a workspace, from a folder of files if one is given, and index it."""
    from workbench.bootstrap.new_workspace import create_workspace

    settings = open_settings()
    folder = create_workspace(name, settings, source, title)
    echo(f"Created {folder}", err=True)
    if source is None:
        echo(f"Add documents: `workbench ingest PATH -w {name}`.")
        return 0
    library = _update_index(name, settings)
    if not library.documents:
        echo(f"{name} has no readable documents; add some with `workbench ingest`.", err=True)
        return FAILED
    _report_proposals(name, settings)
    echo(f'Ask: `workbench ask "…" -w {name}`')
    return 0


def ingest(paths: PathsArgument, workspace: WorkspaceOption) -> int:
    """Copy files into a workspace's documents and index what has changed."""
    from workbench.bootstrap.new_workspace import add_files

    settings = open_settings()
    copied = add_files(workspace, settings, paths)
    echo(f"{len(copied.added)} files added, {len(copied.replaced)} replaced", err=True)
    library = _update_index(workspace, settings)
    unread = {file.path for file in library.failures}
    return FAILED if unread & {*copied.added, *copied.replaced} else 0


def _update_index(workspace: str, settings: "Settings") -> "OpenedIndex":
    from workbench.bootstrap.proposing import index_and_propose

    started = time.monotonic()
    library = asyncio.run(index_and_propose(workspace, settings, show_progress))
    _report(workspace, library, f" in {time.monotonic() - started:.1f} s")
    return library


def _report_proposals(workspace: str, settings: "Settings") -> None:
    from workbench.bootstrap.proposing import proposed_entities

    count = len(proposed_entities(workspace, settings))
    if count:
        noun = "entity" if count == 1 else "entities"
        echo(f"{count} {noun} proposed: `workbench proposals list -w {workspace}`")


def _report(workspace: str, library: "OpenedIndex", detail: str = "") -> None:
    """Print the number of documents and, on standard error, each file that was not read."""
    from workbench.ingest.parsers import known_suffixes

    for failed in library.failures:
        echo(f"{failed.path}: {failed.reason}", err=True, fg="yellow")
    if library.failures:
        echo(f"These files are read: {' '.join(known_suffixes())} .gz .zip", err=True)
    unread = f", {counted(len(library.failures), 'file')} not read" if library.failures else ""
    indexed = counted(len(library.documents), "document")
    echo(f"{workspace}: {indexed} indexed{detail}{unread}")


def reindex(workspace: WorkspaceOption) -> int:
    """Rebuild a workspace's indexes from its files."""
    from workbench.bootstrap.opened_workspace import reindex

    _report(workspace, asyncio.run(reindex(workspace, open_settings(), show_progress)))
    return 0


def verify(workspace: WorkspaceOption) -> int:
    """Check that the parts of a workspace's index agree, without changing them."""
    from workbench.bootstrap.opened_workspace import verify

    problems = verify(workspace, open_settings())
    for problem in problems:
        echo(problem, err=True, fg="red")
    if problems:
        echo(f"Rebuild it: `workbench reindex -w {workspace}`.", err=True)
        return FAILED
    echo(f"{workspace}: all parts of the index agree")
    return 0
