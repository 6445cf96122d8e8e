"""What a term of the confidence formula takes and gives."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

from workbench.domain.local_text import LocalText


@dataclass(frozen=True)
class ScoredAnswer:
    """What a term looks at."""

    text: str
    """The answer without markers."""
    relevances: Sequence[float]
    """Of each source provided, on an absolute 0-1 scale; at least one."""


@dataclass(frozen=True)
class Factor:
    """What a term makes of an answer: the name of its step, the factor, and what decided."""

    step: str
    value: float
    detail: str = ""


@dataclass(frozen=True)
class Constant:
    """A number of a term: its default, its range, and its name for a reader."""

    default: float
    least: float
    most: float
    label: LocalText


@dataclass(frozen=True)
class StepWords:
    """How a step reads on the screen; ``{value}`` in the detail is what decided."""

    label: LocalText
    detail: LocalText = "{value}"


Constants = Mapping[str, float]


@dataclass(frozen=True)
class Term:
    """One factor of the confidence, with its constants and its words in both languages."""

    origin: str
    """Where the term is written down."""
    factor: Callable[[ScoredAnswer, Constants], Factor]
    steps: Mapping[str, StepWords]
    constants: Mapping[str, Constant] = field(default_factory=dict)
