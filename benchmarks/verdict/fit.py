"""Fit a logistic model with fixed signs over standardised signals, near an earlier one."""

from collections.abc import Mapping, Sequence

import numpy as np
import numpy.typing as npt
from scipy.optimize import minimize

from benchmarks.verdict.gather import Row
from workbench.checks.diagnostics.estimate.model import FittedModel, Weight

Array = npt.NDArray[np.float64]

PENALTY = 30.0
"""Strength of the L2 penalty on the distance of the weights from the earlier ones, which also knew
sets that are not at hand any more."""
SHARES = {"golden": 1.0, "xquad": 0.5}
"""Weight of a row by the first word of its set's name; 1.5 for a foreign set, whose questions are
the most like those of users."""
_FOREIGN = 1.5
_LOWERING = frozenset({"value_absent", "list_absent", "other_language"})
"""Signals that can only lower the estimate; the others can only raise it."""
_SMALLEST = 1e-6
"""Deviation of a signal that never varies."""


def fit(rows: Sequence[Row], earlier: FittedModel) -> FittedModel:
    """Fit the model of one source of answers; a signal that the earlier one lacks starts from 0."""
    names = list(rows[0].signals)
    signals = np.array([[row.signals[name] for name in names] for row in rows], dtype=np.float64)
    mean, deviation = signals.mean(0), signals.std(0) + _SMALLEST
    weights = _minimised(
        (signals - mean) / deviation,
        np.array([row.answers for row in rows], dtype=np.float64),
        np.array([_share(row.set) for row in rows], dtype=np.float64),
        [(None, 0.0) if name in _LOWERING else (0.0, None) for name in names],
        np.array([_effect(earlier, name) for name in names]) * deviation,
    )
    return FittedModel(
        intercept=round(float(weights[0]), 4),
        weights={
            name: Weight(
                mean=round(float(mean[place]), 4),
                deviation=max(round(float(deviation[place]), 4), 0.0001),
                weight=round(float(weights[place + 1]), 4),
            )
            for place, name in enumerate(names)
        },
    )


def _effect(model: FittedModel, name: str) -> float:
    """Return the effect of a signal's unit in a model."""
    found = model.weights.get(name)
    return found.weight / found.deviation if found is not None else 0.0


def _share(name: str) -> float:
    return next((share for word, share in SHARES.items() if name.startswith(word)), _FOREIGN)


def _minimised(
    signals: Array,
    right: Array,
    shares: Array,
    bounds: Sequence[tuple[float | None, float | None]],
    earlier: Array,
) -> Array:
    """Return the intercept and the weights of the smallest penalised loss."""

    def loss(weights: Array) -> tuple[float, Array]:
        odds = signals @ weights[1:] + weights[0]
        probability = 1.0 / (1.0 + np.exp(-odds))
        logs = np.logaddexp(0.0, odds) - right * odds
        distance = weights[1:] - earlier
        penalty = PENALTY * float(distance @ distance) / 2.0
        slope = shares * (probability - right)
        gradient = np.r_[slope.sum(), signals.T @ slope + PENALTY * distance]
        return float((shares * logs).sum()) + penalty, gradient

    start = np.r_[0.0, earlier]
    found = minimize(loss, start, jac=True, bounds=[(None, None), *bounds], method="L-BFGS-B")
    return np.asarray(found.x, dtype=np.float64)


def estimate(model: FittedModel, signals: Mapping[str, float]) -> float:
    """Return the model's probability for the signals of an answer."""
    return model.probability(model.effects(signals))
