"""SHORT: a few paragraphs of running text."""

from collections.abc import Sequence

from workbench.domain.local_text import Language
from workbench.render_styles.base import (
    LayoutItem,
    Mark,
    RenderStyle,
    SectionLayout,
    Window,
    first_items,
)

_STOPS = (".", "!", "?", "…", ":", ";")
_PARAGRAPH = 350
"""Characters up to which short facts share a paragraph: three or four lines on a screen."""


def lay_out(block: SectionLayout, mark: Mark, language: Language) -> str:  # noqa: ARG001
    """Return facts as sentences, short ones joined in paragraphs."""
    return "\n\n".join(
        " ".join(mark(_sentence(entry.text), entry.number) for entry in paragraph)
        for paragraph in _paragraphs(block.entries)
    )


def select(items: Sequence[LayoutItem], window: Window) -> Sequence[LayoutItem]:
    """Return the facts that fit into the plan's number of paragraphs."""
    fitting = first_items(items, window)
    if window.is_later_page:
        return fitting
    kept = _paragraphs(fitting)[: window.limits.max_paragraphs]
    return [item for paragraph in kept for item in paragraph]


def _paragraphs(entries: Sequence[LayoutItem]) -> list[list[LayoutItem]]:
    """Pack short texts into paragraphs; long ones have their own."""
    packed: list[list[LayoutItem]] = []
    length = _PARAGRAPH
    for entry in entries:
        if length + len(entry.text) > _PARAGRAPH:
            packed.append([])
            length = 0
        packed[-1].append(entry)
        length += len(entry.text)
    return packed


def _sentence(text: str) -> str:
    return text if text.endswith(_STOPS) else f"{text}."


STYLE = RenderStyle(
    {"ru": "коротко", "en": "short"},
    "a few sentences of running text",
    lay_out,
    select,
    is_prose=True,
)
