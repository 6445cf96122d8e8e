"""Format numbers, durations, prices and times for a language."""

import math
from datetime import date, datetime, tzinfo

from workbench.domain.local_text import Language

NARROW = "\u202f"
SPACE = "\u00a0"
UNKNOWN = "—"
MINUS = "\u2212"

_LEAST = 0.0001
"""The lowest price in dollars that is printed exactly; below it "< $0.0001"."""
_MONTHS = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
_SECONDS = {"ru": "с", "en": "s"}
_MILLISECONDS = {"ru": "мс", "en": "ms"}


def integer(value: int, language: Language) -> str:
    """``12345`` as «12 345» or "12,345"."""
    return f"{value:,}".replace(",", NARROW if language == "ru" else ",")


def decimal(value: float | None, language: Language, digits: int = 2) -> str:
    """``0.825`` as «0,83» or "0.83"; a dash where there is no value: unknown is never zero."""
    if value is None:
        return UNKNOWN
    text = f"{value:,.{digits}f}".replace("-", MINUS)
    if language == "ru":
        return text.replace(",", NARROW).replace(".", ",")
    return text


def percent(share: float | None, language: Language) -> str:
    """``0.29`` as «29 %» or "29%"; a dash where there is no value.

    The estimate that an answer is right is printed like this everywhere; other scores as decimals.
    """
    if share is None:
        return UNKNOWN
    return f"{share * 100:.0f}{percent_sign(language)}"


def percent_sign(language: Language) -> str:
    """What follows the digits of a percentage."""
    return f"{SPACE}%" if language == "ru" else "%"


def amount(value: float, language: Language) -> str:
    """An integer, or a fraction with two decimals, or with four below 0.1."""
    digits = 0 if isinstance(value, int) or not value else 2 if value >= 0.1 else 4
    return decimal(value, language, digits)


def duration(ms: float, language: Language) -> str:
    """Milliseconds up to a second, then seconds with one decimal."""
    if ms < 1:
        return f"<{SPACE}1{SPACE}{_MILLISECONDS[language]}"
    if ms < 1000:
        return f"{ms:.0f}{SPACE}{_MILLISECONDS[language]}"
    return f"{decimal(ms / 1000, language, 1)}{SPACE}{_SECONDS[language]}"


def seconds(left: float, language: Language) -> str:
    """Remaining time, rounded up to whole seconds."""
    return f"{math.ceil(left)}{SPACE}{_SECONDS[language]}"


def money(usd: float, language: Language) -> str:
    """A price in dollars, with enough decimals to show small ones; the lowest is "< $0.0001"."""
    if 0 < usd < _LEAST / 2:
        return f"<{SPACE}{money(_LEAST, language)}"
    shown = amount(float(usd), language)
    return f"{shown}{SPACE}$" if language == "ru" else f"${shown}"


def moment(when: datetime, language: Language, zone: tzinfo | None = None) -> str:
    """A point in time in the reader's time zone, to the minute."""
    local = when.astimezone(zone)
    return f"{day(local, language)}, {local:%H:%M}"


def day(when: date, language: Language) -> str:
    """A date as «26.05.2022» or "26 May 2022"."""
    if language == "ru":
        return f"{when:%d.%m.%Y}"
    return f"{when.day} {_MONTHS[when.month - 1]} {when:%Y}"
