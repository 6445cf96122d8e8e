"""inline: the source's name in the text, no list."""

from workbench.citation_styles.base import CitationStyle, CitedSource
from workbench.domain.local_text import Language, localize

SOURCE = {"ru": "Источник", "en": "Source"}


def mark(cited: CitedSource, language: Language) -> str:
    """``(Source: Car Insurance Terms - Section I > Windscreen)``."""
    return f"({localize(SOURCE, language)}: {cited.label})"


STYLE = CitationStyle({"ru": "(Источник в тексте)", "en": "(Inline source)"}, mark)
