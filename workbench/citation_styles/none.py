"""none: clean text without marks, as customers always get it."""

from workbench.citation_styles.base import CitationStyle, CitedSource
from workbench.domain.local_text import Language


def mark(cited: CitedSource, language: Language) -> str:  # noqa: ARG001
    """Return an empty mark."""
    return ""


STYLE = CitationStyle({"ru": "Без ссылок", "en": "None"}, mark, prefix="", separator="")
