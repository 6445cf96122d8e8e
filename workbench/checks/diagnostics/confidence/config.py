"""Constants of the confidence formula: defaults, overrides and valid ranges."""

from collections.abc import Iterator, Mapping
from math import isfinite

from workbench.checks.diagnostics.confidence.terms import TERMS
from workbench.checks.diagnostics.confidence.terms.base import Constant
from workbench.errors import InputError
from workbench.i18n.errors import localized

CONSTANTS: Mapping[str, Constant] = {
    **{name: one for term in TERMS.values() for name, one in term.constants.items()},
    "min_confidence_threshold": Constant(
        0.01, 0.0, 1.0, {"ru": "Уверенность не меньше", "en": "Lowest confidence"}
    ),
}
"""Every constant of the formula, by name."""


class ConfidenceConfig(Mapping[str, float]):
    """Every constant with its value. Immutable."""

    def __init__(self, **changes: float) -> None:
        """Override some of the defaults.

        Raises:
            InputError: a constant is unknown or its value out of range.
        """
        for name, value in changes.items():
            _check(name, value)
        self._values = {name: one.default for name, one in CONSTANTS.items()} | changes

    def __getitem__(self, name: str) -> float:
        return self._values[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._values)

    def __len__(self) -> int:
        return len(self._values)

    @property
    def changed(self) -> dict[str, float]:
        """The constants that differ from their defaults."""
        return {name: value for name, value in self.items() if value != CONSTANTS[name].default}


def _check(name: str, value: float) -> None:
    known = CONSTANTS.get(name)
    if known is None:
        raise InputError(**localized("checks.no_constant", name=name, known=", ".join(CONSTANTS)))
    if not isfinite(value) or not known.least <= value <= known.most:
        raise InputError(
            **localized(
                "checks.constant_range", name=name, value=value, least=known.least, most=known.most
            )
        )


DEFAULT_CONFIDENCE = ConfidenceConfig()
