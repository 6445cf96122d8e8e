"""``generate``."""

from pathlib import Path
from typing import Annotated

import typer

from workbench.cli.ask import (
    MaxTokensOption,
    ModelOption,
    TemperatureOption,
    open_with,
    read_models,
)
from workbench.cli.options import CitationsOption, JsonOption, read_history, read_lines
from workbench.cli.progress import follow
from workbench.cli.report import show_unstored_run
from workbench.domain.answer import AskOptions, Audience, Format, Mode, Template


def register(app: typer.Typer) -> None:
    """Add the commands of this file."""
    app.command()(generate)


def generate(
    question: Annotated[str, typer.Argument(help="The question, in Russian or English.")],
    context: Annotated[
        Path,
        typer.Option(
            help='JSON Lines, one passage per line: {"text": …, "id": …, "title": …, "score": …}.'
        ),
    ],
    history: Annotated[
        Path | None, typer.Option(help='Earlier turns, one per line: {"question": …, "answer": …}.')
    ] = None,
    model: ModelOption = None,
    mode: Annotated[Mode, typer.Option()] = Mode.GROUNDED,
    template: Annotated[Template, typer.Option()] = Template.AUTO,
    format: Annotated[Format, typer.Option()] = Format.MARKDOWN,
    citations: CitationsOption = None,
    audience: Annotated[Audience, typer.Option()] = Audience.ANALYST,
    schema: Annotated[str | None, typer.Option(help="As for `ask`.")] = None,
    temperature: TemperatureOption = None,
    max_tokens: MaxTokensOption = None,
    json: JsonOption = False,
) -> int:
    """Answer from given passages, without workspace, plan or search."""
    passages = read_lines(context, "--context")
    turns = read_history(history)
    workbench, named = open_with(schema)
    options = AskOptions(
        mode=mode,
        template=template,
        format=format,
        citations=citations,
        audience=audience,
        schema=named,
        temperature=temperature,
        max_tokens=max_tokens,
        models=read_models(model),
    )
    events = workbench.sync.generate_stream(question, passages, turns, options)
    return show_unstored_run(follow(events), as_json=json)
