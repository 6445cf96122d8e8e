"""``runs list | show | gaps | tag | rate | note | delete``."""

from typing import TYPE_CHECKING, Annotated

import typer

from workbench.cli.options import (
    CitationsOption,
    JsonOption,
    WorkspaceOption,
    choice,
    open_settings,
    open_stored_workbench,
)
from workbench.cli.output import echo, echo_json, plain_line
from workbench.cli.report import show_run
from workbench.cli.usage import App
from workbench.domain.answer import Format
from workbench.domain.run_summary import BEST_RATING
from workbench.errors import InputError
from workbench.i18n.numbers import percent

if TYPE_CHECKING:
    from workbench.bootstrap.sync import SyncWorkbench
    from workbench.domain.graph_gaps import GraphGap


def register(app: typer.Typer) -> None:
    """Add the commands of this file."""
    runs = App(help="List, show, annotate and delete stored runs.", no_args_is_help=True)
    runs.command("list")(list_runs)
    runs.command("show")(show)
    runs.command("gaps")(gaps)
    runs.command("tag")(tag)
    runs.command("rate")(rate)
    runs.command("note")(note)
    runs.command("delete")(delete)
    app.add_typer(runs, name="runs")


def list_runs(
    workspace: Annotated[
        str | None,
        typer.Option("--workspace", "-w", metavar="ID", help="Only runs of this workspace."),
    ] = None,
    text: Annotated[
        str | None, typer.Option(help="Only runs whose question has these words.")
    ] = None,
    tag: Annotated[str | None, typer.Option(help="Only runs with this tag.")] = None,
    rating: Annotated[
        int | None,
        typer.Option(min=1, max=BEST_RATING, help="Only runs with at least this rating."),
    ] = None,
    limit: Annotated[int, typer.Option(min=1, max=1000, help="List at most so many runs.")] = 20,
    json: JsonOption = False,
) -> int:
    """List runs, newest first."""
    workbench = open_stored_workbench()
    runs = workbench.runs.list(workspace=workspace, text=text, tag=tag, rating=rating, limit=limit)
    if workspace and not runs:
        _require_known(workspace, workbench)
    if json:
        echo_json(runs)
        return 0
    for run in runs:
        confidence = f"{percent(run.confidence, 'en'):>4}"
        when = run.created_at.strftime("%Y-%m-%d %H:%M")
        tags = "".join(f"  #{plain_line(tag)}" for tag in run.tags)
        question = plain_line(run.question)
        echo(f"{run.id}  {when}  {run.status.value:<11} {confidence}  {question}{tags}")
    if not runs:
        filtered = workspace or text or tag or rating
        none = "No runs match." if filtered else "No runs yet: ask with `workbench ask`."
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
    """Show a stored run: its answer, or all of it as JSON."""
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


def gaps(
    workspace: WorkspaceOption,
    promote: Annotated[
        str | None,
        typer.Option(metavar="GAP", help="Put this gap's edge into the review queue."),
    ] = None,
    json: JsonOption = False,
) -> int:
    """List what the graph lacked for questions, most frequent first."""
    workbench = open_stored_workbench()
    if promote:
        draft = workbench.promote_gap(workspace, promote)
        edge = f"{draft.source.name} · {draft.type} · {draft.target.name}"
        echo(f"In the review queue: {plain_line(edge)}")
        return 0
    found = workbench.graph_gaps(workspace)
    if json:
        echo_json(found)
        return 0
    for gap in found:
        echo(_gap_line(gap))
    if not found:
        echo("No run of this workspace has found a gap in its graph.", err=True)
    return 0


def _gap_line(gap: "GraphGap") -> str:
    """A gap with its id, times, last time, message and newest run."""
    missing = gap.missing
    edge = [missing.subject, missing.relation, missing.object]
    what = " · ".join(part for part in edge if part) or ", ".join(missing.words)
    when = gap.last_at.strftime("%Y-%m-%d %H:%M")
    mark = "  [draft]" if gap.is_drafted else "  [--promote]" if gap.draft else ""
    message = plain_line(f"{what}: {gap.message}" if what else gap.message)
    return f"{gap.id}  {gap.times:>4}x  {when}  {gap.runs[0].id}  {message}{mark}"


_LEAST_PREFIX = 6
"""Characters of an id that a run may be deleted by."""

RunArgument = Annotated[str, typer.Argument(help="The run's id or a prefix of it.")]


def tag(
    run: RunArgument,
    tags: Annotated[list[str], typer.Argument(help="One or more tags.")],
    remove: Annotated[bool, typer.Option("--remove", help="Remove the tags.")] = False,
) -> int:
    """Add tags to a run, or remove them.

    Prints the tags that the run has now.
    """
    workbench = open_stored_workbench()
    present = set(workbench.annotation(run).tags)
    named = {" ".join(one.split()) for one in tags}
    wanted = present - named if remove else present | named
    echo(", ".join(workbench.annotate_run(run, tags=wanted).tags) or "no tags")
    return 0


def rate(
    run: RunArgument,
    rating: Annotated[int, typer.Argument(help="From 1 to 5; 0 removes the rating.")],
) -> int:
    """Rate the answer of a run.

    Prints the rating that the run has now.
    """
    rated = open_stored_workbench().annotate_run(run, rating=rating).rating
    echo(str(rated) if rated else "no rating")
    return 0


def note(
    run: RunArgument,
    text: Annotated[str, typer.Argument(help='The note; "" removes it.')],
) -> int:
    """Write a note on a run, replacing an earlier one.

    Prints the note that the run has now.
    """
    echo(open_stored_workbench().annotate_run(run, note=text).note or "no note")
    return 0


def delete(run: RunArgument) -> int:
    """Delete a run and print its id.

    A prefix of the id needs at least six characters.
    """
    workbench = open_stored_workbench()
    if not workbench.runs.delete(run):  # a whole id first: that run need not be readable
        if len(run) < _LEAST_PREFIX:
            raise InputError(
                f"“{run}” is too short to delete a run by.",
                hint=f"Give at least {_LEAST_PREFIX} characters of its id.",
            )
        run = workbench.run(run).id
        workbench.runs.delete(run)
    echo(run)
    return 0
