"""Localize the messages of gaps."""

from workbench.domain.local_text import Language
from workbench.i18n.messages import messages


def localized_text(what: str, language: Language, **values: str) -> str:
    """Return a message with its placeholders filled in."""
    template: str = messages("workbench.tools")[language][what]
    return template.format(**values)
