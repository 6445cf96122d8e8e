"""CitationStyle: how a source is marked in the text, and how it is listed below it."""

from collections.abc import Callable
from dataclasses import dataclass

from workbench.domain.evidence import Quote
from workbench.domain.local_text import Language, LocalText, localize

RELEVANCE = {"ru": "Релевантность", "en": "Relevance"}


@dataclass(frozen=True)
class CitedSource:
    """A cited source as displayed; ``number`` counts cited sources in order."""

    number: int
    label: str
    relevance: float | None = None
    quote: Quote | None = None
    page: int | None = None
    excerpt: str = ""
    """The beginning of the source, set if another cited source has the same label."""


def _no_entry(cited: CitedSource, language: Language) -> str:  # noqa: ARG001
    return ""


@dataclass(frozen=True)
class CitationStyle:
    """One way to show citations. A style without ``entry`` has no list of sources."""

    title: LocalText
    """The style's name in the interface."""
    mark: Callable[[CitedSource, Language], str]
    """The mark in the text; empty for none."""
    entry: Callable[[CitedSource, Language], str] = _no_entry
    """The line in the list below the text."""
    prefix: str = " "
    """The separator between a word and the mark after it."""
    separator: str = " "
    """The separator between two marks."""
    lists_quotes: bool = False
    """Whether its list includes the quoted text."""

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
