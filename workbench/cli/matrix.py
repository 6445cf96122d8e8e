"""``matrix``: a few questions in several ways, as a table."""

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from workbench.cli.model_calls import YesOption, agree_to
from workbench.cli.options import FAILED, JsonOption, open_stored_workbench, pair_of, read_text
from workbench.cli.output import counted, echo, echo_json_text, plain_line
from workbench.domain.run import RunStatus
from workbench.errors import InputError
from workbench.i18n.numbers import duration, money, percent

if TYPE_CHECKING:
    from workbench.domain.matrix import Matrix, MatrixCell, MatrixSpec, MatrixStep
    from workbench.pipeline.bridge import Items


def register(app: typer.Typer) -> None:
    """Add the commands of this file."""
    app.command("matrix")(matrix)


def matrix(
    question: Annotated[
        list[str] | None, typer.Argument(metavar="QUESTION", help="A question; each is a row.")
    ] = None,
    workspace: Annotated[
        list[str] | None,
        typer.Option("--workspace", "-w", metavar="ID", help="A workspace; may be repeated."),
    ] = None,
    model: Annotated[
        list[str] | None,
        typer.Option(metavar="PROVIDER:NAME", help="A model, or 'offline'; may be repeated."),
    ] = None,
    setting: Annotated[
        list[str] | None,
        typer.Option(
            "--set",
            metavar="NAME=VALUE,VALUE",
            help="Values of an option of `ask`: format=json,bullets.",
        ),
    ] = None,
    prompt: Annotated[
        list[str] | None,
        typer.Option(metavar="FILE@NUMBER", help="A version of a template; may be repeated."),
    ] = None,
    questions: Annotated[
        Path | None, typer.Option(help="A file with one question on each line.")
    ] = None,
    csv: Annotated[Path | None, typer.Option(help="Write the cells to this CSV file.")] = None,
    yes: YesOption = False,
    json: JsonOption = False,
) -> int:
    """Ask questions over several models, settings and workspaces.

    Every combination is a run. Prints the number of runs and their price before it asks; exits
    with 1 if a run failed.
    """
    from workbench.domain.matrix import MatrixSpec

    lines = read_text(questions, "--questions").splitlines() if questions else []
    asked = [*(question or ()), *(line.strip() for line in lines)]
    spec = MatrixSpec(
        questions=tuple(dict.fromkeys(filter(None, asked))),
        workspaces=tuple(workspace or ()),
        models=tuple(model or ()),
        settings={name: _values(value) for name, value in _pairs(setting)},
        prompts=tuple(prompt or ()),
    )
    workbench = open_stored_workbench()
    estimate = workbench.estimate_matrix(spec)
    echo(counted(estimate.runs, "run"), err=True)
    agree_to(estimate.calls, yes=yes)
    made = _follow(workbench.matrix(spec), spec.runs)
    if csv:
        _write_csv(csv, made)
    if json:
        echo_json_text(made.model_dump_json(indent=2))
    else:
        _show(spec, made.cells)
    return FAILED if any(cell.status is not RunStatus.DONE for cell in made.cells) else 0


def _pairs(given: list[str] | None) -> list[tuple[str, str]]:
    return [pair_of(text, "--set") for text in given or ()]


def _values(text: str) -> tuple[str, ...]:
    return tuple(value.strip() for value in text.split(",") if value.strip())


def _follow(steps: "Items[MatrixStep | Matrix]", total: int) -> "Matrix":
    """Show the progress, and return the matrix; Ctrl+C stops the runs in progress."""
    from workbench.domain.matrix import Matrix

    try:
        for step in steps:
            if isinstance(step, Matrix):
                return step
            done = sum(cell.status is not RunStatus.RUNNING for cell in step.cells)
            if sys.stderr.isatty():
                typer.echo(f"\r\x1b[2K{done} of {total} runs", nl=False, err=True)
    except KeyboardInterrupt:
        steps.close()
        raise
    finally:
        if sys.stderr.isatty():
            typer.echo("\r\x1b[2K", nl=False, err=True)
    raise AssertionError("a matrix ends with its cells")


def _write_csv(path: Path, made: "Matrix") -> None:
    from workbench.export.csv_files import matrix_csv

    try:
        path.write_text(matrix_csv(made.spec, made.cells), "utf-8-sig", newline="")
    except OSError as error:
        raise InputError(f"--csv: {path}: {error.strerror}.") from error


def _show(spec: "MatrixSpec", cells: "tuple[MatrixCell, ...]") -> None:
    columns = spec.columns
    width = max(len(column.label) for column in columns)
    for row, question in enumerate(spec.questions):
        echo(plain_line(question))
        for cell in sorted((one for one in cells if one.row == row), key=lambda one: one.column):
            echo(f"  {plain_line(columns[cell.column].label):<{width}}  {_figures(cell)}")


def _figures(cell: "MatrixCell") -> str:
    if cell.scores is None:
        return f"{cell.status.value}: {plain_line(cell.error.message) if cell.error else ''}"
    found = cell.scores
    price = "-" if found.price_usd is None else money(found.price_usd, "en")
    verdict = found.label or cell.status.value
    tokens = found.input_tokens + found.output_tokens
    return (
        f"{verdict:<10} {percent(found.probability, 'en'):>4}  {tokens:>6} tokens  {price:>7}  "
        f"{duration(found.ms, 'en'):>7}  {cell.run_id}"
    )
