"""Parse Markdown, prose and JSON into one text model for answers and passages.

``parse`` returns the blocks of a text in order; a block has a kind, its offsets in the source, its
sentences, and the emphasis, code and links inside it:

    >>> text = parse("## Limits\\n\\n- Glass is **covered**. Keys are not.\\n")
    >>> [(block.kind, block.text) for block in text.blocks]
    [('heading', 'Limits'), ('item', 'Glass is **covered**. Keys are not.')]
    >>> [text.source[one.start : one.end] for one in text.blocks[1].sentences]
    ['Glass is **covered**.', 'Keys are not.']

The blocks of a JSON text are its string values. No other package has patterns for Markdown.
"""

from workbench.text.model import BOLD_HEADING, Block, BlockKind, Text
from workbench.text.parse import parse

__all__ = ["BOLD_HEADING", "Block", "BlockKind", "Text", "parse"]
