"""``ask``, ``fork``, ``replay`` and ``search``."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from workbench.cli.answer_flags import AnswerFlags, with_answer_flags
from workbench.cli.options import (
    FAILED,
    JsonOption,
    WorkspaceOption,
    choice,
    open_workbench,
    pair_of,
    read_plan,
    read_text,
    require_words,
    show_progress,
)
from workbench.cli.output import echo, echo_json
from workbench.cli.progress import follow
from workbench.cli.report import show_run
from workbench.domain.plan import Filters
from workbench.domain.run import Run, Stage
from workbench.errors import InputError
from workbench.gc_pause import gc_paused

if TYPE_CHECKING:
    from workbench.bootstrap import Workbench

ConfidenceOption = Annotated[
    list[str] | None,
    typer.Option(
        metavar="NAME=VALUE", help="Set a constant of the confidence formula; may be repeated."
    ),
]

TopKOption = Annotated[
    int | None,
    typer.Option("--top-k", min=1, max=50, help="Number of passages; by default the workspace's."),
]
FilterOption = Annotated[
    list[str] | None,
    typer.Option(metavar="FIELD=VALUE", help="Only documents with this metadata; may be repeated."),
]


def register(app: typer.Typer) -> None:
    """Add the commands of this file."""
    app.command()(ask)
    app.command()(fork)
    app.command()(replay)
    app.command()(search)


@with_answer_flags
def ask(
    question: Annotated[str, typer.Argument(help="The question, in Russian or English.")],
    workspace: WorkspaceOption,
    flags: AnswerFlags,
    plan: Annotated[
        Path | None, typer.Option(help="JSON file with a QueryPlan to run as it is.")
    ] = None,
    until: Annotated[Stage | None, choice(Stage, "Stop after this stage.")] = None,
    thread: Annotated[
        str | None, typer.Option(help="Id of a conversation, for follow-up questions.")
    ] = None,
    require_grounding: Annotated[
        bool,
        typer.Option(
            "--require-grounding/--no-require-grounding",
            help="Rewrite or flag claims that the sources do not support.",
        ),
    ] = True,
    max_response_length: Annotated[
        int, typer.Option(min=1, help="Length limit of the answer in words.")
    ] = 1000,
    system_instructions: Annotated[
        str, typer.Option(help="Additional instructions for the answer model.")
    ] = "",
    show_confidence: Annotated[
        bool, typer.Option("--show-confidence", help="End the answer with the confidence.")
    ] = False,
    confidence_config: ConfidenceOption = None,
    timings: Annotated[
        bool, typer.Option(help="Print where the time goes, over 21 questions.")
    ] = False,
    json: JsonOption = False,
) -> int:
    """Ask a question; print the answer, or the run as JSON."""
    from workbench.cli.timing import Stopwatch

    require_words(question, "question")
    given = read_plan(plan, "--plan") if plan else None
    watch = Stopwatch()
    with gc_paused():
        workbench, options = flags.open(
            require_grounding=require_grounding,
            max_response_length=max_response_length,
            system_instructions=system_instructions,
            show_confidence=show_confidence,
            confidence_config=read_constants(confidence_config),
        )
    watch.lap("import")
    workbench.prepare(workspace, show_progress)
    watch.lap("open")
    events = workbench.sync.stream(
        question,
        workspace=workspace,
        thread=thread,
        plan=given,
        until=until,
        options=options,
    )
    with gc_paused():
        run = follow(events)
    _show_warning(workbench, workspace)
    if timings:
        watch.measure(workbench, workspace, question)
    code = show_run(run, as_json=json)
    if not json and (beside := workbench.sync.json_source_list(run)):
        echo(f"\n{beside}", err=True)
    return code


def _show_warning(workbench: "Workbench", workspace: str) -> None:
    """Print what the workspace lacks on standard error."""
    if warning := workbench.warning(workspace):
        echo(f"{warning.message} {warning.hint}".strip(), err=True, fg="yellow")


def fork(
    run: Annotated[str, typer.Argument(help="The run's id or a prefix of it.")],
    stage: Annotated[Stage, choice(Stage, "The stage whose output is replaced.")],
    value: Annotated[
        Path | None, typer.Option(help="File with the new output; without it the stage runs again.")
    ] = None,
    until: Annotated[Stage | None, choice(Stage, "Stop after this stage.")] = None,
    json: JsonOption = False,
) -> int:
    """Replace one stage of a stored run; run those after it."""
    given = read_text(value, "--value") if value else None
    events = open_workbench().sync.fork_stream(run, stage, given, until=until)
    return show_run(follow(events), as_json=json)


def replay(
    run: Annotated[str, typer.Argument(help="The run's id or a prefix of it.")],
    json: JsonOption = False,
) -> int:
    """Replay a stored run from its recorded model replies.

    Needs no key and no network; exits with 1 if the answer differs.
    """
    workbench = open_workbench()
    again = workbench.sync.replay(run)
    code = show_run(again, as_json=json)
    first = workbench.sync.runs.get(again.parent_id or "")
    if first is None or _answer_text(first) == _answer_text(again):
        return code
    echo(f"The answer differs from that of {first.id}.", err=True, fg="red")
    echo("The workspace, its prompts or the program have changed since then.", err=True)
    return code or FAILED


def search(
    query: Annotated[str, typer.Argument(help="What to look for in the documents.")],
    workspace: WorkspaceOption,
    top_k: TopKOption = None,
    filter: FilterOption = None,
    json: JsonOption = False,
) -> int:
    """Search the documents and print the best passages.

    With --json each passage has the channels that found it, with rank and score.
    """
    require_words(query, "query")
    workbench = open_workbench()
    workbench.prepare(workspace, show_progress)
    filters: Filters = dict(pair_of(text, "--filter") for text in filter or [])
    workbench.check_filter_values(workspace, filters)
    passages = workbench.sync.search(query, workspace, filters=filters, top_k=top_k)
    _show_warning(workbench, workspace)
    if json:
        echo_json(passages)
        return 0
    for number, passage in enumerate(passages, start=1):
        heading = " > ".join(passage.span.heading_path) if passage.span else ""
        echo(f"{number}. {passage.title} · {heading} · {passage.score:.2f}", bold=True)
        echo(f"{passage.text}\n")
    if not passages:
        echo("Nothing relevant was found.")
    return 0


def _answer_text(run: Run) -> str:
    return run.answer.marked if run.answer else ""


def read_constants(given: list[str] | None) -> dict[str, float]:
    """Constants of the confidence formula from ``name=value`` pairs.

    Raises:
        InputError: a value is not a number.
    """
    constants = {}
    for pair in given or ():
        name, _, value = pair.partition("=")
        try:
            constants[name] = float(value)
        except ValueError:
            raise InputError(f"--confidence-config: {pair} is not name=number.") from None
    return constants
