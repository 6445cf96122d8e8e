"""``verify-bundle``."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from workbench.cli.options import FAILED, JsonOption, open_workbench
from workbench.cli.output import counted, echo, echo_json_text, plain_line
from workbench.export.bundle import LARGEST_FILE

if TYPE_CHECKING:
    from workbench.bootstrap.bundle_steps import BundleStep
    from workbench.bootstrap.bundles import BundleReport

_CHECKED = {
    "hashes": "every part is as it was packed",
    "workspace": "the specification and the templates can be read",
    "normalize": "the question is read the same",
    "plan": "the plan fits the specification, and the calls are those of the plan",
    "evidence": "every passage and quote stands in its document",
    "execute": "the calls to the graph and to tables find the facts of the run",
    "render": "the facts give the same text and sources",
    "write": "the templates send the models what was recorded",
    "check": "the recorded reply gives the same answer, citations and findings",
    "diagnose": "the claims, scores and the verdict come out the same",
}
"""What each step checks, by its name."""
_DETAILS = {"same": "not repeated: {}", "skipped": "not repeated: {}", "differs": "first at {}"}
_COLORS = {"same": "green", "differs": "red", "skipped": "yellow"}


def register(app: typer.Typer) -> None:
    """Add the commands of this file."""
    app.command("verify-bundle")(verify_bundle)


def verify_bundle(
    file: Annotated[Path, typer.Argument(help="A bundle, made with `export --format bundle`.")],
    digest: Annotated[
        str, typer.Option(help="The sender's digest; exit with 1 if the file has another.")
    ] = "",
    json: JsonOption = False,
) -> int:
    """Recompute a run from its bundle and report differences.

    Repeats the graph calls, rendering, citations and checks; exits with 1 if anything differs.
    """
    from workbench.workspace.bounded_files import read_bytes

    content = read_bytes(file, most=LARGEST_FILE, place=f"FILE: {file}")
    report = open_workbench().sync.verify_bundle(content)
    is_named = not digest or digest == report.digest
    if json:
        echo_json_text(report.model_dump_json(indent=2))
        return 0 if report.is_same and is_named else FAILED
    for step in report.steps:
        echo(_line(step), fg=_COLORS[step.state])
    echo(f"digest   {report.digest}")
    echo(_conclusion(report))
    if not is_named:
        echo(f"The sender's digest is another one: {digest}", err=True, fg="red")
    return 0 if report.is_same and is_named else FAILED


def _line(step: "BundleStep") -> str:
    """A step, what it checks, and the first place that differs or what was not repeated."""
    detail = _DETAILS[step.state].format(plain_line(step.detail)) if step.detail else ""
    what = _CHECKED.get(step.name, "")
    return f"{step.state:<8} {step.name:<10} {what}{f' ({detail})' if detail else ''}".rstrip()


def _conclusion(report: "BundleReport") -> str:
    wrong = sum(step.state == "differs" for step in report.steps)
    if wrong:
        return f"{counted(wrong, 'step')} of {len(report.steps)} not as recorded."
    return "All that can be repeated without models and indexes is as recorded."
