"""Put a recorded sentence into the reader's language, by the template that it was written from."""

import re
from collections.abc import Callable, Collection, Iterator, Mapping
from functools import cache
from string import Formatter
from typing import Any, NamedTuple

from workbench.domain.local_text import LANGUAGES, Language
from workbench.i18n.messages import messages
from workbench.i18n.numbers import percent_sign
from workbench.i18n.quotation import requoted

Value = Callable[[str, str, Mapping[str, str]], str]
"""The value of a field in the reader's language: template, field, and all values as recorded."""

_ERRORS = ("errors", "also", "names")
"""Sections of the messages that no recorded sentence comes from."""


class _Template(NamedTuple):
    """A template in one language: what it matches, and the name that it has in all of them."""

    name: str
    pattern: re.Pattern[str]
    letters: int
    """How much of it is fixed; of several that match, the most specific one counts."""


def translate_recorded(
    package: str,
    text: str,
    language: Language,
    value: Value | None = None,
    of: Collection[str] | None = None,
) -> str:
    """Return a sentence in a language, if a template of the package has written it.

    Values, such as words of the question or of a source, stay as they are unless ``value`` says
    otherwise. Any other sentence is returned unchanged.

    Args:
        package: whose ``messages.yaml`` has the templates, by language, then by name.
        text: the sentence, with the values of its template filled in.
        language: the reader's language.
        value: puts the value of a field into the language.
        of: the names of the templates that may have written it; all of the package by default.

    >>> translate_recorded("workbench.checks", "Документы дают разные значения: 5 / 7.", "en")
    'Documents give different values: 5 / 7.'
    """
    return _translated(package, text, language, value, of) or text


def template_of(package: str, text: str) -> str | None:
    """Return the name of the template that a recorded sentence was written from, if any was."""
    found = (one.name for one in _templates(package) if one.pattern.fullmatch(text))
    return next(found, None)


def translate_sentences(
    package: str, text: str, language: Language, value: Value | None, of: Collection[str]
) -> str:
    """Return sentences in a language, as ``translate_recorded`` does, if templates wrote each."""
    translated = [
        _translated(package, one, language, value, of) for one in re.split(r"(?<=\.) (?=\w)", text)
    ]
    if all(translated):
        return " ".join(filter(None, translated))
    return translate_recorded(package, text, language, value, of)


def _translated(
    package: str, text: str, language: Language, value: Value | None, of: Collection[str] | None
) -> str | None:
    """A sentence in a language; None if no template has written it."""
    texts = _texts(package, language)
    for template in _templates(package):
        if of is not None and template.name not in of:
            continue
        if found := template.pattern.fullmatch(text):
            values = found.groupdict()
            translated = {
                name: value(template.name, name, values) if value else kept
                for name, kept in values.items()
            }
            return _InLanguage(language).format(texts[template.name], **translated)
    return None


class _InLanguage(Formatter):
    """Fills in values that are formatted already, whatever format the template has for them.

    The sign of a percentage and the marks of quotations alone are put as the language has them:
    «97 %», "97%".
    """

    def __init__(self, language: Language) -> None:
        self._language = language

    def format_field(self, value: Any, format_spec: str) -> Any:
        """Return a value as text."""
        if not format_spec.endswith("%"):
            return requoted(value, self._language)
        return f"{value.rstrip('%').rstrip()}{percent_sign(self._language)}"


@cache
def _texts(package: str, language: Language) -> Mapping[str, str]:
    """Return the templates of a language by name; those of a section are named ``section.name``."""
    return dict(_flat(messages(package)[language], ""))


def _flat(texts: Mapping[str, Any], before: str) -> Iterator[tuple[str, str]]:
    for name, text in texts.items():
        if isinstance(text, str):
            yield f"{before}{name}", text
        elif isinstance(text, dict) and name not in _ERRORS:
            yield from _flat(text, f"{before}{name}.")


@cache
def _templates(package: str) -> tuple[_Template, ...]:
    """Return the templates of a package in all languages, the most specific first."""
    found = [
        _template(name, text)
        for language in LANGUAGES
        for name, text in _texts(package, language).items()
    ]
    return tuple(sorted(found, key=lambda one: -one.letters))


def _template(name: str, text: str) -> _Template:
    pattern, letters = "", 0
    seen: set[str] = set()
    for fixed, field, _, _ in Formatter().parse(text):
        pattern += re.escape(fixed)
        letters += sum(map(str.isalpha, fixed))
        if field:
            pattern += f"(?P={field})" if field in seen else f"(?P<{field}>.+?)"
            seen.add(field)
    return _Template(name, re.compile(pattern, re.DOTALL), letters)
