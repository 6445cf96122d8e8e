"""``verify-bundle``."""

from pathlib import Path
from typing import Annotated

import typer

from workbench.cli.options import FAILED, JsonOption, open_workbench
from workbench.cli.output import echo
from workbench.export.bundle import LARGEST_FILE

_COLORS = {"same": "green", "differs": "red", "skipped": "yellow"}


def register(app: typer.Typer) -> None:
    """Add the commands of this file."""
    app.command("verify-bundle")(verify_bundle)


def verify_bundle(
    file: Annotated[Path, typer.Argument(help="A bundle, made with `export --format bundle`.")],
    digest: Annotated[
        str, typer.Option(help="The digest that the sender has; another one is a failure.")
    ] = "",
    json: JsonOption = False,
) -> int:
    """Recompute a run from its bundle: execution, rendering, answer, citations, checks."""
    from workbench.workspace.bounded_files import read_bytes

    content = read_bytes(file, most=LARGEST_FILE, place=f"FILE: {file}")
    report = open_workbench().sync.verify_bundle(content)
    is_named = not digest or digest == report.digest
    if json:
        typer.echo(report.model_dump_json(indent=2))
        return 0 if report.is_same and is_named else FAILED
    for step in report.steps:
        echo(f"{step.state:<8} {step.name:<9} {step.detail}".rstrip(), fg=_COLORS[step.state])
    echo(f"digest   {report.digest}")
    if not is_named:
        echo(f"The sender's digest is another one: {digest}", err=True, fg="red")
    return 0 if report.is_same and is_named else FAILED
