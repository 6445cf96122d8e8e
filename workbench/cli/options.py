"""Exit codes, options, input files and error output that several commands share."""

import json
import sys
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from workbench.citation_styles import CITATION_STYLES
from workbench.cli.output import echo
from workbench.errors import InputError

if TYPE_CHECKING:
    from pydantic import BaseModel

    from workbench.bootstrap import Workbench
    from workbench.bootstrap.sync import SyncWorkbench
    from workbench.cli.error_lines import ErrorLine
    from workbench.domain.question import GivenTurn
    from workbench.settings import Settings

LARGEST_INPUT = 8_000_000
"""Size limit of an input file in bytes: the longest sources at four bytes per character, plus
their titles."""

FAILED, WRONG_INPUT, DOWN = 1, 2, 3
"""Exit codes: a run or check failed; invalid input or settings; a service is down."""


def choice(names: Iterable[str], help: str = "") -> Any:
    """Declare an option that takes one of ``names``: a StrEnum, or the keys of a registry."""
    members = {str(name): name for name in names}

    def parse(given: str) -> str:
        if given in members:
            return members[given]
        known = ", ".join(f"'{name}'" for name in members)
        raise typer.BadParameter(f"'{given}' is not one of {known}.")

    return typer.Option(parser=parse, metavar="|".join(members), help=help)


WorkspaceOption = Annotated[
    str,
    typer.Option(
        "--workspace", "-w", metavar="ID", help="The workspace's id; see `workbench workspaces`."
    ),
]
CitationsOption = Annotated[
    str | None, choice(CITATION_STYLES, "Citation style; by default the workspace's.")
]
JsonOption = Annotated[bool, typer.Option("--json", help="Print JSON only.")]


def open_workbench(schemas: "Sequence[type[BaseModel]]" = ()) -> "Workbench":
    """Open the workbench with the environment's settings and additional schemas."""
    from workbench.bootstrap import Workbench

    workbench = Workbench.open(open_settings(), schemas=schemas)
    if workbench.store_error:
        echo(f"Runs are not stored. {workbench.store_error}", err=True, fg="yellow")
    return workbench


def open_stored_workbench() -> "SyncWorkbench":
    """Open the workbench; raises RunStoreError if it stores nothing."""
    workbench = open_workbench().sync
    if workbench.store_error:
        raise workbench.store_error
    return workbench


def open_settings() -> "Settings":
    """Load the settings and log errors only, unless the log level is set: commands print notes."""
    from workbench.logs import configure_logs
    from workbench.settings import load_settings

    settings = load_settings()
    is_set = "workbench_log_level" in settings.model_fields_set
    configure_logs(settings.workbench_log_level if is_set else "error")
    return settings


_STEPS = {
    "documents": "Reading documents: {done} of {total}",
    "words": "Building the lexical index: {done} of {total} documents",
    "vectors": "Computing vectors: {done} of {total} passages",
    "questions": "Trying example questions: {done} of {total}",
    "verify": "Checking documents: {done} of {total}",
    "waiting": "Waiting for another process that is building the index",
    "runs": "Copying runs: {done} of {total}",
}
"""The line printed for each step, by the name under which it reports its progress."""


def progress_text(step: str, done: int, total: int) -> str:
    """Return what a step is doing, with its numbers."""
    return _STEPS[step].format(done=done, total=total)


def show_progress(step: str, done: int, total: int) -> None:
    """Print one line per step on standard error; on a terminal it counts up."""
    line = progress_text(step, done, total)
    if sys.stderr.isatty():
        typer.echo(f"\r{line}", nl=done >= total, err=True)
    elif done >= total:
        echo(line, err=True)


def require_words(text: str, what: str) -> None:
    """Raise InputError for an argument that is empty or blank."""
    if not text.strip():
        raise InputError(f"The {what} is empty.")


def read_text(path: Path, option: str) -> str:
    """Read the text file given to an option; raises InputError if that fails."""
    from workbench.workspace.bounded_files import read_text

    return read_text(path, most=LARGEST_INPUT, place=f"{option}: {path}")


def read_plan(path: Path, option: str) -> str:
    """Read a plan's file; an empty one raises InputError."""
    text = read_text(path, option)
    if not text.strip():
        raise InputError(f"{option}: {path}: the file is empty.")
    return text


def read_lines(path: Path, option: str) -> list[Any]:
    """Read a JSON Lines file; an invalid line raises InputError."""
    lines = read_text(path, option).split("\n")
    return [
        _value(line, f"{option}: line {number}")
        for number, line in enumerate(lines, start=1)
        if line.strip()
    ]


def _value(line: str, place: str) -> Any:
    try:
        return json.loads(line)
    except RecursionError as error:
        raise InputError(f"{place} is nested too deeply.") from error
    except ValueError as error:
        raise InputError(f"{place} is not JSON: {error}") from error


def read_history(path: Path | None) -> "tuple[GivenTurn, ...]":
    """Read the turns of the ``--history`` file; empty without one."""
    from workbench.pipeline.given_context import read_history

    if path is None:
        return ()
    lines = read_lines(path, "--history")
    try:
        return read_history(lines)
    except InputError as error:
        raise InputError(f"--history: {error.message}", hint=error.hint) from error


def show_lines(lines: "Iterable[ErrorLine]") -> None:
    """Print the lines of an error on standard error."""
    for line in lines:
        echo(line.text, err=True, fg=line.color)


def pair_of(text: str, option: str) -> tuple[str, str]:
    """Split ``name=value``; anything else raises InputError with the option's name."""
    key, sign, value = text.partition("=")
    if not sign or not key or not value:
        raise InputError(f"{option}: “{text}” is not of the form name=value.")
    return key.strip(), value.strip()
