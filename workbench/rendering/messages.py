"""The few words that rendering itself says, by language."""

from collections.abc import Mapping

from workbench.domain.local_text import Language
from workbench.i18n.messages import catalogue


def wording(language: Language) -> Mapping[str, str]:
    """The catalogue of one language."""
    return catalogue("workbench.rendering")[language]
