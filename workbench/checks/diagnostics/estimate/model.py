"""The fitted model: log-odds from standardised signals, with weights from weights.yaml."""

from collections.abc import Collection, Mapping
from functools import cache
from math import exp

from workbench.domain.base import Value
from workbench.domain.diagnostics import VerdictSignal
from workbench.package_yaml import package_yaml


class Weight(Value):
    """The mean and the standard deviation of a signal, and the effect of one deviation."""

    mean: float
    deviation: float
    weight: float


class FittedModel(Value):
    """The weights for one source of answers; fitted by ``python -m benchmarks.verdict``."""

    intercept: float
    weights: dict[str, Weight]

    def effects(self, signals: Mapping[str, float]) -> tuple[VerdictSignal, ...]:
        """Return each signal with its effect on the log-odds."""
        return tuple(
            VerdictSignal(
                name=name,
                value=round(signals[name], 4),
                effect=round(one.weight * (signals[name] - one.mean) / one.deviation, 4),
            )
            for name, one in self.weights.items()
        )

    def probability(self, effects: tuple[VerdictSignal, ...]) -> float:
        """Return the probability that an answer with these effects is right."""
        return 1.0 / (1.0 + exp(-self.intercept - sum(one.effect for one in effects)))


@cache
def fitted_models() -> Mapping[str, FittedModel]:
    """Return the models by the source of the answer: ``documents`` or ``graph``."""
    rows = package_yaml("workbench.checks.diagnostics.estimate", "weights.yaml")
    return {name: FittedModel.model_validate(one) for name, one in rows.items()}


def fitted_model_of(signals: Collection[VerdictSignal]) -> FittedModel | None:
    """Return the model that recorded signals belong to; None if it has others by now."""
    names = {one.name for one in signals}
    return next((one for one in fitted_models().values() if set(one.weights) == names), None)
