"""``eval golden``."""

import asyncio
from typing import Annotated

import typer

from workbench.cli.options import FAILED, open_workbench, show_progress
from workbench.cli.output import echo


def register(app: typer.Typer) -> None:
    """Add the commands of this file."""
    evaluate = typer.Typer(help="Measure on labelled questions.", no_args_is_help=True)
    evaluate.callback()(_group)
    evaluate.command("golden")(golden)
    app.add_typer(evaluate, name="eval")


def _group() -> None:
    """Measure on labelled questions."""


def golden(
    workspace: Annotated[str | None, typer.Option("--workspace", "-w")] = None,
    verbose: Annotated[
        bool, typer.Option("--verbose", "-v", help="Show passed cases too.")
    ] = False,
) -> int:
    """Ask every golden question; print what failed, by the stage that lost it."""
    from workbench.evaluation.golden import BAR, CaseResult, run_golden

    workbench = open_workbench()
    names = [workspace] if workspace else [one.id for one in workbench.workspaces()]

    def show(verdict: CaseResult) -> None:
        if verdict.passed and not verbose:
            return
        mark = "pass" if verdict.passed else "FAIL"
        echo(f"  {mark}  {verdict.case.id}: {verdict.case.question}")
        for miss in verdict.misses:
            echo(f"          {miss.stage.value}: {miss.what}")

    worst = 1.0
    for name in names:
        path = workbench.prepare(name, show_progress).workspace.root / "golden.jsonl"
        if not path.is_file():
            echo(f"{name}: no golden.jsonl")
            continue
        report = asyncio.run(run_golden(workbench, name, path, show))
        passed = sum(verdict.passed for verdict in report.verdicts)
        blame = ", ".join(f"{stage.value} {count}" for stage, count in report.blame())
        lost = f"; lost at {blame}" if blame else ""
        echo(f"{name}: {passed}/{len(report.verdicts)} = {report.share:.1%}{lost}")
        worst = min(worst, report.share)
    return 0 if worst >= BAR else FAILED
