"""``runs list | show | delete``."""

from typing import TYPE_CHECKING, Annotated

import typer

from workbench.cli.options import (
    CitationsOption,
    JsonOption,
    choice,
    open_settings,
    open_stored_workbench,
)
from workbench.cli.output import echo, plain_line
from workbench.cli.report import show_run
from workbench.cli.usage import App
from workbench.domain.answer import Format
from workbench.errors import InputError

if TYPE_CHECKING:
    from workbench.bootstrap.sync import SyncWorkbench


def register(app: typer.Typer) -> None:
    """Add the commands of this file."""
    runs = App(help="Stored runs.", no_args_is_help=True)
    runs.command("list")(list_runs)
    runs.command("show")(show)
    runs.command("delete")(delete)
    app.add_typer(runs, name="runs")


def list_runs(
    workspace: Annotated[
        str | None,
        typer.Option("--workspace", "-w", metavar="ID", help="List this workspace's runs alone."),
    ] = None,
    text: Annotated[str | None, typer.Option(help="Words of the question.")] = None,
    limit: Annotated[int, typer.Option(min=1, max=1000, help="Number of runs at most.")] = 20,
    json: JsonOption = False,
) -> int:
    """List runs, newest first."""
    workbench = open_stored_workbench()
    runs = workbench.runs.list(workspace=workspace, text=text, limit=limit)
    if workspace and not runs:
        _require_known(workspace, workbench)
    if json:
        typer.echo("[" + ",\n".join(run.model_dump_json() for run in runs) + "]")
        return 0
    for run in runs:
        confidence = "  - " if run.confidence is None else f"{run.confidence:.2f}"
        when = run.created_at.strftime("%Y-%m-%d %H:%M")
        echo(f"{run.id}  {when}  {run.status.value:<11} {confidence}  {plain_line(run.question)}")
    if not runs:
        none = "No runs match." if workspace or text else "No runs yet: ask with `workbench ask`."
        echo(none, err=True)
    return 0


def _require_known(workspace: str, workbench: "SyncWorkbench") -> None:
    """Reject a workspace that neither exists nor, since it was deleted, has stored runs.

    Raises:
        InputError: with the names that exist.
    """
    from workbench.bootstrap.opened_workspace import find_folders, folder_of

    if not workbench.runs.list(workspace=workspace, limit=1):
        folder_of(workspace, find_folders(open_settings()))


def show(
    run: Annotated[str, typer.Argument(help="The run's id or a prefix of it.")],
    citations: CitationsOption = None,
    format: Annotated[Format | None, choice(Format, "Show the answer in this format.")] = None,
    json: JsonOption = False,
) -> int:
    """Show a stored run: its answer in any citation style and format, or the whole run as JSON."""
    workbench = open_stored_workbench()
    found = workbench.runs.get(run)
    if found is None:
        raise InputError(f"Run “{run}” does not exist.", hint="See `workbench runs list`.")
    if found.answer and (citations or format):
        shown = workbench.display(found, citations, format)
        found = found.model_copy(
            update={"answer": found.answer.model_copy(update={"display": shown})}
        )
    return show_run(found, as_json=json)


def delete(run: Annotated[str, typer.Argument(help="The run's full id.")]) -> int:
    """Delete a run."""
    if not open_stored_workbench().runs.delete(run):
        raise InputError(f"Run “{run}” does not exist.", hint="See `workbench runs list`.")
    return 0
