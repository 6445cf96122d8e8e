"""Term: one factor of the confidence formula, with its input, result and constants."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

from workbench.domain.local_text import LocalText


@dataclass(frozen=True)
class ScoredAnswer:
    """Input of a term."""

    text: str
    """The answer without markers."""
    relevances: Sequence[float]
    """Of each source provided, on an absolute 0-1 scale; at least one."""


@dataclass(frozen=True)
class Factor:
    """Result of a term: the step's name, the factor, and the value it was derived from."""

    step: str
    value: float
    detail: str = ""


@dataclass(frozen=True)
class Constant:
    """A constant of a term: its default, its range and its label."""

    default: float
    least: float
    most: float
    label: LocalText


def penalty(default: float, ru: str, en: str) -> Constant:
    """Return a factor from 0 to 1 that lowers the confidence; the texts name what it is for."""
    return Constant(default, 0.0, 1.0, {"ru": f"Штраф: {ru}", "en": f"Penalty: {en}"})


@dataclass(frozen=True)
class StepWords:
    """Labels of a step; ``{value}`` in the detail is ``Factor.detail``."""

    label: LocalText
    detail: LocalText = "{value}"


Constants = Mapping[str, float]


@dataclass(frozen=True)
class Term:
    """One factor of the confidence, with its constants and its words in both languages."""

    origin: str
    """Where the term is documented."""
    factor: Callable[[ScoredAnswer, Constants], Factor]
    steps: Mapping[str, StepWords]
    constants: Mapping[str, Constant] = field(default_factory=dict)
