"""Load word lists from YAML, one file per list with Russian and English words."""

import re
from functools import cache

from workbench.package_yaml import package_yaml


@cache
def word_list(name: str, language: str | None = None) -> tuple[str, ...]:
    """Return the words of a list in one language, or in all languages."""
    by_language: dict[str, list[str]] = package_yaml("workbench.nlp", "words", f"{name}.yaml")
    if language is not None:
        return tuple(by_language.get(language, ()))
    return tuple(word for words in by_language.values() for word in words)


def list_pattern(name: str, language: str | None = None) -> str:
    """Return a pattern of the words of a list, the longest first."""
    words = sorted(word_list(name, language), key=len, reverse=True)
    return f"(?:{'|'.join(map(re.escape, words))})"
