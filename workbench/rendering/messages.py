"""Messages of the rendering in the reader's language."""

from collections.abc import Mapping

from workbench.domain.local_text import Language
from workbench.i18n.messages import messages


def localized_text(language: Language) -> Mapping[str, str]:
    """Return the messages of one language."""
    return messages("workbench.rendering")[language]
