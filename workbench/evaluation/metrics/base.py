"""Metric and Score: a number between 0 and 1, or unscored, with the misses that explain it."""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from workbench.domain.base import Value
from workbench.domain.run import Run, Stage
from workbench.evaluation.cases import Case

_SPACE = re.compile(r"[\s\u00a0\u202f]+")
"""White space, with the no-break spaces of «12 000 ₽»."""
_NO_BREAK_HYPHEN = "\u2011"


class Miss(Value):
    """One unmet expectation of a case, with the stage to blame."""

    stage: Stage
    what: str


class Score(Value):
    """The value of a metric for one run, on 0-1; None where the case is unscored.

    A score with misses fails its case; without misses it only enters the mean.
    """

    value: float | None = None
    misses: tuple[Miss, ...] = ()


UNSCORED = Score()


@dataclass(frozen=True)
class Metric:
    """A pure function of a case and its run, with a one-line description."""

    description: str
    score: Callable[[Case, Run], Score]


def share_met(expected: int, misses: Sequence[Miss]) -> Score:
    """Return the share of expectations that were met; unscored without expectations."""
    if not expected:
        return UNSCORED
    return Score(value=1 - len(misses) / expected, misses=tuple(misses))


def normalize_text(text: str) -> str:
    """Fold spaces, case, «ё» and no-break hyphens, so that «12 000 ₽» equals «12000 ₽»."""
    return _SPACE.sub("", text).casefold().replace("ё", "е").replace(_NO_BREAK_HYPHEN, "-")
