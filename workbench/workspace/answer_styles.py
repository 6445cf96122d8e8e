"""Built-in answer styles: their prompts, and the default one of each language."""

from collections.abc import Mapping
from functools import cache
from importlib.resources import files

import yaml

from workbench.domain.local_text import LANGUAGES, Language


@cache
def builtin_styles() -> Mapping[str, str]:
    """Return the prompt of each built-in style by name."""
    return {name: style["prompt"] for name, style in _styles().items()}


@cache
def default_styles() -> Mapping[Language, str]:
    """Return the name of the default style by language."""
    named = {style.get("language"): name for name, style in _styles().items()}
    return {language: named[language] for language in LANGUAGES}


@cache
def _styles() -> Mapping[str, Mapping[str, str]]:
    text = files("workbench.workspace").joinpath("answer_styles.yaml").read_text("utf-8")
    found: dict[str, dict[str, str]] = yaml.safe_load(text)
    return found
