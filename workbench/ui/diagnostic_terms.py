"""Explain the numbers of the diagnostics: meaning, formula with a run's values, and origin."""

import re
from collections.abc import Iterator, Mapping
from functools import cache
from typing import Literal, TypeAlias

from workbench.domain.base import Value
from workbench.domain.local_text import Language, LocalText, localize
from workbench.i18n.numbers import UNKNOWN, decimal
from workbench.package_yaml import package_yaml

Place: TypeAlias = Literal["tiles", "context", "judge"]
Values: TypeAlias = Mapping[str, object]
"""What the paths of the entries lead into; see ``run_values``."""

_DIGITS = 2
_PATH = re.compile(r"\{([a-z_.]+)(?::(\d))?\}")
"""A path to a value, and the decimal places that it is written with."""


class Explanation(Value):
    """What a number means, how it is computed and where it comes from."""

    meaning: LocalText
    formula: LocalText = ""
    values: tuple[LocalText, ...] = ()
    """The formula with the numbers of a run."""
    origin: LocalText

    def formula_in(self, values: Values, language: Language) -> str:
        """Return the formula in words."""
        return filled(localize(self.formula, language), values, language) or ""

    def values_in(self, values: Values, language: Language) -> list[str]:
        """Return the lines with the run's numbers, without those of which one is unknown."""
        lines = (filled(localize(one, language), values, language) for one in self.values)
        return [line for line in lines if line is not None]


class Term(Explanation):
    """A number of the panel: its name and its value."""

    place: Place
    label: LocalText
    value: str

    def value_in(self, values: Values, language: Language) -> str:
        """Return the value; a dash where it is unknown."""
        return filled(self.value, values, language) or UNKNOWN


class _Catalogue(Value):
    """The file of all entries."""

    terms: Mapping[str, Term]
    steps: Mapping[str, Explanation]
    signals: Mapping[str, LocalText]


@cache
def catalogue() -> _Catalogue:
    """Return the entries of ``diagnostic_terms.yaml``, by name."""
    return _Catalogue.model_validate(package_yaml("workbench.ui", "diagnostic_terms.yaml"))


def terms_at(place: Place) -> Iterator[Term]:
    """Yield the terms that are shown at a place, in order."""
    yield from (term for term in catalogue().terms.values() if term.place == place)


def filled(template: str, values: Values, language: Language) -> str | None:
    """Return a template with its paths replaced by their values; None if one is unknown.

    Raises:
        KeyError, AttributeError: a path leads nowhere.
    """
    found = {one[0]: _at(one[1], values) for one in _PATH.finditer(template)}
    if None in found.values():
        return None
    return _PATH.sub(lambda one: _written(found[one[0]], one[2], language), template)


def _at(path: str, values: Values) -> object | None:
    root, *names = path.split(".")
    found = values[root]
    for name in names:
        if found is None:
            return None
        found = getattr(found, name)
    return found


def _written(value: object, digits: str | None, language: Language) -> str:
    if isinstance(value, float):
        return decimal(value, language, int(digits or _DIGITS))
    return str(value)
