"""What a citation style is: how a source is marked in the text, and how it is listed below."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Protocol

from workbench.domain.evidence import Quote


@dataclass(frozen=True)
class CitedSource:
    """A cited source as the reader meets it; ``number`` counts cited sources in order."""

    number: int
    label: str
    relevance: float | None = None
    quote: Quote | None = None
    page: int | None = None
    excerpt: str = ""
    """Words that tell it apart, where two cited sources share a label."""


class Style(Protocol):
    """One way to show citations. ``joint`` stands before a mark, ``between`` between two."""

    @property
    def joint(self) -> str:
        """What separates a mark from the word before it."""
        ...

    @property
    def between(self) -> str:
        """What separates two marks."""
        ...

    def mark(self, cited: CitedSource, words: Mapping[str, str]) -> str:
        """What stands in the text; empty for nothing."""
        ...

    def entry(self, cited: CitedSource, words: Mapping[str, str]) -> str:
        """The line in the list at the end; empty where the style has no list."""
        ...


def reference(cited: CitedSource, words: Mapping[str, str]) -> str:
    """The source's label with its relevance: what every list of sources shows."""
    name = f"{cited.label}: {cited.excerpt}" if cited.excerpt else cited.label
    if cited.relevance is None:
        return name
    return f"{name} ({words['relevance']}: {cited.relevance:.2f})"
