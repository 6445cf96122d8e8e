"""``validate-plan``."""

from pathlib import Path
from typing import Annotated

import typer

from workbench.cli.options import (
    WRONG_INPUT,
    JsonOption,
    WorkspaceOption,
    open_workbench,
    read_plan,
    show_problems,
)
from workbench.cli.output import echo, echo_json


def register(app: typer.Typer) -> None:
    """Add the commands of this file."""
    app.command("validate-plan")(validate_plan)


def validate_plan(
    file: Annotated[Path, typer.Argument(help="A QueryPlan as a JSON file.")],
    workspace: WorkspaceOption,
    json: JsonOption = False,
) -> int:
    """List a plan's problems, each with its JSON path and a suggestion."""
    problems = open_workbench().sync.validate_plan(read_plan(file, "FILE"), workspace)
    errors = [problem for problem in problems if problem.severity == "error"]
    if json:
        echo_json(problems)
    else:
        show_problems(problems)
        if not errors:
            echo("The plan is valid.")
    return WRONG_INPUT if errors else 0
