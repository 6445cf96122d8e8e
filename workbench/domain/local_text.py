"""Texts that may differ by language: one string, or a map from language code to string."""

from collections.abc import Mapping
from typing import Annotated, Literal, TypeAlias

from pydantic import AfterValidator

Language: TypeAlias = Literal["ru", "en"]
LocalText: TypeAlias = str | Mapping[str, str]

LANGUAGES: tuple[Language, ...] = ("ru", "en")


def localize(text: LocalText, language: str) -> str:
    """The text in ``language``; else in the first language it is given in."""
    if isinstance(text, str):
        return text
    if language in text:
        return text[language]
    return next(iter(text.values()), "")


def all_texts(text: LocalText) -> tuple[str, ...]:
    """The text in every language it is given in."""
    return (text,) if isinstance(text, str) else tuple(text.values())


def whole_characters(text: str) -> str:
    """The text with halves of characters joined; ``\ufffd`` for a half left alone, and for NUL.

    JSON may hold such halves (``"\\ud800"``), and no file or database takes them.
    """
    text = text.replace("\0", "\ufffd")
    if text.isascii():
        return text
    return text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")


WholeText: TypeAlias = Annotated[str, AfterValidator(whole_characters)]
"""A text from outside, fit for files and databases."""
