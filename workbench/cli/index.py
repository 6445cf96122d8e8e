"""``reindex`` and ``verify``."""

import typer

from workbench.cli.options import FAILED, WorkspaceOption, open_settings, show_progress
from workbench.cli.output import echo


def register(app: typer.Typer) -> None:
    """Add the commands of this file."""
    app.command()(reindex)
    app.command()(verify)


def reindex(workspace: WorkspaceOption) -> int:
    """Build the indexes of a workspace anew, from its files alone."""
    from workbench.bootstrap.opened_workspace import reindex

    library = reindex(workspace, open_settings(), show_progress)
    for failed in library.failures:
        echo(f"{failed.path}: {failed.reason}", err=True, fg="yellow")
    echo(f"{workspace}: {len(library.documents)} documents indexed")
    return 0


def verify(workspace: WorkspaceOption) -> int:
    """Compare the parts of a workspace's index with each other; nothing is changed."""
    from workbench.bootstrap.opened_workspace import verify

    problems = verify(workspace, open_settings())
    for problem in problems:
        echo(problem, err=True, fg="red")
    if problems:
        echo(f"Build it anew: `workbench reindex -w {workspace}`.", err=True)
        return FAILED
    echo(f"{workspace}: all parts of the index agree")
    return 0
