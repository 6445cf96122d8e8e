"""The commands, and what each kind of error means for the exit code."""

import sys
from collections.abc import Iterable

import typer

from workbench.cli import asking, evaluating, plans, recorded, system
from workbench.errors import (
    ConfigurationError,
    InputError,
    PlanError,
    Problem,
    WorkbenchError,
)

WRONG_INPUT, DOWN = 2, 3


def _exit(code: int | None) -> None:
    """What a command returns is its exit code."""
    raise typer.Exit(code or 0)


app = typer.Typer(
    name="workbench",
    help="Grounded answers over a graph and documents, with every step open to inspection.",
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
    result_callback=_exit,
)
for module in (system, asking, plans, recorded, evaluating):
    module.register(app)


def main() -> None:
    """Run a command. Exit codes: 0 fine, 1 failed, 2 wrong input, 3 something is down."""
    try:
        app()
    except WorkbenchError as error:
        complain(error)
        sys.exit(WRONG_INPUT if isinstance(error, InputError | ConfigurationError) else DOWN)


def complain(error: WorkbenchError) -> None:
    """Say on standard error what happened and what to do."""
    if isinstance(error, PlanError):
        show_problems(error.problems)
        return
    typer.secho(error.message, err=True, fg="red")
    if error.hint:
        typer.echo(error.hint, err=True)


def show_problems(problems: Iterable[Problem]) -> None:
    """Each problem of a plan with its JSON path and suggestion."""
    for problem in problems:
        color = "red" if problem.severity == "error" else "yellow"
        typer.secho(f"{problem.path}: {problem.message}", err=True, fg=color)
        if problem.suggestion:
            typer.echo(f"    {problem.suggestion}", err=True)
