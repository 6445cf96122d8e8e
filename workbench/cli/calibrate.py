"""``calibrate``."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from workbench.cli.options import JsonOption, WorkspaceOption, open_workbench, read_lines
from workbench.cli.output import echo, echo_json_text
from workbench.errors import InputError

if TYPE_CHECKING:
    from workbench.bootstrap.calibrations import LabelledText


def register(app: typer.Typer) -> None:
    """Add the commands of this file."""
    app.command()(calibrate)


def calibrate(
    workspace: WorkspaceOption,
    labels: Annotated[
        Path | None,
        typer.Option(
            help='JSON Lines: {"claim": …, "sources": […], "supported": true}; 50 are enough.'
        ),
    ] = None,
    forget: Annotated[bool, typer.Option("--forget", help="Drop the workspace's labels.")] = False,
    json: JsonOption = False,
) -> None:
    """Fit the probability of claims to labels of a workspace.

    The probability is that a claim is supported; `ask` and `check` use it from then on.
    """
    if (labels is None) != forget:
        raise InputError("calibrate needs either --labels or --forget.")
    workbench = open_workbench()
    if labels is None:
        workbench.forget_calibration(workspace)
        echo(f"{workspace}: the default calibration.")
        return
    refit = workbench.calibrate(_labelled(read_lines(labels, "--labels")), workspace)
    if json:
        echo_json_text(refit.model_dump_json(indent=2))
        return
    echo(f"{workspace}: {refit.labels} labels, scale {refit.scale:.2f}, offset {refit.offset:+.2f}")
    echo(
        f"calibration error {refit.error_before:.3f} without them, "
        f"{refit.error_after:.3f} with them (cross-validated)"
    )


def _labelled(lines: list[Any]) -> "list[LabelledText]":
    from pydantic import ValidationError

    from workbench.bootstrap.calibrations import LabelledText

    labelled = []
    for number, line in enumerate(lines, start=1):
        try:
            labelled.append(LabelledText.model_validate(line))
        except ValidationError as error:
            first = error.errors()[0]
            place = ".".join(map(str, first["loc"]))
            raise InputError(f"--labels: label {number}: {place}: {first['msg']}") from error
    return labelled
