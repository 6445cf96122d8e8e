"""The few words that rendering itself says, by language."""

from collections.abc import Mapping
from functools import cache
from importlib.resources import files

import yaml

from workbench.domain.text import Language


@cache
def wording(language: Language) -> Mapping[str, str]:
    """The catalogue of one language."""
    raw = files("workbench.rendering").joinpath("wording.yaml").read_text("utf-8")
    catalogue: dict[str, dict[str, str]] = yaml.safe_load(raw)
    return catalogue[language]
