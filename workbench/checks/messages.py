"""The reasons that checks give, in the reader's language."""

from typing import Any

from workbench.domain.local_text import Language
from workbench.i18n.messages import messages
from workbench.i18n.plurals import plural


def localized_text(reason: str, language: Language, **values: Any) -> str:
    """One reason with its values filled in."""
    template: str = messages("workbench.checks")[language][reason]
    return template.format(**values)


def words_counted(count: int, language: Language) -> str:
    """The noun «word» as the count wants it."""
    return plural(count, messages("workbench.checks")[language]["words"])
