"""Fill templates ``{binding.property}``, with fallback variants for missing values."""

import string
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from pydantic import GetCoreSchemaHandler
from pydantic_core import core_schema

from workbench.domain.local_text import LocalText, all_texts, localize

type_error = "a template is a string, a map by language, or a list of these"


@dataclass(frozen=True)
class Template:
    """Variants of a text; the first one with values for all names is used."""

    variants: tuple[LocalText, ...]

    def names(self) -> set[str]:
        """Return every ``binding.property`` in any variant."""
        return {
            name
            for variant in self.variants
            for text in all_texts(variant)
            for name in _field_names(text)
        }

    def fill(self, lookup: Callable[[str], str | None], language: str) -> str | None:
        """Return the first variant that can be filled completely; None if none can."""
        for variant in self.variants:
            filled = _fill(localize(variant, language), lookup)
            if filled is not None:
                return filled
        return None

    @classmethod
    def parse(cls, raw: object) -> "Template":
        """Return the template for a YAML value; raises ValueError for one of another form."""
        entries: Sequence[Any] = raw if isinstance(raw, list | tuple) else [raw]
        for entry in entries:
            texts = entry.values() if isinstance(entry, dict) else [entry]
            if not all(isinstance(text, str) for text in texts):
                raise ValueError(type_error)
            for text in texts:
                _field_names(text)
        return cls(tuple(entries))

    @classmethod
    def __get_pydantic_core_schema__(
        cls, source: Any, handler: GetCoreSchemaHandler
    ) -> core_schema.CoreSchema:
        return core_schema.no_info_plain_validator_function(
            lambda raw: raw if isinstance(raw, cls) else cls.parse(raw)
        )


def _field_names(text: str) -> list[str]:
    try:
        return [name for _, name, _, _ in string.Formatter().parse(text) if name is not None]
    except ValueError as error:
        raise ValueError(f"unbalanced braces in the template “{text}”: {error}") from error


def _fill(text: str, lookup: Callable[[str], str | None]) -> str | None:
    parts: list[str] = []
    for literal, name, _, _ in string.Formatter().parse(text):
        parts.append(literal)
        if name is not None:
            value = lookup(name)
            if not value:
                return None
            parts.append(value)
    return "".join(parts)
