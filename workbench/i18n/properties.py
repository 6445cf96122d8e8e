"""Format the values of node and edge properties for readers."""

from typing import Any

from workbench.domain.local_text import localize
from workbench.i18n.messages import messages


def property_text(value: Any, language: str) -> str:
    """Return a property's value as text: localized, lists joined, ``3.0`` as ``3``."""
    if isinstance(value, dict):
        return localize(value, language)
    if isinstance(value, list | tuple):
        return ", ".join(property_text(v, language) for v in value)
    if isinstance(value, bool):
        words = messages("workbench.i18n")
        return localize({one: words[one][str(value).lower()] for one in words}, language)
    if isinstance(value, float) and value.is_integer():
        return str(int(value))
    return str(value)
