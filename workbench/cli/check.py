"""``check``."""

from pathlib import Path
from typing import Annotated

import typer

from workbench.cli.options import FAILED, JsonOption, open_workbench, read_lines, read_text
from workbench.cli.output import echo, echo_json_text, plain_line
from workbench.domain.diagnostics import CheckResult
from workbench.domain.local_text import LANGUAGES
from workbench.errors import InputError


def register(app: typer.Typer) -> None:
    """Add the commands of this file."""
    app.command()(check)


def check(
    answer: Annotated[
        Path, typer.Option(help="File with the text; [Source N] cites the N-th source.")
    ],
    sources: Annotated[
        Path, typer.Option(help='JSON Lines, one source per line: {"text": …, "title": …}.')
    ],
    lang: Annotated[
        str | None, typer.Option(help="Language, ru or en; by default that of the text.")
    ] = None,
    workspace: Annotated[
        str | None,
        typer.Option(
            "--workspace", "-w", metavar="ID", help="Use the calibration of this workspace."
        ),
    ] = None,
    json: JsonOption = False,
) -> int:
    """Check every claim and citation of a text.

    Compares them with the given sources; exits with 1 if one fails.
    """
    if lang is not None and lang not in LANGUAGES:
        raise InputError(f"--lang: “{lang}” is not one of {', '.join(LANGUAGES)}.")
    text, given = read_text(answer, "--answer"), read_lines(sources, "--sources")
    if not text.strip():
        raise InputError(f"--answer: {answer} is empty.")
    if not given:
        raise InputError(
            f"--sources: {sources} has no sources.", hint="Write one JSON object per line."
        )
    checked = open_workbench().sync.check(text, given, lang=lang, workspace=workspace)
    if json:
        echo_json_text(checked.model_dump_json(indent=2))
    else:
        _show(checked)
    return FAILED if checked.unverified or checked.unknown_sources else 0


def _show(checked: CheckResult) -> None:
    for claim in checked.claims:
        color = "red" if claim.is_doubtful else None
        echo(f"{claim.verdict.replace('_', ' '):<14}  {plain_line(claim.statement)}", fg=color)
        for reason in claim.reasons:
            echo(f"{'':<14}  {reason}")
    for number in checked.unknown_sources:
        echo(f"There is no source {number}.", fg="red")
    if checked.judge:
        share = _share(checked.judge.agreement)
        echo(f"Judge {checked.judge.model}: agreement with the checks {share}.")
        for claim_text in checked.judge.ungrounded_claims:
            echo(f"{'judge: no':<14}  {plain_line(claim_text)}", fg="red")
    if checked.judge_error:
        echo(f"The judge failed: {checked.judge_error.message}", err=True, fg="red")
    scores = checked.citations
    unchecked = sum(claim.is_unchecked for claim in checked.claims)
    left = f" of what could be checked ({unchecked} could not)" if unchecked else ""
    echo(
        f"grounding {_share(checked.grounding.score)}{left}, citation precision "
        f"{_share(scores.precision)}, recall {_share(scores.recall)}"
    )


def _share(value: float | None) -> str:
    return "unknown" if value is None else f"{value:.0%}"
