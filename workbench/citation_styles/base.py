"""CitationStyle: how a source is marked in the text, and how it is listed below it."""

from collections.abc import Callable
from dataclasses import dataclass

from workbench.domain.evidence import Quote
from workbench.domain.local_text import Language, LocalText, localize

RELEVANCE = {"ru": "Релевантность", "en": "Relevance"}


@dataclass(frozen=True)
class CitedSource:
    """A cited source as the reader meets it; ``number`` counts cited sources in order."""

    number: int
    label: str
    relevance: float | None = None
    quote: Quote | None = None
    page: int | None = None
    excerpt: str = ""
    """The beginning of the source, where another cited source has the same label."""


def _no_entry(cited: CitedSource, language: Language) -> str:  # noqa: ARG001
    return ""


@dataclass(frozen=True)
class CitationStyle:
    """One way to show citations. A style that writes no entries has no list of sources."""

    title: LocalText
    """What people choose it by."""
    mark: Callable[[CitedSource, Language], str]
    """What stands in the text; empty for nothing."""
    entry: Callable[[CitedSource, Language], str] = _no_entry
    """The line in the list below the text."""
    joint: str = " "
    """What separates a mark from the word before it."""
    between: str = " "
    """What separates two marks."""
    lists_quotes: bool = False
    """Whether its list gives the quoted words."""

    @property
    def has_list(self) -> bool:
        """Whether the cited sources are listed below the text."""
        return self.entry is not _no_entry


def reference(cited: CitedSource, language: Language) -> str:
    """``Car Insurance Terms - Section I (Relevance: 0.83)``: a source as most lists show it."""
    name = f"{cited.label}: {cited.excerpt}" if cited.excerpt else cited.label
    if cited.relevance is None:
        return name
    return f"{name} ({localize(RELEVANCE, language)}: {cited.relevance:.2f})"
