"""GROUPED_BULLETS: a list under the name of each group."""

from collections.abc import Sequence
from dataclasses import replace
from itertools import groupby, zip_longest

from workbench.domain.local_text import Language, localize
from workbench.render_styles.base import (
    LayoutItem,
    Mark,
    RenderStyle,
    SectionLayout,
    Window,
    first_items,
)

OTHER = {"ru": "Прочее", "en": "Other"}


def lay_out(block: SectionLayout, mark: Mark, language: Language) -> str:
    """Return a Markdown list under each group's name in bold; ungrouped facts are under «Other»."""
    parts: list[str] = []
    for group, entries in groupby(block.entries, key=lambda entry: entry.group):
        lines = [f"- {mark(entry.text, entry.number)}" for entry in entries]
        parts.append("\n".join([f"**{group or localize(OTHER, language)}**", "", *lines]))
    return "\n\n".join(parts)


def select(items: Sequence[LayoutItem], window: Window) -> Sequence[LayoutItem] | None:
    """Return facts of the first groups in rotation; later pages continue through all groups."""
    groups, at_once = _by_group(_with_groups(items)), window.limits.max_groups
    if not any(group[0].group for group in groups):
        return None
    if not window.is_later_page:
        groups = groups[:at_once]
    chosen = {item.number for item in first_items(_in_turn(groups, at_once), window)}
    return [item for group in groups for item in group if item.number in chosen]


def _by_group(items: Sequence[LayoutItem]) -> list[list[LayoutItem]]:
    """Return the facts of each group, in order of appearance; ungrouped facts come last."""
    groups: dict[str, list[LayoutItem]] = {}
    for item in items:
        groups.setdefault(item.group, []).append(item)
    ungrouped = groups.pop("", [])
    return [*groups.values(), *([ungrouped] if ungrouped else [])]


def _in_turn(groups: Sequence[Sequence[LayoutItem]], at_once: int) -> list[LayoutItem]:
    """Interleave the facts of ``at_once`` groups at a time, so that each group is represented."""
    return [
        item
        for first in range(0, len(groups), at_once)
        for turn in zip_longest(*groups[first : first + at_once])
        for item in turn
        if item is not None
    ]


def _with_groups(items: Sequence[LayoutItem]) -> Sequence[LayoutItem]:
    """Group facts without groups by their owner, if there are at least two owners."""
    owners = {item.owner for item in items if item.owner}
    if len(owners) < 2 or any(item.group for item in items):
        return items
    return [replace(item, group=item.owner) for item in items]


STYLE = RenderStyle(
    {"ru": "список по группам", "en": "grouped bullets"},
    "a list under the name of each group, such as each project or product",
    lay_out,
    select,
)
