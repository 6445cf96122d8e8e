"""Quotation marks within quotation marks, as each language prints them."""

import re
from collections.abc import Mapping

from workbench.domain.local_text import Language

MARKS: Mapping[Language, tuple[str, str]] = {"ru": ("«", "»"), "en": ("“", "”")}
"""The outer quotation marks of each language."""
_INNER = {"ru": ("„", "“"), "en": ("‘", "’")}


def requoted(text: str, language: Language) -> str:
    """Return a text that is a list of quotations, with the outer marks of a language.

    >>> requoted("“colour”, “red”", "ru")
    '«colour», «red»'
    """
    for opening, closing in MARKS.values():
        one = f"{opening}[^{opening}{closing}]*{closing}"
        if re.fullmatch(f"{one}(?:, {one})*", text):
            return text.translate(str.maketrans(opening + closing, "".join(MARKS[language])))
    return text


def nested(text: str, language: Language) -> str:
    """Return a text that is to stand in quotation marks, its own marks as the inner ones.

    >>> nested("Правила клуба «Цапля»", "ru")
    'Правила клуба „Цапля“'
    """
    outer, inner = "".join(MARKS[language]), "".join(_INNER[language])
    return text.translate(str.maketrans(outer, inner))
