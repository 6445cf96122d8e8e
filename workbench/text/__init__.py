"""Texts parsed once: one model for answers and for document passages.

``parse`` turns a text into blocks, in order; a block knows its kind, its exact place in the source,
its sentences, and the emphasis, code and links inside it:

    >>> text = parse("## Limits\\n\\n- Glass is **covered**. Keys are not.\\n")
    >>> [(block.kind, block.text) for block in text.blocks]
    [('heading', 'Limits'), ('item', 'Glass is **covered**. Keys are not.')]
    >>> [text.source[one.start : one.end] for one in text.blocks[1].sentences]
    ['Glass is **covered**.', 'Keys are not.']

Of JSON the string values are the blocks. Whatever asks what a line of Markdown is, asks the model;
no other package has patterns for Markdown.
"""

from workbench.text.model import BOLD_HEADING, Block, BlockKind, Text
from workbench.text.parse import parse

__all__ = ["BOLD_HEADING", "Block", "BlockKind", "Text", "parse"]
