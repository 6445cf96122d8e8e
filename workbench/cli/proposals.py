"""``proposals list | accept | reject | update``."""

import asyncio
from collections import Counter
from typing import Annotated

import typer

from workbench.cli.options import JsonOption, WorkspaceOption, open_settings, show_progress
from workbench.cli.output import counted, echo, plain_line
from workbench.cli.usage import App
from workbench.domain.graph import Node
from workbench.domain.local_text import localize

IdsArgument = Annotated[list[str], typer.Argument(help="Ids of proposed entities: term:loan.")]
_LONGEST = 100
"""Characters of the sentence shown as evidence."""


def register(app: typer.Typer) -> None:
    """Add the commands of this file."""
    proposals = App(help="Entities proposed from the documents.", no_args_is_help=True)
    proposals.command("list")(list_proposals)
    proposals.command("accept")(accept)
    proposals.command("reject")(reject)
    proposals.command("update")(update)
    app.add_typer(proposals, name="proposals")


def list_proposals(workspace: WorkspaceOption, json: JsonOption = False) -> int:
    """List the proposed entities, each with the sentence that it was found in."""
    from workbench.bootstrap.proposing import proposed_entities

    nodes = proposed_entities(workspace, open_settings())
    if json:
        typer.echo("[" + ",\n".join(node.model_dump_json() for node in nodes) + "]")
        return 0
    for node in nodes:
        aliases = f" ({', '.join(node.aliases)})" if node.aliases else ""
        echo(f"{node.id}  {localize(node.name, 'en')}{aliases}")
        if node.evidence:
            echo(f"    {node.evidence.document}: {_shortened(node.evidence.quote)}")
    echo(_counts(nodes), err=True)
    return 0


def accept(ids: IdsArgument, workspace: WorkspaceOption) -> int:
    """Move proposed entities to the graph of the workspace, where they can be edited."""
    from workbench.bootstrap.proposing import ACCEPTED, accept_entities

    count = accept_entities(workspace, ids, open_settings())
    echo(f"{_entities(count)} moved to {ACCEPTED}")
    return 0


def reject(ids: IdsArgument, workspace: WorkspaceOption) -> int:
    """Delete proposed entities; they are not proposed again."""
    from workbench.bootstrap.proposing import reject_entities

    count = reject_entities(workspace, ids, open_settings())
    echo(f"{_entities(count)} rejected")
    return 0


def update(workspace: WorkspaceOption) -> int:
    """Propose entities from the documents again, keeping what was edited, accepted or rejected."""
    from workbench.bootstrap.opened_workspace import update_index
    from workbench.bootstrap.proposing import proposed_entities, update_proposals

    settings = open_settings()
    update_proposals(asyncio.run(update_index(workspace, settings, show_progress)))
    echo(_counts(proposed_entities(workspace, settings)))
    return 0


def _counts(nodes: tuple[Node, ...]) -> str:
    kinds = Counter(node.type for node in nodes)
    by_type = ", ".join(f"{kind}: {count}" for kind, count in kinds.most_common())
    return f"{_entities(len(nodes))} proposed" + (f" ({by_type})" if by_type else "")


def _entities(count: int) -> str:
    return counted(count, "entity", "entities")


def _shortened(quote: str) -> str:
    line = plain_line(quote)
    return line if len(line) <= _LONGEST else f"{line[:_LONGEST].rstrip()}…"
