"""Load word lists from YAML, one file per list with Russian and English words."""

from functools import cache
from importlib.resources import files

import yaml


@cache
def word_list(name: str, language: str | None = None) -> tuple[str, ...]:
    """Return the words of a list in one language, or in all languages."""
    raw = files("workbench.nlp").joinpath("words", f"{name}.yaml").read_text("utf-8")
    by_language: dict[str, list[str]] = yaml.safe_load(raw)
    if language is not None:
        return tuple(by_language.get(language, ()))
    return tuple(word for words in by_language.values() for word in words)
