"""What the tools say of what they did not find, in the reader's language."""

from workbench.domain.local_text import Language
from workbench.i18n.messages import messages


def localized_text(what: str, language: Language, **values: str) -> str:
    """One message with its values filled in."""
    template: str = messages("workbench.tools")[language][what]
    return template.format(**values)
