"""Format numbers with their units, and dates, for a language: «1 234,50 ₽», "12%"."""

from collections.abc import Mapping
from datetime import date, datetime
from decimal import Decimal
from functools import cache

from workbench.domain.local_text import Language
from workbench.i18n.numbers import MINUS, SPACE, decimal
from workbench.package_yaml import package_yaml

_UNGROUPED = 10_000
"""Plain numbers below it are written without a thousands separator: 2024."""
_MONTHS = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]


def measured(value: Decimal | float, unit: str, decimals: int, language: Language) -> str:
    """Return a number with its unit: 1234.5 "rub" with 2 decimals as «1 234,50 ₽».

    Args:
        value: the number.
        unit: a canonical unit, such as ``usd`` or ``percent``; empty for none.
        decimals: decimal places; a number without a unit keeps only those it needs.
        language: the reader's language.
    """
    if not unit:
        text = _plain(value, decimals, language)
    else:
        places = decimals if value != int(value) or decimals == _CENTS else 0
        text = decimal(float(value), language, places)
    sign = MINUS if text.startswith(MINUS) else ""
    written = _written(language).get(unit, "{}").format(text.removeprefix(MINUS))
    return sign + written.replace(" ", SPACE)


_CENTS = 2
"""Money is written with its cents even if they are zero."""


def _plain(value: Decimal | float, decimals: int, language: Language) -> str:
    shown = decimal(float(value), language, decimals)
    point = "," if language == "ru" else "."
    if decimals:
        shown = shown.rstrip("0").rstrip(point)
    if abs(float(value)) < _UNGROUPED:
        whole, mark, fraction = shown.partition(point)
        shown = "".join(c for c in whole if c.isdigit() or c == MINUS) + mark + fraction
    return shown


def day(when: date, language: Language) -> str:
    """Return a date, or a moment to the minute: «31.01.2024», "31 Jan 2024"."""
    time = f" {when:%H:%M}" if isinstance(when, datetime) else ""
    if language == "ru":
        return f"{when:%d.%m.%Y}{time}"
    return f"{when.day}{SPACE}{_MONTHS[when.month - 1]}{SPACE}{when.year}{time}"


def month(when: date, language: Language) -> str:
    """Return the month of a date: «01.2024», "Jan 2024"."""
    return f"{when:%m.%Y}" if language == "ru" else f"{_MONTHS[when.month - 1]} {when.year}"


@cache
def _written(language: Language) -> Mapping[str, str]:
    forms: dict[str, dict[str, str]] = package_yaml("workbench.i18n", "measures.yaml")
    return forms[language]
