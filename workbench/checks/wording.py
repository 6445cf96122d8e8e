"""The reasons that checks give, in the reader's language."""

from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from typing import Any

import yaml

from workbench.domain.text import Language
from workbench.language.plurals import plural


def say(reason: str, language: Language, **values: Any) -> str:
    """One reason with its values filled in."""
    template: str = _catalogue()[language][reason]
    return template.format(**values)


def words_counted(count: int, language: Language) -> str:
    """The noun «word» as the count wants it."""
    return plural(count, _catalogue()[language]["words"])


@cache
def _catalogue() -> Mapping[str, Mapping[str, Any]]:
    raw = files("workbench.checks").joinpath("wording.yaml").read_text("utf-8")
    catalogue: dict[str, dict[str, Any]] = yaml.safe_load(raw)
    return catalogue
