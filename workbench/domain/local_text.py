"""Localized texts: one string, or a mapping from language code to string."""

from collections.abc import Mapping
from typing import Annotated, Literal, TypeAlias

from pydantic import AfterValidator

Language: TypeAlias = Literal["ru", "en"]
LocalText: TypeAlias = str | Mapping[str, str]

LANGUAGES: tuple[Language, ...] = ("ru", "en")


def localize(text: LocalText, language: str) -> str:
    """Return the text in ``language``, or else in the first language given."""
    if isinstance(text, str):
        return text
    if language in text:
        return text[language]
    return next(iter(text.values()), "")


def all_texts(text: LocalText) -> tuple[str, ...]:
    """Return the text in every language given."""
    return (text,) if isinstance(text, str) else tuple(text.values())


def whole_characters(text: str) -> str:
    """Join surrogate pairs; replace lone surrogates and NUL with ``\ufffd``.

    JSON may contain lone surrogates (``"\\ud800"``), which no file or database accepts.
    """
    text = text.replace("\0", "\ufffd")
    if text.isascii():
        return text
    return text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")


WholeText: TypeAlias = Annotated[str, AfterValidator(whole_characters)]
"""A text from outside, made safe for files and databases."""
