"""Metric and Score: a number between 0 and 1, or unscored, with the misses that explain it."""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from workbench.domain.base import Value
from workbench.domain.run import Run, Stage
from workbench.evaluation.cases import Case

_SPACE = re.compile(r"[\s\u00a0\u202f]+")
_NO_BREAK_HYPHEN = "\u2011"


class Miss(Value):
    """One expectation of a case that its run does not meet, with the stage to blame."""

    stage: Stage
    what: str


class Score(Value):
    """The value of a metric for one run, on 0-1; None where the case does not ask for it.

    A score with misses fails its case; one without only counts in the mean.
    """

    value: float | None = None
    misses: tuple[Miss, ...] = ()


UNSCORED = Score()


@dataclass(frozen=True)
class Metric:
    """A pure function of a case and its run, with one line that says what its value means."""

    description: str
    score: Callable[[Case, Run], Score]


def share_met(expected: int, misses: Sequence[Miss]) -> Score:
    """The share of expectations that were met; unscored where there were none."""
    if not expected:
        return UNSCORED
    return Score(value=1 - len(misses) / expected, misses=tuple(misses))


def comparable(text: str) -> str:
    """The text without spaces, case, «ё» and no-break hyphens: «12 000 ₽» equals «12000 ₽»."""
    return _SPACE.sub("", text).casefold().replace("ё", "е").replace(_NO_BREAK_HYPHEN, "-")
