"""``extract`` and ``draft``: edges, types and intents drafted from the documents by a model."""

import sys
from typing import TYPE_CHECKING, Annotated

import typer

from workbench.cli.model_calls import YesOption, require_consent, show_calls
from workbench.cli.options import DOWN, FAILED, JsonOption, WorkspaceOption, open_stored_workbench
from workbench.cli.output import counted, echo, echo_json_text
from workbench.domain.model_calls import CallsEstimate

if TYPE_CHECKING:
    from workbench.extraction.report import (
        ExtractionEstimate,
        ExtractionReport,
        ExtractionStep,
    )
    from workbench.pipeline.bridge import Items

ModelOption = Annotated[
    str, typer.Option(metavar="PROVIDER:NAME", help="The model to call; by default PLANNER_MODEL.")
]
DocumentsOption = Annotated[
    str, typer.Option(metavar="GLOB", help="Documents to read, such as 'reports/*'.")
]
LimitOption = Annotated[
    int | None, typer.Option(min=1, help="Read at most so many passages; by default all.")
]
PassagesOption = Annotated[
    int, typer.Option(min=1, max=200, help="Passages in the sample, over all documents.")
]

_DROPPED = {
    "no_quote": "quote not in the passage",
    "no_relation": "undeclared relation",
    "no_type": "end without a type",
    "wrong_ends": "ends of a type that the relation does not connect",
    "same_ends": "both ends the same",
    "not_named": "end not named near the quote",
}
_DROPPED_ENTRIES = {
    "no_quote": "quote not found in the sample",
    "bad_name": "malformed name",
    "exists": "already in the workspace",
    "no_ends": "endpoint is not a node type",
    "few_examples": "fewer than three examples",
}


def register(app: typer.Typer) -> None:
    """Add the commands of this file."""
    app.command()(extract)
    app.command()(draft)


def extract(
    workspace: WorkspaceOption,
    model: ModelOption = "",
    documents: DocumentsOption = "*",
    limit: LimitOption = None,
    yes: YesOption = False,
    json: JsonOption = False,
) -> int:
    """Draft edges of the graph from the documents with a model.

    Makes one call for each passage that was not read before. Drafts wait for review:
    `workbench proposals`.
    """
    workbench = open_stored_workbench()
    estimate = workbench.estimate_extraction(
        workspace, model=model, documents=documents, limit=limit
    )
    _show_estimate(estimate)
    if estimate.passages and not yes:
        require_consent()
    steps = workbench.extract(workspace, model=model, documents=documents, limit=limit)
    report = _follow(steps)
    if json:
        echo_json_text(report.model_dump_json())
    else:
        _show_report(report)
    if report.stopped:
        return DOWN
    return FAILED if report.failed else 0


def draft(
    workspace: WorkspaceOption,
    model: ModelOption = "",
    passages: PassagesOption = 24,
    yes: YesOption = False,
    json: JsonOption = False,
) -> int:
    """Draft node types, edge types and intents with a model.

    The model reads a sample of passages in one call. Drafts wait for review:
    `workbench proposals`.
    """
    workbench = open_stored_workbench()
    _show_estimate(workbench.estimate_drafting(workspace, model=model, passages=passages), calls=1)
    if not yes:
        require_consent()
    report = workbench.draft_entries(workspace, model=model, passages=passages)
    if json:
        echo_json_text(report.model_dump_json())
        return 0
    echo(f"{counted(report.new, 'new type or intent', 'new types and intents')} to review")
    for count, what in (
        (report.repeated, "drafted before"),
        *((count, f"dropped: {_DROPPED_ENTRIES[why]}") for why, count in report.dropped.items()),
    ):
        if count:
            echo(f"  {count} {what}")
    if report.new:
        echo(f"Review: `workbench proposals drafts -w {report.workspace}`, or the Graph page.")
    return 0


def _show_estimate(estimate: "ExtractionEstimate", calls: int | None = None) -> None:
    """Print the calls, by default one for each passage, with their tokens and price."""
    number = estimate.passages if calls is None else calls
    show_calls(
        CallsEstimate(
            calls=number,
            models=(estimate.model,),
            input_tokens=estimate.input_tokens,
            output_tokens=estimate.output_tokens,
            price_usd=estimate.price_usd,
        )
    )
    for count, what in ((estimate.done, "were read before"), (estimate.left, "left for later")):
        if count:
            echo(f"{counted(count, 'passage')} {what}", err=True)


def _follow(steps: "Items[ExtractionStep | ExtractionReport]") -> "ExtractionReport":
    """Show the progress, and return the report; Ctrl+C keeps what was read so far."""
    from workbench.extraction.report import ExtractionReport

    try:
        for step in steps:
            if isinstance(step, ExtractionReport):
                return step
            _show_step(step)
    except KeyboardInterrupt:
        steps.close()
        raise
    raise AssertionError("an extraction ends with its report")


def _show_step(step: "ExtractionStep") -> None:
    line = f"Reading passages: {step.done} of {step.total}, {counted(step.drafts, 'new draft')}"
    if sys.stderr.isatty():
        typer.echo(f"\r\x1b[2K{line}", nl=step.done >= step.total, err=True)
    elif step.done >= step.total:
        echo(line, err=True)


def _show_report(report: "ExtractionReport") -> None:
    echo(f"{counted(report.new, 'new edge')} to review")
    for count, what in (
        (report.supported, "further quotes of drafts"),
        (report.repeated, "found before"),
        (report.in_graph, "already in the graph"),
        *((count, f"dropped: {_DROPPED[why]}") for why, count in report.dropped.items()),
    ):
        if count:
            echo(f"  {count} {what}")
    for passage in report.failed:
        place = f"{passage.document}, character {passage.start}"
        echo(f"{place}: {passage.error.message}", err=True, fg="yellow")
    if report.stopped:
        left = counted(report.unread, "passage")
        echo(f"Stopped; {left} not read. {report.stopped.hint}", err=True, fg="red")
    if report.new:
        echo(f"Review: `workbench proposals drafts -w {report.workspace}`, or the Graph page.")
