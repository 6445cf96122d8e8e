"""RenderStyle: which facts it shows, how it lays them out, and what it is called."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from workbench.domain.evidence import Cell, Evidence
from workbench.domain.listing import ListedPart
from workbench.domain.local_text import Language, LocalText
from workbench.domain.plan import Limits


@dataclass(frozen=True)
class LayoutItem:
    """A fact as it is shown, with the number of the source that states it."""

    number: int
    text: str
    group: str = ""
    owner: str = ""
    """The entity or document that the fact is filed under."""
    cells: tuple[Cell, ...] = ()


@dataclass(frozen=True)
class Block:
    """One section as it is shown; ``parts`` says how far its calls' facts are."""

    heading: str
    style: str
    entries: tuple[LayoutItem, ...]
    sources: tuple[Evidence, ...] = ()
    parts: tuple[ListedPart, ...] = ()

    @property
    def omitted(self) -> int:
        """How many facts did not fit its limits."""
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
"""Adds the number of its source to a text, or leaves the text as it is."""


def unmarked(text: str, number: int) -> str:  # noqa: ARG001
    """The text alone."""
    return text


def first_items(items: Sequence[LayoutItem], window: Window) -> Sequence[LayoutItem]:
    """The next facts in their order, as many as may be shown."""
    return items[window.offset : window.offset + window.at_most]


@dataclass(frozen=True)
class RenderStyle:
    """A layout for the facts of one section."""

    title: LocalText
    """What people call it, in the plan view and the plan editor."""
    use: str
    """What it is for: the planner model chooses by it."""
    lay_out: Callable[[Block, Mark, Language], str]
    """Markdown of a block, with each fact marked."""
    select: Callable[[Sequence[LayoutItem], Window], Sequence[LayoutItem] | None] = first_items
    """The facts to show, in order; None where they cannot be laid out so, and bullets are used.
    Pages taken one after another must show every fact once."""
    is_prose: bool = False
    """Whether it writes running text. Passages are shown as prose or as bullets only."""
    needs_columns: bool = False
    """Whether an intent that names it must declare ``columns``."""
