"""Messages of the checks in the reader's language."""

from typing import Any

from workbench.domain.local_text import Language
from workbench.i18n.messages import messages
from workbench.i18n.plurals import plural


def localized_text(reason: str, language: Language, **values: Any) -> str:
    """Return a message with its values filled in."""
    template: str = messages("workbench.checks")[language][reason]
    return template.format(**values)


def words_counted(count: int, language: Language) -> str:
    """Return the noun «word» in the plural form for a count."""
    return plural(count, messages("workbench.checks")[language]["words"])
