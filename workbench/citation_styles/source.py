"""source: ``[Source 1]`` in the text, the canonical marker renumbered; no list."""

from workbench.citation_styles.base import CitationStyle, CitedSource
from workbench.domain.answer import marker
from workbench.domain.local_text import Language


def mark(cited: CitedSource, language: Language) -> str:  # noqa: ARG001
    """``[Source 1]`` in every language: it is what the model wrote."""
    return marker(cited.number)


STYLE = CitationStyle("[Source 1]", mark)
