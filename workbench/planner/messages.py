"""Why a plan is as it is, in the reader's language."""

from workbench.domain.local_text import Language
from workbench.i18n.messages import messages


def localized_text(code: str, language: Language, detail: str = "") -> str:
    """One sentence; ``detail`` stands where the wording leaves room for it."""
    template: str = messages("workbench.planner")[language]["reasons"][code]
    return template.format(detail=detail)
