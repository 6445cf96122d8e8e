"""Fit the two linear models of the intent classifier, and the scale of their scores.

Ridge regression has exact leave-one-out scores but favours large intents; multinomial
logistic regression separates many intents with few examples. Their weighted sum does both
(docs/measurements.md has the figures).
"""

from dataclasses import dataclass
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

RIDGE = 0.6
"""Regularisation strength of the ridge: larger values smooth over more examples."""
STRENGTH = 30.0
"""Weight of the examples against the penalty of the logistic fit."""
BIAS = 0.3
"""Added to every similarity; it acts as an intercept."""
RIDGE_SHARE = 0.4
"""Share of the ridge's log odds; the logistic fit has the rest."""
LOGISTIC_TEMPERATURE = 0.48
"""Scale of the logistic scores of an unseen question: .46-.50 on four sets of examples."""
_ROUNDS = 30
"""Steps of the logistic fit; after 12 of them 77 intents lose .03 accuracy."""
_FOLDS = 5
_TEMPERATURES = tuple(float(t) for t in np.geomspace(0.03, 1.0, 36))

Matrix: TypeAlias = NDArray[np.float64]
Numbers: TypeAlias = NDArray[np.int64]


@dataclass(frozen=True)
class Fit:
    """Weights of every example (rows) for every intent (columns)."""

    ridge: Matrix
    ridge_temperature: float
    logistic: Matrix

    @classmethod
    def of(cls, similarities: Matrix, targets: Numbers, intents: int) -> "Fit":
        """Fit both models to examples, given each one's similarity to every other."""
        wanted = np.eye(intents)[targets]
        ridge, unseen = _fit_ridge(_curved(similarities), wanted)
        temperature = _fit_temperature(unseen, targets)
        return cls(ridge, temperature, _fit_logistic(similarities + BIAS, wanted))

    def log_odds(self, similarities: Matrix) -> Matrix:
        """Return the scores of questions by their similarities to the examples."""
        ridge = _curved(similarities) @ self.ridge / self.ridge_temperature
        logistic = (similarities + BIAS) @ self.logistic / LOGISTIC_TEMPERATURE
        return np.asarray(RIDGE_SHARE * ridge + (1 - RIDGE_SHARE) * logistic)


def softmax(scores: Matrix) -> Matrix:
    """Return probabilities with these log odds."""
    raised = np.exp(scores - scores.max(axis=-1, keepdims=True))
    return np.asarray(raised / raised.sum(axis=-1, keepdims=True))


def unseen_chances(similarities: Matrix, targets: Numbers, intents: int) -> Matrix:
    """Return the probabilities of each example by a fit to four fifths without it."""
    chances = np.zeros((len(targets), intents))
    folds = np.arange(len(targets)) % _FOLDS
    for fold in range(_FOLDS):
        seen, unseen = np.flatnonzero(folds != fold), np.flatnonzero(folds == fold)
        if len(seen) and len(unseen):
            fit = Fit.of(similarities[np.ix_(seen, seen)], targets[seen], intents)
            chances[unseen] = softmax(fit.log_odds(similarities[np.ix_(unseen, seen)]))
    return chances


def calibration_error(sure: Matrix, right: NDArray[np.bool_]) -> float:
    """Return the expected calibration error over ten bins."""
    bins = np.minimum((sure * 10).astype(int), 9)
    gaps = [
        abs(float(sure[bins == b].mean()) - float(right[bins == b].mean()))
        * float((bins == b).sum())
        for b in range(10)
        if (bins == b).any()
    ]
    return sum(gaps) / len(sure)


def _curved(similarities: Matrix) -> Matrix:
    """Return similarities in which a near example outweighs several distant ones."""
    return similarities + similarities**2 + similarities**3 + BIAS


def _fit_ridge(kernel: Matrix, wanted: Matrix) -> tuple[Matrix, Matrix]:
    """Return the dual weights, and the score of each example by a fit without it."""
    inverse = np.linalg.inv(kernel + RIDGE * np.eye(len(kernel)))
    dual = inverse @ wanted
    return dual, np.asarray(wanted - dual / np.diag(inverse)[:, None])


def _fit_logistic(kernel: Matrix, wanted: Matrix) -> Matrix:
    """Return the dual weights of multinomial logistic regression.

    The curvature is bounded by half the kernel (Böhning 1992), so one inverse serves all steps;
    each step starts beyond the last point in the direction of the last move (Nesterov).
    """
    inverse = np.linalg.inv(kernel / 2 + np.eye(len(kernel)) / STRENGTH)
    weights = ahead = np.zeros_like(wanted)
    for done in range(1, _ROUNDS + 1):
        miss = wanted - softmax(kernel @ ahead)
        stepped = ahead + inverse @ (miss - ahead / STRENGTH)
        ahead = stepped + (done - 1) / (done + 2) * (stepped - weights)
        weights = stepped
    return weights


def _fit_temperature(scores: Matrix, targets: Numbers) -> float:
    """Return the temperature with the least log loss on the leave-one-out scores."""
    rows = np.arange(len(targets))

    def log_loss(temperature: float) -> float:
        chances = softmax(scores / temperature)[rows, targets]
        return float(-np.log(np.maximum(chances, 1e-12)).mean())

    return min(_TEMPERATURES, key=log_loss)
