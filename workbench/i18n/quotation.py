"""Quotation marks within quotation marks, as each language prints them."""

from collections.abc import Mapping

from workbench.domain.local_text import Language

MARKS: Mapping[Language, tuple[str, str]] = {"ru": ("«", "»"), "en": ("“", "”")}
"""The outer quotation marks of each language."""
_INNER = {"ru": ("„", "“"), "en": ("‘", "’")}


def nested(text: str, language: Language) -> str:
    """Return a text that is to stand in quotation marks, its own marks as the inner ones.

    >>> nested("Правила клуба «Цапля»", "ru")
    'Правила клуба „Цапля“'
    """
    outer, inner = "".join(MARKS[language]), "".join(_INNER[language])
    return text.translate(str.maketrans(outer, inner))
