"""``changes``."""

from typing import TYPE_CHECKING, Annotated

import typer

from workbench.cli.options import JsonOption, WorkspaceOption, open_stored_workbench
from workbench.cli.output import echo, echo_json, plain_line

if TYPE_CHECKING:
    from workbench.domain.changes import Change


def register(app: typer.Typer) -> None:
    """Add the commands of this file."""
    app.command("changes")(changes)


def changes(
    workspace: WorkspaceOption,
    limit: Annotated[int, typer.Option(min=1, help="List at most so many changes.")] = 50,
    json: JsonOption = False,
) -> int:
    """List who changed entities, graph and prompts, newest first."""
    found = open_stored_workbench().changes(workspace)[:limit]
    if json:
        echo_json(found)
        return 0
    for change in found:
        echo(_line(change))
    if not found:
        echo("Nobody has changed entities, graph or prompts of this workspace.", err=True)
    return 0


def _line(change: "Change") -> str:
    """Time, author, area and what was changed: ``alias project:alor "ALOR"  (undone)``."""
    when = change.at.strftime("%Y-%m-%d %H:%M")
    author = plain_line(change.author) or "-"
    what = _told(change) + ("  (undone)" if change.is_undone else "")
    return f"{when}  {author:<20} {change.area:<8} {change.kind:<12} {what}"


def _told(change: "Change") -> str:
    made = change.correction
    if made is None:
        return f"{change.template}  version {change.number}"
    # The texts of an edit of the graph are its record as JSON.
    texts = () if change.area == "graph" else made.texts
    quoted = (f'"{plain_line(text)}"' for text in texts)
    return "  ".join(filter(None, (made.node_id, made.other_id, *quoted)))
