"""``reindex`` and ``verify``."""

import asyncio

import typer

from workbench.cli.options import FAILED, WorkspaceOption, open_settings, show_progress
from workbench.cli.output import echo


def register(app: typer.Typer) -> None:
    """Add the commands of this file."""
    app.command()(reindex)
    app.command()(verify)


def reindex(workspace: WorkspaceOption) -> int:
    """Rebuild a workspace's indexes from its files."""
    from workbench.bootstrap.opened_workspace import reindex

    library = asyncio.run(reindex(workspace, open_settings(), show_progress))
    for failed in library.failures:
        echo(f"{failed.path}: {failed.reason}", err=True, fg="yellow")
    echo(f"{workspace}: {len(library.documents)} documents indexed")
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
