"""The few words that rendering itself says, by language."""

from collections.abc import Mapping

from workbench.domain.local_text import Language
from workbench.i18n.messages import messages


def localized_text(language: Language) -> Mapping[str, str]:
    """The catalogue of one language."""
    return messages("workbench.rendering")[language]
