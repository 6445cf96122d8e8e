"""footnote: superscript numbers in the text and in the list below."""

from workbench.citation_styles.base import CitationStyle, CitedSource, reference
from workbench.domain.local_text import Language

_FIGURES = ("¹", "²", "³", "⁴", "⁵", "⁶", "⁷", "⁸", "⁹", "¹⁰")


def mark(cited: CitedSource, language: Language) -> str:  # noqa: ARG001
    """``¹``; after ten, brackets: ``[11]``."""
    in_figures = cited.number <= len(_FIGURES)
    return _FIGURES[cited.number - 1] if in_figures else f"[{cited.number}]"


def entry(cited: CitedSource, language: Language) -> str:
    """``¹ Car Insurance Terms - Section I > Windscreen (Relevance: 0.83)``."""
    return f"{mark(cited, language)} {reference(cited, language)}"


STYLE = CitationStyle({"ru": "Сноска ¹", "en": "Footnote ¹"}, mark, entry, prefix="", separator=",")
