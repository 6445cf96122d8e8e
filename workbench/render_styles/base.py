"""RenderStyle: how the facts of a section are selected and formatted."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from workbench.domain.evidence import Cell, Evidence
from workbench.domain.listing import ListedPart
from workbench.domain.local_text import Language, LocalText
from workbench.domain.plan import Limits


@dataclass(frozen=True)
class LayoutItem:
    """A fact as displayed, with the number of its source."""

    number: int
    text: str
    group: str = ""
    owner: str = ""
    """The entity or document that owns the fact."""
    cells: tuple[Cell, ...] = ()


@dataclass(frozen=True)
class SectionLayout:
    """One section as displayed; ``parts`` counts the facts shown of each call."""

    heading: str
    style: str
    entries: tuple[LayoutItem, ...]
    sources: tuple[Evidence, ...] = ()
    parts: tuple[ListedPart, ...] = ()

    @property
    def omitted(self) -> int:
        """Number of facts beyond the limits."""
        return sum(part.remaining for part in self.parts)


@dataclass(frozen=True)
class Window:
    """The part of a section's facts that a plan asks for."""

    limits: Limits
    at_most: int
    """The limit of the plan, or the cap for this kind of fact if that is lower."""
    offset: int = 0
    """How many facts earlier pages showed."""
    is_later_page: bool = False
    """A later page has ``at_most`` facts, whatever the limits of groups and paragraphs."""


Mark: TypeAlias = Callable[[str, int], str]
"""Adds the source's marker to a text, or returns the text unchanged."""


def unmarked(text: str, number: int) -> str:  # noqa: ARG001
    """Return the text without a marker."""
    return text


def first_items(items: Sequence[LayoutItem], window: Window) -> Sequence[LayoutItem]:
    """Return the next facts in order, up to the window's limit."""
    return items[window.offset : window.offset + window.at_most]


@dataclass(frozen=True)
class RenderStyle:
    """A layout for the facts of one section."""

    title: LocalText
    """The style's name in the plan view and the plan editor."""
    use: str
    """The purpose, described to the planner model."""
    lay_out: Callable[[SectionLayout, Mark, Language], str]
    """Markdown of a block, with each fact marked."""
    select: Callable[[Sequence[LayoutItem], Window], Sequence[LayoutItem] | None] = first_items
    """Returns the facts to show, in order; None if the style cannot show them, to use bullets.
    Consecutive pages must show every fact once."""
    is_prose: bool = False
    """Whether the output is running text. Passages are shown as prose or as bullets only."""
    needs_columns: bool = False
    """Whether an intent that names it must declare ``columns``."""
