"""Look up the text of an error by code and language, and fill in its parameters.

Each package has a ``messages.yaml`` with three sections per language::

    errors:   by code, a ``message`` and an optional ``hint``
    also:     by parameter: if it is given, its message is appended and its hint replaces the hint
    names:    by parameter, the names of its values in the language
"""

from collections.abc import Iterator, Mapping
from functools import cache
from importlib.resources import files
from typing import Any, NamedTuple, TypedDict

from workbench.domain.local_text import Language
from workbench.i18n.messages import messages
from workbench.i18n.numbers import amount

Word = str | int | float
"""A parameter of a message; numbers are formatted for the language."""


class ErrorText(NamedTuple):
    """An error message, and a hint on how to fix it."""

    message: str
    hint: str = ""


class LocalizedError(TypedDict):
    """The keyword arguments of a WorkbenchError that set its text."""

    message: str
    hint: str
    code: str
    words: dict[str, Word]


def localized(code: str, **words: Word) -> LocalizedError:
    """Return the arguments of a WorkbenchError: code, parameters and English text.

    Args:
        code: ``package.name``, where ``name`` is a key of ``errors`` in the package's messages.
        words: the parameters of the message and the hint.
    """
    english = _error_text(code, words, "en")
    return LocalizedError(message=english.message, hint=english.hint, code=code, words=words)


def error_text(code: str, words: Mapping[str, Word], language: Language) -> ErrorText | None:
    """Return the text of an error; None for an unknown code or a missing parameter."""
    try:
        return _error_text(code, words, language)
    except KeyError:
        return None


def added_sentences(package: str, **words: Word) -> tuple[str, ...]:
    """Return the English messages that the parameters append to any error."""
    texts = messages(f"workbench.{package}")["en"]
    filled = dict(_formatted(words, texts.get("names", {}), "en"))
    return tuple(text.format_map(filled) for text in _appended("message", texts, words))


def error_codes() -> tuple[str, ...]:
    """Return every code that has a message."""
    return tuple(
        f"{package}.{name}"
        for package in sorted(_packages())
        for name in messages(f"workbench.{package}")["en"].get("errors", {})
    )


def _error_text(code: str, words: Mapping[str, Word], language: Language) -> ErrorText:
    package, _, name = code.partition(".")
    if package not in _packages():
        raise KeyError(package)
    texts = messages(f"workbench.{package}")[language]
    error = texts["errors"][name]
    filled = dict(_formatted(words, texts.get("names", {}), language))
    parts = (error["message"], *_appended("message", texts, words))
    hints = (error.get("hint", ""), *_appended("hint", texts, words))
    return ErrorText(" ".join(parts).format_map(filled), hints[-1].format_map(filled))


def _appended(kind: str, texts: Mapping[str, Any], words: Mapping[str, Word]) -> Iterator[str]:
    also = texts.get("also", {})
    return (also[word][kind] for word in words if kind in also.get(word, {}))


def _formatted(
    words: Mapping[str, Word], names: Mapping[str, Mapping[str, str]], language: Language
) -> Iterator[tuple[str, str]]:
    for word, value in words.items():
        if isinstance(value, str):
            yield word, names.get(word, {}).get(value, value)
        else:
            yield word, amount(value, language)


@cache
def _packages() -> frozenset[str]:
    folders = files("workbench").iterdir()
    return frozenset(entry.name for entry in folders if entry.joinpath("messages.yaml").is_file())
