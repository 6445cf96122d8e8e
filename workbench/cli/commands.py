"""Register the commands and map errors to exit codes."""

import sys

import typer

from workbench.cli import (
    ask,
    calibrate,
    check,
    compare,
    db,
    evaluate,
    explain,
    export,
    extract,
    generate,
    index,
    matrix,
    plans,
    proposals,
    runs,
    system,
    verify_bundle,
)
from workbench.cli.options import DOWN, WRONG_INPUT, show_problems
from workbench.cli.output import echo
from workbench.cli.usage import App
from workbench.errors import (
    ConfigurationError,
    InputError,
    PlanError,
    WorkbenchError,
)


def _exit(code: int | None) -> None:
    """Exit with the command's return value."""
    raise typer.Exit(code or 0)


app = App(
    name="workbench",
    help="Grounded answers over a graph and documents, with every step open to inspection.",
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
    result_callback=_exit,
)
for module in (
    system, index, proposals, extract, ask, plans, runs, compare, matrix, explain, export,
    db, generate, check, calibrate, evaluate, verify_bundle,
):  # fmt: skip
    module.register(app)


def run() -> None:
    """Run the command line and exit with the command's code."""
    try:
        app()
    except WorkbenchError as error:
        print_error(error)
        sys.exit(WRONG_INPUT if isinstance(error, InputError | ConfigurationError) else DOWN)


def print_error(error: WorkbenchError) -> None:
    """Print an error and its hint on standard error."""
    if isinstance(error, PlanError):
        show_problems(error.problems)
        return
    echo(error.message, err=True, fg="red")
    if error.hint:
        echo(error.hint, err=True)
