"""Register the commands and map errors to exit codes."""

import sys
from collections.abc import Mapping
from importlib import import_module
from importlib.metadata import version as installed_version
from typing import Annotated

import typer

from workbench.cli.options import DOWN, WRONG_INPUT, show_lines
from workbench.cli.output import echo
from workbench.cli.usage import App
from workbench.errors import ConfigurationError, InputError, WorkbenchError

COMMANDS: Mapping[str, tuple[str, ...]] = {
    "system": ("app", "demo", "doctor", "workspaces"),
    "index": ("new", "ingest", "reindex", "verify"),
    "proposals": ("proposals",),
    "extract": ("extract", "draft"),
    "ask": ("ask", "fork", "replay", "search"),
    "plans": ("validate-plan",),
    "runs": ("runs",),
    "compare": ("compare",),
    "matrix": ("matrix",),
    "explain": ("explain",),
    "prompts": ("prompts",),
    "changes": ("changes",),
    "export": ("export", "notebook"),
    "db": ("db",),
    "generate": ("generate",),
    "check": ("check",),
    "calibrate": ("calibrate",),
    "evaluate": ("eval",),
    "verify_bundle": ("verify-bundle",),
    "mcp": ("mcp",),
}
"""The modules of this package with commands, and the commands of each, in the order of the help."""


def _print_version(asked: bool) -> None:
    if asked:
        echo(installed_version("analyst-workbench"))
        raise typer.Exit


VersionOption = Annotated[
    bool,
    typer.Option(
        "--version", help="Print the version and exit.", callback=_print_version, is_eager=True
    ),
]


def command_line(command: str = "") -> App:
    """Return the command line with the module of one command, so that no other is imported.

    A name that is not a command gets all of them, which help and suggestions list.
    """
    app = App(
        name="workbench",
        help="Grounded answers over a graph and documents, with every step open to inspection.",
        no_args_is_help=True,
        pretty_exceptions_enable=False,
        rich_markup_mode=None,
        result_callback=_exit,
    )
    app.callback()(_group)
    modules = [module for module, commands in COMMANDS.items() if command in commands]
    for module in modules or COMMANDS:
        import_module(f"workbench.cli.{module}").register(app)
    return app


def _exit(code: int | None, **_: object) -> None:
    """Exit with the command's return value; the options of the program are done."""
    raise typer.Exit(code or 0)


def _group(version: VersionOption = False) -> None:
    # Typer makes a single command the whole program unless there is a callback.
    pass


def run() -> None:
    """Run the command line and exit with the command's code."""
    try:
        command_line(*sys.argv[1:2])()
    except WorkbenchError as error:
        print_error(error)
        sys.exit(WRONG_INPUT if isinstance(error, InputError | ConfigurationError) else DOWN)


def print_error(error: WorkbenchError) -> None:
    """Print an error and its hint on standard error."""
    from workbench.cli.error_lines import error_lines

    show_lines(error_lines(error))
