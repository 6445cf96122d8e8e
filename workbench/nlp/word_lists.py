"""Word lists as data: one YAML file a list, Russian beside English."""

from functools import cache
from importlib.resources import files

import yaml


@cache
def word_list(name: str, language: str | None = None) -> tuple[str, ...]:
    """The words of a list in one language, or in all of them."""
    raw = files("workbench.nlp").joinpath("words", f"{name}.yaml").read_text("utf-8")
    by_language: dict[str, list[str]] = yaml.safe_load(raw)
    if language is not None:
        return tuple(by_language.get(language, ()))
    return tuple(word for words in by_language.values() for word in words)
