"""Format errors and failed stages as lines, for the terminal and for MCP."""

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from workbench.domain.run import Stage, StageRecord
from workbench.errors import PlanError, Problem, WorkbenchError

_FALLBACKS = {
    Stage.PLAN: "The plan is the built-in one.",
    Stage.WRITE: "The answer above is the offline one, without a model.",
}


class ErrorLine(NamedTuple):
    """A line and its colour; None for what to do about it."""

    text: str
    color: str | None = None


def error_lines(error: WorkbenchError) -> Iterator[ErrorLine]:
    """Yield what went wrong and what to do about it; of a plan every problem."""
    if isinstance(error, PlanError):
        yield from problem_lines(error.problems)
        return
    yield ErrorLine(error.message, "red")
    if error.hint:
        yield ErrorLine(error.hint)


def error_text(error: WorkbenchError) -> str:
    """Return the lines of an error as one text."""
    return "\n".join(line.text for line in error_lines(error))


def problem_lines(problems: Iterable[Problem]) -> Iterator[ErrorLine]:
    """Yield each problem of a plan with its JSON path and suggestion."""
    for problem in problems:
        color = "red" if problem.severity == "error" else "yellow"
        yield ErrorLine(f"{problem.path}: {problem.message}", color)
        if problem.suggestion:
            yield ErrorLine(f"    {problem.suggestion}")


def failure_lines(record: StageRecord, run_id: str) -> Iterator[ErrorLine]:
    """Yield why a stage of a run failed and what took its place; nothing if it did not fail."""
    if record.status != "failed" or record.error is None:
        return
    yield ErrorLine(f"{record.name}: {record.error.message}", "red")
    yield ErrorLine(record.error.hint or f"The run is stored: {run_id}")
    if record.recovered_by and record.name in _FALLBACKS:
        yield ErrorLine(_FALLBACKS[record.name])
