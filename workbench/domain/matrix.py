"""A matrix of runs: questions as rows, ways to answer them as columns."""

from collections.abc import Mapping
from itertools import product

from workbench.domain.answer import AskOptions
from workbench.domain.base import Value
from workbench.domain.comparison import RunScores
from workbench.domain.evidence import StageError
from workbench.domain.model_calls import CallsEstimate
from workbench.domain.run import RunStatus

MOST_RUNS = 100
"""Runs of one matrix."""
SETTINGS = (
    "mode",
    "template",
    "format",
    "citations",
    "audience",
    "require_grounding",
    "max_response_length",
    "temperature",
    "max_tokens",
)
"""The fields of AskOptions that a matrix varies."""


class MatrixSpec(Value):
    """The questions of a matrix, and the values of each axis; the columns are their product."""

    questions: tuple[str, ...]
    workspaces: tuple[str, ...]
    models: tuple[str, ...] = ()
    """``provider:name`` or ``offline``, for planner and answer alike; empty for the settings'."""
    settings: Mapping[str, tuple[str, ...]] = {}
    """Values of the options named in ``SETTINGS``."""
    prompts: tuple[str, ...] = ()
    """Versions of prompt templates, each ``file@number``, ``file@live`` or ``file@0``, the file."""
    options: AskOptions = AskOptions()
    """What all columns have in common."""

    @property
    def axes(self) -> dict[str, tuple[str, ...]]:
        """The values of each axis that has any, by its name."""
        given = {
            "workspace": self.workspaces,
            "model": self.models,
            **self.settings,
            "prompt": self.prompts,
        }
        return {name: tuple(dict.fromkeys(values)) for name, values in given.items() if values}

    @property
    def runs(self) -> int:
        """The number of runs."""
        columns = 1
        for values in self.axes.values():
            columns *= len(values)
        return len(self.questions) * columns

    @property
    def columns(self) -> tuple["MatrixColumn", ...]:
        """The product of the axes; the last axis varies first."""
        axes = self.axes
        return tuple(
            MatrixColumn(values=dict(zip(axes, values, strict=True)), varied=_varied(axes))
            for values in product(*axes.values())
        )


def _varied(axes: Mapping[str, tuple[str, ...]]) -> tuple[str, ...]:
    several = tuple(name for name, values in axes.items() if len(values) > 1)
    return several or ("workspace",)


class MatrixColumn(Value):
    """One way to answer the questions."""

    values: dict[str, str]
    """The value of each axis."""
    varied: tuple[str, ...]
    """The axes by which the columns differ; the workspace where there is one column."""

    @property
    def workspace(self) -> str:
        """The id of its workspace."""
        return self.values["workspace"]

    @property
    def model(self) -> str | None:
        """The model of planner and answer; None for that of the settings."""
        return self.values.get("model")

    @property
    def prompt(self) -> str | None:
        """The version of a template, as ``file@number``; None for the live ones."""
        return self.values.get("prompt")

    @property
    def settings(self) -> dict[str, str]:
        """The options by name."""
        return {name: value for name, value in self.values.items() if name in SETTINGS}

    @property
    def label(self) -> str:
        """What distinguishes the column from the others, such as ``portfolio · openai:gpt-4o``."""
        return " · ".join(self.values[name] for name in self.varied)


class MatrixCell(Value):
    """One run of a matrix."""

    row: int
    column: int
    run_id: str = ""
    """Empty where no run was made."""
    status: RunStatus = RunStatus.RUNNING
    answer: str = ""
    """The first line of the answer, with the second where the first one announces it."""
    scores: RunScores | None = None
    """None while the run is in progress, and where it could not begin."""
    error: StageError | None = None
    """Why the run could not begin or failed."""


class MatrixStep(Value):
    """The cells of a matrix that has not ended: those done, and those in progress."""

    spec: MatrixSpec
    cells: tuple[MatrixCell, ...]


class Matrix(Value):
    """A matrix whose runs have ended."""

    spec: MatrixSpec
    cells: tuple[MatrixCell, ...]


class MatrixEstimate(Value):
    """What a matrix will take."""

    runs: int
    calls: CallsEstimate
