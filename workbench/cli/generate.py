"""``generate``."""

from pathlib import Path
from typing import Annotated

import typer

from workbench.cli.answer_flags import AnswerFlags, with_answer_flags
from workbench.cli.options import JsonOption, read_lines, require_words
from workbench.cli.progress import follow
from workbench.cli.report import show_unstored_run
from workbench.errors import InputError


def register(app: typer.Typer) -> None:
    """Add the commands of this file."""
    app.command()(generate)


@with_answer_flags
def generate(
    question: Annotated[str, typer.Argument(help="The question, in Russian or English.")],
    context: Annotated[
        Path,
        typer.Option(
            help='JSON Lines, one passage per line: {"text": …, "id": …, "title": …, "score": …}.'
        ),
    ],
    flags: AnswerFlags,
    json: JsonOption = False,
) -> int:
    """Answer from passages that you provide.

    Uses no workspace, plan or search; the run is not stored.
    """
    require_words(question, "question")
    passages = read_lines(context, "--context")
    if not passages:
        hint = "Write one JSON object per line."
        raise InputError("--context: the file has no passages.", hint=hint)
    workbench, options = flags.open()
    events = workbench.sync.generate_stream(question, passages, options=options)
    return show_unstored_run(follow(events), as_json=json)
