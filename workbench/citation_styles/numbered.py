"""numbered: ``[1]`` in the text, a list of sources below; the default."""

from workbench.citation_styles.base import CitationStyle, CitedSource, reference
from workbench.domain.local_text import Language


def mark(cited: CitedSource, language: Language) -> str:  # noqa: ARG001
    """``[1]``."""
    return f"[{cited.number}]"


def entry(cited: CitedSource, language: Language) -> str:
    """``[1] Car Insurance Terms - Section I > Windscreen (Relevance: 0.83)``."""
    return f"[{cited.number}] {reference(cited, language)}"


STYLE = CitationStyle("[1]", mark, entry)
