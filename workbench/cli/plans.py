"""``validate-plan``."""

from pathlib import Path
from typing import Annotated

import typer

from workbench.cli.error_lines import problem_lines
from workbench.cli.options import (
    WRONG_INPUT,
    JsonOption,
    WorkspaceOption,
    open_workbench,
    read_plan,
    show_lines,
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
    """Check a QueryPlan and list its problems.

    Each problem has its JSON path and a suggestion; exit with 2 if one is an error.
    """
    problems = open_workbench().sync.validate_plan(read_plan(file, "FILE"), workspace)
    errors = [problem for problem in problems if problem.severity == "error"]
    if json:
        echo_json(problems)
    else:
        show_lines(problem_lines(problems))
        if not errors:
            echo("The plan is valid.")
    return WRONG_INPUT if errors else 0
