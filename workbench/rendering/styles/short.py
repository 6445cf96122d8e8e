"""SHORT: a few paragraphs of running text."""

from collections.abc import Mapping

from workbench.rendering.layout import Block, paragraphs
from workbench.rendering.styles.base import Mark

_STOPS = (".", "!", "?", "…", ":", ";")


def short(block: Block, mark: Mark, words: Mapping[str, str]) -> str:  # noqa: ARG001
    """Facts as sentences, short ones together in a paragraph."""
    entries = iter(block.entries)
    parts = []
    for texts in paragraphs([entry.text for entry in block.entries]):
        sentences = [mark(_sentence(text), next(entries).number) for text in texts]
        parts.append(" ".join(sentences))
    return "\n\n".join(parts)


def _sentence(text: str) -> str:
    return text if text.endswith(_STOPS) else f"{text}."
