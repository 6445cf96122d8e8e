"""A source of a report: its number, its label, and the passage as a reader sees it."""

from typing import NamedTuple

from workbench.domain.evidence import Evidence
from workbench.export.passage_lines import PassageLine, Piece, passage_lines
from workbench.rendering.source_labels import label_with_content


class Source(NamedTuple):
    """A source under its displayed number."""

    number: int
    label: str
    evidence: Evidence
    is_cited: bool
    notes: str
    """Its relevance, and whether it is cited."""
    fact: str
    """The content of a graph fact; empty for a passage."""
    passage: tuple[Piece, ...]
    """The passage, or the part of a document that states the fact; empty where none is known."""

    @property
    def told(self) -> str:
        """The label, followed by the text of a fact."""
        return label_with_content(self.label, self.evidence, self.fact)

    @property
    def lines(self) -> tuple[PassageLine, ...]:
        """The lines of the passage as a reader sees them, without Markdown."""
        return passage_lines(self.passage)
