"""``proposals list | drafts | accept | reject | undo | update``."""

import asyncio
from collections import Counter
from collections.abc import Mapping
from json import dumps
from typing import Annotated, NamedTuple, get_args

import typer

from workbench.cli.options import (
    FAILED,
    JsonOption,
    WorkspaceOption,
    choice,
    open_settings,
    open_stored_workbench,
    show_progress,
)
from workbench.cli.output import counted, echo, echo_json, echo_json_text, plain_line
from workbench.cli.usage import App
from workbench.domain.drafts import DraftEnd, DraftState, EdgeDraft, EntryDraft
from workbench.domain.evidence import StageError
from workbench.domain.graph import Node
from workbench.domain.local_text import localize
from workbench.errors import InputError

IdsArgument = Annotated[
    list[str] | None, typer.Argument(help="Ids of proposed entities (term:loan) or of drafts.")
]
DraftIdsArgument = Annotated[list[str], typer.Argument(help="Ids of drafts.")]
StateOption = Annotated[DraftState, choice(get_args(DraftState), "Only drafts in this state.")]
RelationOption = Annotated[str, typer.Option(help="Only drafts of this edge type.")]
DocumentOption = Annotated[
    str, typer.Option(metavar="GLOB", help="Only drafts with a quote in such a document.")
]
SupportsOption = Annotated[
    int, typer.Option("--supports", min=1, help="Only drafts with at least so many quotes.")
]
AUTHOR = "cli"
"""The author of decisions from the command line."""
_LONGEST = 100
"""Characters of the sentence shown as evidence."""


def register(app: typer.Typer) -> None:
    """Add the commands of this file."""
    proposals = App(help="Review what was proposed from the documents.", no_args_is_help=True)
    proposals.command("list")(list_proposals)
    proposals.command("drafts")(list_drafts)
    proposals.command("accept")(accept)
    proposals.command("reject")(reject)
    proposals.command("undo")(undo)
    proposals.command("update")(update)
    app.add_typer(proposals, name="proposals")


def list_proposals(workspace: WorkspaceOption, json: JsonOption = False) -> int:
    """List the proposed entities and the sentences they are from."""
    from workbench.bootstrap.proposing import proposed_entities

    nodes = proposed_entities(workspace, open_settings())
    if json:
        echo_json(nodes)
        return 0
    for node in nodes:
        aliases = f" ({', '.join(node.aliases)})" if node.aliases else ""
        echo(f"{node.id}  {localize(node.name, 'en')}{aliases}")
        if node.evidence:
            echo(f"    {node.evidence.document}: {_shortened(node.evidence.quote)}")
    echo(_counts(nodes), err=True)
    return 0


def list_drafts(
    workspace: WorkspaceOption,
    state: StateOption = "pending",
    relation: RelationOption = "",
    document: DocumentOption = "*",
    supports: SupportsOption = 1,
    json: JsonOption = False,
) -> int:
    """List what a model drafted, with the quotes.

    Edges come first, then types and intents; these are left out if an option chooses among edges.
    """
    workbench = open_stored_workbench()
    found = workbench.drafts(
        workspace, state=state, relation=relation, document=document, supports=supports
    )
    has_choice = _has_choice(relation, document, supports)
    entries = () if has_choice else workbench.entries(workspace, state)
    if json:
        records = [one.model_dump_json() for one in (*found, *entries)]
        echo_json_text("[" + ",\n".join(records) + "]")
        return 0
    for one in found:
        draft = one.draft
        unsure = "" if draft.is_certain else "  (uncertain name)"
        echo(f"{draft.id}  {_end(draft.source)} {draft.type} {_end(draft.target)}{unsure}")
        _echo_quotes(draft)
    for entry in entries:
        named = f"{entry.draft.section}.{entry.draft.name}"
        echo(f"{entry.draft.id}  {named}  {dumps(entry.draft.entry, ensure_ascii=False)}")
        _echo_quotes(entry.draft)
    kinds = Counter([*(one.edge.type for one in found), *(one.draft.section for one in entries)])
    echo(f"{counted(kinds.total(), f'{state} draft')}{_by_type(kinds)}", err=True)
    return 0


def accept(
    workspace: WorkspaceOption,
    ids: IdsArgument = None,
    relation: RelationOption = "",
    document: DocumentOption = "*",
    supports: SupportsOption = 1,
) -> int:
    """Accept proposed entities and drafts.

    Entities and edges go to the graph, types and intents to workspace.yaml. Without ids, the
    options choose among the pending drafts whose names are certain.
    """
    from workbench.bootstrap.proposing import ACCEPTED, accept_entities

    chosen = _by_kind(ids or [])
    refused: dict[str, StageError] = {}
    if chosen.entities:
        count = accept_entities(workspace, chosen.entities, open_settings())
        echo(f"{_entities(count)} moved to {ACCEPTED}")
    if chosen.entries:
        made = open_stored_workbench().accept_entries(workspace, chosen.entries, author=AUTHOR)
        refused |= made.refused
        echo(f"{_entries(len(made.decided))} written to workspace.yaml")
    if chosen.edges or not ids:
        edges = chosen.edges or _chosen(workspace, relation, document, supports, only_certain=True)
        made = open_stored_workbench().accept_drafts(workspace, edges, author=AUTHOR)
        refused |= made.refused
        echo(f"{counted(len(made.decided), 'edge')} added to the graph")
    return _refused(refused)


def reject(
    workspace: WorkspaceOption,
    ids: IdsArgument = None,
    relation: RelationOption = "",
    document: DocumentOption = "*",
    supports: SupportsOption = 1,
) -> int:
    """Reject proposed entities and drafts.

    They are not proposed again. Without ids, the options choose among the pending drafts.
    """
    from workbench.bootstrap.proposing import reject_entities

    chosen = _by_kind(ids or [])
    if chosen.entities:
        count = reject_entities(workspace, chosen.entities, open_settings())
        echo(f"{_entities(count)} rejected")
    if chosen.entries:
        made = open_stored_workbench().reject_entries(workspace, chosen.entries, author=AUTHOR)
        echo(f"{_entries(len(made.decided))} rejected")
    if chosen.edges or not ids:
        edges = chosen.edges or _chosen(workspace, relation, document, supports, only_certain=False)
        made = open_stored_workbench().reject_drafts(workspace, edges, author=AUTHOR)
        echo(f"{counted(len(made.decided), 'edge')} rejected")
    return 0


def undo(ids: DraftIdsArgument, workspace: WorkspaceOption) -> int:
    """Undo decisions about drafts.

    The drafts wait for review again.
    """
    chosen, workbench = _by_kind(ids), open_stored_workbench()
    made = [workbench.undo_drafts(workspace, [*chosen.entities, *chosen.edges], author=AUTHOR)]
    if chosen.entries:
        made.append(workbench.undo_entries(workspace, chosen.entries, author=AUTHOR))
    echo(f"{counted(sum(len(one.decided) for one in made), 'decision')} undone")
    return _refused({key: why for one in made for key, why in one.refused.items()})


def update(workspace: WorkspaceOption) -> int:
    """Propose entities from the documents again.

    What was edited, accepted or rejected is kept.
    """
    from workbench.bootstrap.opened_workspace import update_index
    from workbench.bootstrap.proposing import proposed_entities, update_proposals

    settings = open_settings()
    library = asyncio.run(update_index(workspace, settings, show_progress))
    update_proposals(library, settings)
    echo(_counts(proposed_entities(workspace, settings)))
    return 0


class _Ids(NamedTuple):
    """Ids by what they belong to."""

    entities: list[str]
    entries: list[str]
    edges: list[str]


def _by_kind(ids: list[str]) -> _Ids:
    """Split ids: those of entities name a type, those of drafts have a prefix."""
    entities = [one for one in ids if ":" in one]
    entries = [one for one in ids if one.startswith("entry-") and one not in entities]
    return _Ids(entities, entries, [one for one in ids if one not in (*entities, *entries)])


def _refused(refused: Mapping[str, StageError]) -> int:
    """Print why drafts were not changed, and return the exit code."""
    for draft_id, error in refused.items():
        echo(f"{draft_id}: {error.message} {error.hint}".rstrip(), err=True, fg="yellow")
    return FAILED if refused else 0


def _has_choice(relation: str, document: str, supports: int) -> bool:
    """Whether an option chooses among drafted edges."""
    return bool(relation) or document != "*" or supports > 1


def _chosen(
    workspace: str, relation: str, document: str, supports: int, *, only_certain: bool
) -> list[str]:
    """Return the ids of the pending drafts that the options choose.

    Raises:
        InputError: no option chooses.
    """
    if not _has_choice(relation, document, supports):
        raise InputError(
            "No proposal is chosen.", hint="Name ids, or pass --relation, --document or --supports."
        )
    found = open_stored_workbench().drafts(
        workspace, state="pending", relation=relation, document=document, supports=supports
    )
    chosen = [one.draft.id for one in found if one.draft.is_certain or not only_certain]
    if len(chosen) < len(found):
        left = counted(len(found) - len(chosen), "draft")
        echo(f"{left} with an uncertain name left: name the ids to accept them.", err=True)
    return chosen


def _end(end: DraftEnd) -> str:
    """Return an end of an edge: the node that its name means, or the one that it adds."""
    return f"{end.node_id}{' (new)' if end.is_new else ''}"


def _counts(nodes: tuple[Node, ...]) -> str:
    kinds = Counter(node.type for node in nodes)
    return f"{_entities(len(nodes))} proposed{_by_type(kinds)}"


def _by_type(kinds: Counter[str]) -> str:
    """Return the numbers by type in brackets; empty if there are none."""
    listed = ", ".join(f"{kind}: {count}" for kind, count in kinds.most_common())
    return f" ({listed})" if listed else ""


def _echo_quotes(draft: EdgeDraft | EntryDraft) -> None:
    """Print the places that state a draft."""
    for place in draft.supports:
        echo(f"    {place.document}: {_shortened(place.quote)}")


def _entities(count: int) -> str:
    return counted(count, "entity", "entities")


def _entries(count: int) -> str:
    return counted(count, "type or intent", "types and intents")


def _shortened(quote: str) -> str:
    line = plain_line(quote)
    return line if len(line) <= _LONGEST else f"{line[:_LONGEST].rstrip()}…"
