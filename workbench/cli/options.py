"""What several commands share: exit codes, common options, opening the workbench, complaints."""

import json
import sys
from collections.abc import Callable, Collection, Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from workbench.citation_styles import CITATION_STYLES
from workbench.cli.output import echo
from workbench.errors import InputError, Problem

if TYPE_CHECKING:
    from pydantic import BaseModel

    from workbench.bootstrap import Workbench
    from workbench.domain.question import GivenTurn
    from workbench.settings import Settings

LARGEST_INPUT = 8_000_000
"""Bytes of a file given under an option: the sources of a check at four bytes a character, and
room for their titles."""

FAILED, WRONG_INPUT, DOWN = 1, 2, 3
"""Exit codes beside 0: a run or a check failed; what was given is wrong; something is down."""


def one_of(names: Collection[str]) -> Callable[[str], str]:
    """A parser for an option that takes one of ``names``, such as those of a registry."""

    def parse(given: str) -> str:
        if given in names:
            return given
        known = ", ".join(f"'{name}'" for name in names)
        raise typer.BadParameter(f"'{given}' is not one of {known}.")

    return parse


WorkspaceOption = Annotated[
    str, typer.Option("--workspace", "-w", help="The workspace's id; see `workbench workspaces`.")
]
CitationsOption = Annotated[
    str | None,
    typer.Option(
        parser=one_of(CITATION_STYLES),
        metavar="|".join(CITATION_STYLES),
        help="How citations are shown; by default as the workspace says.",
    ),
]
JsonOption = Annotated[bool, typer.Option("--json", help="Print JSON, and nothing else.")]


def open_workbench(schemas: "Sequence[type[BaseModel]]" = ()) -> "Workbench":
    """The workbench as the environment says, and with schemas of the command's own."""
    from workbench.bootstrap import Workbench

    workbench = Workbench.open(open_settings(), schemas=schemas)
    if workbench.unstored:
        echo(f"Runs are not stored. {workbench.unstored}", err=True, fg="yellow")
    return workbench


def open_settings() -> "Settings":
    """The settings as the environment says; a command tells in sentences what it would only log."""
    from workbench.logs import configure_logs
    from workbench.settings import load_settings

    settings = load_settings()
    said = "workbench_log_level" in settings.model_fields_set
    configure_logs(settings.workbench_log_level if said else "error")
    return settings


def show_progress(stage: str, done: int, total: int) -> None:
    """One line a stage on standard error while indexes are built; it counts on a terminal."""
    if sys.stderr.isatty():
        typer.echo(f"\r{stage}: {done}/{total}", nl=done >= total, err=True)
    elif done >= total:
        echo(f"{stage}: {total}", err=True)


def read_text(path: Path, option: str) -> str:
    """The text of a file given under an option; one that cannot be read is an InputError."""
    from workbench.workspace.bounded_files import read_text

    return read_text(path, most=LARGEST_INPUT, place=f"{option}: {path}")


def read_lines(path: Path, option: str) -> list[Any]:
    """The values of a file with one JSON value a line; a wrong line is an InputError."""
    lines = read_text(path, option).split("\n")
    return [
        _value(line, f"{option}: line {number}")
        for number, line in enumerate(lines, start=1)
        if line.strip()
    ]


def _value(line: str, place: str) -> Any:
    try:
        return json.loads(line)
    except (ValueError, RecursionError) as error:
        raise InputError(f"{place} is not JSON: {error}") from error


def read_history(path: Path | None) -> "tuple[GivenTurn, ...]":
    """The turns of a file given under ``--history``; none without one."""
    from workbench.pipeline.given_context import read_history

    if path is None:
        return ()
    try:
        return read_history(read_lines(path, "--history"))
    except InputError as error:
        raise InputError(f"--history: {error.message}", hint=error.hint) from error


def show_problems(problems: Iterable[Problem]) -> None:
    """Each problem of a plan with its JSON path and suggestion."""
    for problem in problems:
        color = "red" if problem.severity == "error" else "yellow"
        echo(f"{problem.path}: {problem.message}", err=True, fg=color)
        if problem.suggestion:
            echo(f"    {problem.suggestion}", err=True)
