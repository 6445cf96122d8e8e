"""Localize the messages of gaps, and the parts of facts."""

from typing import Any

from workbench.domain.local_text import Language
from workbench.i18n.messages import messages
from workbench.i18n.numbers import SPACE, integer
from workbench.i18n.plurals import plural


def texts(language: Language) -> Any:
    """Return the texts of the tools in a language."""
    return messages("workbench.tools")[language]


def localized_text(what: str, language: Language, **values: str) -> str:
    """Return a message with its placeholders filled in."""
    template: str = texts(language)[what]
    return template.format(**values)


def counted(what: str, count: int, language: Language) -> str:
    """Return a number with its noun: "1,200 rows", «21 группа»."""
    return f"{integer(count, language)}{SPACE}{plural(count, texts(language)[what])}"
