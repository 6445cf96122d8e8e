"""What an error says, in the reader's language: found by its code, filled with its words.

Each package keeps its sentences in its ``messages.yaml``, for each language under three headings::

    errors:   by code, a ``message`` and perhaps a ``hint``
    also:     by word: a word that is given adds its message, and its hint replaces the other
    names:    by word, how its values are called
"""

from collections.abc import Iterator, Mapping
from functools import cache
from importlib.resources import files
from typing import Any, NamedTuple, TypedDict

from workbench.domain.local_text import Language
from workbench.i18n.messages import messages
from workbench.i18n.numbers import amount

Word = str | int | float
"""Numbers are written as the language writes them."""


class ErrorText(NamedTuple):
    """What happened, and what the reader can do about it."""

    message: str
    hint: str = ""


class LocalizedError(TypedDict):
    """What a WorkbenchError takes of its wording."""

    message: str
    hint: str
    code: str
    words: dict[str, Word]


def localized(code: str, **words: Word) -> LocalizedError:
    """An error's wording: the code and its words, and the English text of the exception itself.

    Args:
        code: ``package.name``, as the package's ``messages.yaml`` has it.
        words: what the sentences leave room for.
    """
    english = _told(code, words, "en")
    return LocalizedError(message=english.message, hint=english.hint, code=code, words=words)


def error_text(code: str, words: Mapping[str, Word], language: Language) -> ErrorText | None:
    """The sentences of a code; None where this version has none for it, or lacks a word of them."""
    try:
        return _told(code, words, language)
    except KeyError:
        return None


def added_sentences(package: str, **words: Word) -> tuple[str, ...]:
    """The English sentences that words add to whatever message they come with."""
    texts = messages(f"workbench.{package}")["en"]
    filled = dict(_shown(words, texts.get("names", {}), "en"))
    return tuple(one.format_map(filled) for one in _sentences("message", texts, words))


def error_codes() -> tuple[str, ...]:
    """Every code that has sentences."""
    return tuple(
        f"{package}.{name}"
        for package in sorted(_packages())
        for name in messages(f"workbench.{package}")["en"].get("errors", {})
    )


def _told(code: str, words: Mapping[str, Word], language: Language) -> ErrorText:
    package, _, name = code.partition(".")
    if package not in _packages():
        raise KeyError(package)
    texts = messages(f"workbench.{package}")[language]
    said = texts["errors"][name]
    filled = dict(_shown(words, texts.get("names", {}), language))
    parts = (said["message"], *_sentences("message", texts, words))
    hints = (said.get("hint", ""), *_sentences("hint", texts, words))
    return ErrorText(" ".join(parts).format_map(filled), hints[-1].format_map(filled))


def _sentences(kind: str, texts: Mapping[str, Any], words: Mapping[str, Word]) -> Iterator[str]:
    also = texts.get("also", {})
    return (also[word][kind] for word in words if kind in also.get(word, {}))


def _shown(
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
    return frozenset(one.name for one in folders if one.joinpath("messages.yaml").is_file())
