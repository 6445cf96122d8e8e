"""Messages of the checks in the reader's language."""

from collections.abc import Mapping
from typing import Any

from workbench.domain.local_text import Language, LocalText, localize
from workbench.i18n.messages import messages
from workbench.i18n.plurals import plural
from workbench.i18n.recorded_text import template_of, translate_recorded

_PACKAGE = "workbench.checks"
_NAMING = ("verdict_value", "verdict_failed")
"""Messages whose value is a message itself: «число», «планирования»."""


def localized_text(reason: str, language: Language, **values: Any) -> str:
    """Return a message with its values filled in."""
    template: str = messages(_PACKAGE)[language][reason]
    return template.format(**values)


def words_counted(count: int, language: Language) -> str:
    """Return the noun «word» in the plural form for a count."""
    return plural(count, messages(_PACKAGE)[language]["words"])


_NO_LABELS: Mapping[str, LocalText] = {}


def in_language(text: str, language: Language, labels: Mapping[str, LocalText] = _NO_LABELS) -> str:
    """Return a recorded reason or finding in the reader's language, its quotes unchanged.

    Args:
        text: as it was recorded.
        language: the reader's.
        labels: the names of entities and relations, by what they are in each language.
    """

    def value(name: str, field: str, values: Mapping[str, str]) -> str:
        recorded = values[field]
        if field == "words" and values.get("count", "").isdecimal():
            return words_counted(int(values["count"]), language)
        if recorded in labels:
            return localize(labels[recorded], language)
        return in_language(recorded, language) if name in _NAMING else recorded

    return translate_recorded(_PACKAGE, text, language, value)


def reports_conflict(reason: str) -> bool:
    """Whether a recorded reason says that documents give different values."""
    return template_of(_PACKAGE, reason) == "verdict_differing"
