"""GROUPED_BULLETS: a list under the name of each group."""

from collections.abc import Mapping
from itertools import groupby

from workbench.rendering.layout import Block
from workbench.rendering.styles.base import Mark


def grouped_bullets(block: Block, mark: Mark, words: Mapping[str, str]) -> str:
    """Bold group names, each with its Markdown list; facts without a group come as «other»."""
    parts: list[str] = []
    for group, entries in groupby(block.entries, key=lambda entry: entry.group):
        lines = [f"- {mark(entry.text, entry.number)}" for entry in entries]
        parts.append("\n".join([f"**{group or words['other']}**", "", *lines]))
    return "\n\n".join(parts)
