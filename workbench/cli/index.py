"""``new``, ``ingest``, ``reindex`` and ``verify``."""

import asyncio
import time
from collections.abc import Mapping
from contextlib import AbstractContextManager, nullcontext
from itertools import islice
from json import dumps
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from workbench.cli.options import FAILED, JsonOption, WorkspaceOption, open_settings
from workbench.cli.output import counted, echo, shown_name

if TYPE_CHECKING:
    from workbench.cli.index_progress import IndexProgress
    from workbench.ingest.cluster import Cluster
    from workbench.ingest.index_spec import OpenedIndex
    from workbench.settings import Settings

NameArgument = Annotated[
    str, typer.Argument(help="Id of the new workspace: lower-case letters, digits, hyphens.")
]
SourceOption = Annotated[
    Path | None, typer.Option("--from", help="Folder or file whose documents are copied.")
]
TitleOption = Annotated[
    str, typer.Option(help="Title; by default the name of the folder or its parent.")
]
FullOption = Annotated[
    bool, typer.Option("--full", help="Write the defaults of every section into workspace.yaml.")
]
KeepOption = Annotated[
    bool, typer.Option("--keep", help="Keep the workspace if its files cannot be indexed.")
]
PathsArgument = Annotated[list[Path] | None, typer.Argument(help="Files and folders to copy.")]
DaskOption = Annotated[
    str,
    typer.Option(
        "--dask",
        metavar="ADDRESS|local",
        help="Parse and embed on a Dask cluster: tcp://host:8786, or local for the cores here.",
    ),
]
_MOST_NAMED = 20
"""Files that are not copied of which each is named."""
RetryOption = Annotated[
    bool, typer.Option("--retry", help="Try again to read the files that failed.")
]


def register(app: typer.Typer) -> None:
    """Add the commands of this file."""
    app.command()(new)
    app.command()(ingest)
    app.command()(reindex)
    app.command()(verify)


def new(
    name: NameArgument,
    source: SourceOption = None,
    title: TitleOption = "",
    full: FullOption = False,
    keep: KeepOption = False,
) -> int:
    """Create a workspace from a folder of files, and index it.

    Without --from it is empty. If no file can be read or indexing fails, it is removed again,
    unless --keep is given.
    """
    from workbench.bootstrap.new_workspace import (
        create_workspace,
        remove_workspace,
        require_content,
        write_defaults,
    )

    settings = open_settings()
    invalid: list[str] = []
    left_out: dict[str, str] = {}
    folder = create_workspace(name, settings, source, title, invalid.append, left_out.__setitem__)
    try:
        if full:
            write_defaults(folder)
        echo(f"Created {folder}", err=True)
        if source is None:
            echo(f"Add documents: `workbench ingest PATH -w {name}`.")
            return 0
        _name_left_out(left_out, name, source)
        library, seconds = _update_index(name, settings)
        _print_new(name, folder, library, seconds)
        for reason in invalid:
            echo(f"The graph of {source} is not imported: {reason}", err=True, fg="red")
        require_content(library, source)
    except BaseException:  # Ctrl+C among them
        if not keep:
            remove_workspace(name, folder, settings)
            echo(f"Removed {folder}; --keep keeps it.", err=True)
        raise
    _report_proposals(name, settings)
    if invalid:
        echo(
            f"Only its documents are indexed. Correct the graph, delete {folder} and run "
            "`workbench new` again.",
            err=True,
        )
    echo(f'Ask: `workbench ask "…" -w {name}`')
    return FAILED if invalid else 0


def _name_left_out(left_out: Mapping[str, str], name: str, source: Path) -> None:
    """Print the first files that were not copied, with the reason, and how to list the others."""
    from workbench.cli.index_report import print_suffixes

    for path, reason in islice(left_out.items(), _MOST_NAMED):
        echo(f"{shown_name(str(path))}: {reason}; not copied", err=True, fg="yellow")
    if len(left_out) > _MOST_NAMED:
        more = counted(len(left_out) - _MOST_NAMED, "more file")
        echo(f"{more} not copied: `workbench ingest {source} -w {name}` names all.", err=True)
    if left_out:
        print_suffixes()


def _print_new(name: str, folder: Path, library: "OpenedIndex", seconds: float) -> None:
    """Print what has become of the files of a new workspace."""
    from workbench.cli.index_report import print_report
    from workbench.workspace.missing_labels import missing_labels

    print_report(name, library, seconds)
    nodes, edges = library.workspace.nodes, library.workspace.edges
    if edges:
        echo(f"{name}: {counted(len(nodes), 'node')} and {counted(len(edges), 'edge')} of a graph")
        path = folder / "workspace.yaml"
        echo(f"Questions find types, relations and properties by their labels: review {path}.")
        missing = list(missing_labels(library.workspace.spec))
        if missing:
            echo(
                f"{counted(len(missing), 'of them has', 'of them have')} no Russian words yet, so "
                f"questions in Russian cannot name them; `workbench doctor -w {name}` lists them.",
                fg="yellow",
            )


def ingest(
    workspace: WorkspaceOption,
    paths: PathsArgument = None,
    retry: RetryOption = False,
    dask: DaskOption = "",
    json: JsonOption = False,
) -> int:
    """Copy files into a workspace and index what has changed.

    Without paths, index what has changed in its folder, or continue after an interruption.
    """
    from workbench.bootstrap.new_workspace import CopiedFiles, add_files
    from workbench.cli.index_report import print_json, print_report

    settings = open_settings()
    copied = add_files(workspace, settings, paths) if paths else CopiedFiles(())
    if paths:
        added = counted(len(copied.added), "file")
        echo(f"{added} added, {len(copied.replaced)} replaced", err=True)
    for path, reason in {**copied.skipped, **copied.unread}.items():
        echo(f"{path}: {reason}", err=True, fg="yellow")
    library, seconds = _update_index(workspace, settings, retry=retry, dask=dask)
    if json:
        names = {"added": copied.added, "replaced": copied.replaced}
        left_out = {**copied.skipped, **copied.unread}
        skipped = [{"path": path, "reason": why} for path, why in left_out.items()]
        print_json(workspace, library, seconds, **names, skipped=skipped)
    else:
        print_report(workspace, library, seconds)
    given = {*copied.added, *copied.replaced}
    archives = tuple(f"{path}/" for path in given if path.lower().endswith(".zip"))
    unread = [
        one.path for one in library.failures if one.path in given or one.path.startswith(archives)
    ]
    return FAILED if unread or copied.unread or (retry and library.failures) else 0


def _update_index(
    workspace: str, settings: "Settings", *, retry: bool = False, dask: str = ""
) -> "tuple[OpenedIndex, float]":
    """Index what has changed; returns the index and the seconds that took."""
    from workbench.bootstrap.proposing import index_and_propose
    from workbench.cli.index_progress import IndexProgress

    started, bar = time.monotonic(), IndexProgress()
    with _cluster(dask) as cluster:
        work = index_and_propose(
            workspace, settings, bar.on_step, bar.on_file, retry=retry, cluster=cluster
        )
        library = asyncio.run(work)
    _propose_examples(workspace, settings, bar, library)
    return library, time.monotonic() - started


def _propose_examples(
    workspace: str, settings: "Settings", bar: "IndexProgress", library: "OpenedIndex"
) -> None:
    """Propose example questions for a workspace that has something to ask about."""
    from workbench.bootstrap import Workbench

    if library.documents or library.workspace.nodes:
        asyncio.run(Workbench.open(settings).propose_examples(workspace, bar.on_step))


def _cluster(dask: str) -> "AbstractContextManager[Cluster | None]":
    """Return the cluster at an address; None without one."""
    if not dask:
        return nullcontext()
    from workbench.ingest.cluster import open_cluster

    return open_cluster(dask)


def _report_proposals(workspace: str, settings: "Settings") -> None:
    from workbench.bootstrap.proposing import proposed_entities

    count = len(proposed_entities(workspace, settings))
    if count:
        entities = counted(count, "entity", "entities")
        echo(f"{entities} proposed: `workbench proposals list -w {workspace}`")


def reindex(workspace: WorkspaceOption, dask: DaskOption = "", json: JsonOption = False) -> int:
    """Rebuild a workspace's indexes from its files."""
    from workbench.bootstrap.opened_workspace import reindex
    from workbench.cli.index_progress import IndexProgress
    from workbench.cli.index_report import print_json, print_report

    started, bar = time.monotonic(), IndexProgress()
    with _cluster(dask) as cluster:
        work = reindex(workspace, open_settings(), bar.on_step, bar.on_file, cluster=cluster)
        library = asyncio.run(work)
    show = print_json if json else print_report
    show(workspace, library, time.monotonic() - started)
    return 0


def verify(workspace: WorkspaceOption, json: JsonOption = False) -> int:
    """Check that the parts of a workspace's index agree.

    Nothing is changed; exit with 1 if they do not.
    """
    from workbench.bootstrap.opened_workspace import verify
    from workbench.cli.index_progress import IndexProgress

    problems = verify(workspace, open_settings(), IndexProgress().on_step)
    if json:
        echo(dumps({"workspace": workspace, "problems": problems}, ensure_ascii=False))
        return FAILED if problems else 0
    for problem in problems:
        echo(problem, err=True, fg="red")
    if problems:
        echo(f"Rebuild it: `workbench reindex -w {workspace}`.", err=True)
        return FAILED
    echo(f"{workspace}: all parts of the index agree")
    return 0
