"""The name and the colour of a verdict, the same on every page and in every export."""

from collections.abc import Mapping
from functools import cache

from workbench.domain.local_text import Language
from workbench.package_yaml import package_yaml


@cache
def _verdicts() -> Mapping[str, Mapping[str, str]]:
    """Names by language, and the tone, of each label of an AnswerVerdict, ``failed``, ``unknown``.

    A run that failed and one that was made before there were verdicts have none of the labels.
    """
    found: Mapping[str, Mapping[str, str]] = package_yaml("workbench.i18n", "verdicts.yaml")
    return found


def verdict_name(label: str, language: Language) -> str:
    """Return a verdict in words: "Answered"."""
    return _verdicts()[label][language]


def verdict_tone(label: str) -> str:
    """Return a verdict's colour: green, orange, red or gray."""
    return _verdicts()[label]["tone"]
