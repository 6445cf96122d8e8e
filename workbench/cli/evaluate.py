"""``eval golden``."""

import asyncio
from typing import Annotated

import typer

from workbench.cli.options import FAILED, choice, open_workbench, show_progress
from workbench.cli.output import echo
from workbench.cli.usage import App
from workbench.errors import InputError
from workbench.evaluation.golden import BAR, CaseResult, Report, run_golden
from workbench.evaluation.metrics import METRICS

_METRIC_HELP = "; ".join(f"{name}: {metric.description}" for name, metric in METRICS.items())


def register(app: typer.Typer) -> None:
    """Add the commands of this file."""
    evaluate = App(help="Measure answers to labelled questions.", no_args_is_help=True)
    evaluate.callback()(_group)
    evaluate.command("golden")(golden)
    app.add_typer(evaluate, name="eval")


def _group() -> None:
    """Measure answers to labelled questions."""


def golden(
    workspace: Annotated[
        str | None,
        typer.Option(
            "--workspace", "-w", metavar="ID", help="Measure this workspace; by default all."
        ),
    ] = None,
    metric: Annotated[
        list[str] | None,
        choice(METRICS, f"Score only by this metric; may be repeated. {_METRIC_HELP}."),
    ] = None,
    verbose: Annotated[
        bool, typer.Option("--verbose", "-v", help="Print the cases that passed, too.")
    ] = False,
) -> int:
    """Ask every golden question and print the cases that failed.

    Each failure names its stage; the mean of every metric follows. Exit with 1 if a workspace
    answers fewer questions than required.
    """
    workbench = open_workbench()
    names = [workspace] if workspace else [one.id for one in workbench.workspaces()]
    metrics = {name: METRICS[name] for name in metric or METRICS}

    def show(result: CaseResult) -> None:
        if result.passed and not verbose:
            return
        mark = "pass" if result.passed else "FAIL"
        echo(f"  {mark}  {result.case.id}: {result.case.question}")
        for miss in result.misses:
            echo(f"          {miss.stage.value}: {miss.what}")

    worst = 1.0
    for name in names:
        own = workbench.prepare(name, show_progress).workspace.root / "golden.jsonl"
        files = workbench.golden_files(name)
        if not files:
            if workspace:
                raise InputError(f"--workspace: {own} does not exist.")
            echo(f"{name}: no golden.jsonl")
        for path in files:
            if path != own:
                echo(f"saved cases, {path}:")
            report = asyncio.run(run_golden(workbench, name, path, show, metrics))
            _show_report(report)
            worst = min(worst, report.share)
    return 0 if worst >= BAR else FAILED


def _show_report(report: Report) -> None:
    blame = ", ".join(f"{stage.value} {count}" for stage, count in report.blame())
    lost = f"; lost at {blame}" if blame else ""
    total = len(report.results)
    share = f"{report.passed}/{total} = {report.share:.1%} (required: {BAR:.0%})"
    echo(f"{report.workspace}: {share}{lost}")
    for mean in report.means():
        value = "unscored" if mean.value is None else f"{mean.value:.3f}"
        echo(f"  {mean.metric:12} {value:>8}  {mean.scored} of {total} cases")
