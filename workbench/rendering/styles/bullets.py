"""BULLETS: one line a fact."""

from collections.abc import Mapping

from workbench.rendering.layout import Block
from workbench.rendering.styles.base import Mark


def bullets(block: Block, mark: Mark, words: Mapping[str, str]) -> str:  # noqa: ARG001
    """A Markdown list."""
    return "\n".join(f"- {mark(entry.text, entry.number)}" for entry in block.entries)
