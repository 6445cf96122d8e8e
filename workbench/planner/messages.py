"""Localize the reasons of a plan."""

from workbench.domain.local_text import Language
from workbench.i18n.messages import messages


def localized_text(code: str, language: Language, detail: str = "") -> str:
    """Return the sentence of a reason, with ``detail`` in its placeholder."""
    template: str = messages("workbench.planner")[language]["reasons"][code]
    return template.format(detail=detail)
