"""Load the interface's texts in Russian and English, one YAML file per screen."""

from collections.abc import Mapping
from functools import cache
from importlib import resources
from typing import Any

from workbench.domain.local_text import LANGUAGES, Language
from workbench.i18n.numbers import integer
from workbench.i18n.plurals import plural
from workbench.i18n.quotation import MARKS, nested
from workbench.package_yaml import parsed_yaml

Forms = str | Mapping[str, str]
_PLURALS = ("one", "few", "many")
"""The plural forms of an entry; English entries have no ``few``."""


@cache
def catalogue() -> Mapping[str, Mapping[str, Forms]]:
    """Every entry by its dotted key, ``file.group.name``, with its forms in each language."""
    entries: dict[str, Mapping[str, Forms]] = {}
    for file in resources.files(__name__).iterdir():
        if file.name.endswith(".yaml"):
            prefix = file.name.removesuffix(".yaml")
            _flatten(prefix, parsed_yaml(file.read_text("utf-8")), entries)
    return entries


def _flatten(prefix: str, value: Any, into: dict[str, Mapping[str, Forms]]) -> None:
    if set(value) == set(LANGUAGES):
        into[prefix] = value
        return
    for key, inner in value.items():
        _flatten(f"{prefix}.{key}", inner, into)


def _quoted(text: str, values: Mapping[str, object], language: Language) -> Mapping[str, object]:
    """Return the values; the marks of one that the text puts in quotation marks are inner ones."""
    opening, closing = MARKS[language]
    return {
        name: nested(value, language)
        if isinstance(value, str) and f"{opening}{{{name}}}{closing}" in text
        else value
        for name, value in values.items()
    }


class Texts:
    """The catalogue in one language; call it with a key and the values for its placeholders."""

    def __init__(self, language: Language) -> None:
        self.language = language

    def __call__(self, key: str, **values: object) -> str:
        """The text of ``key``; where it has plural forms, ``n`` chooses one."""
        forms = catalogue()[key][self.language]
        if not isinstance(forms, str):
            n = values["n"]
            assert isinstance(n, int)
            forms = plural(n, [forms[name] for name in _PLURALS if name in forms])
            values = {**values, "n": integer(n, self.language)}
        return forms.format_map(_quoted(forms, values, self.language)) if values else forms

    def get(self, key: str, default: str) -> str:
        """The text of a key composed at run time, or ``default``."""
        return self(key) if self.has(key) else default

    def has(self, key: str) -> bool:
        """Whether the catalogue has the key."""
        return key in catalogue()
