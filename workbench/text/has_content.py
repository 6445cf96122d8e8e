"""Test whether a text has content besides markers and markup."""

import re
from collections.abc import Iterator

from workbench.text.blocks import blocks_of
from workbench.text.citation_marks import SOURCE_WORD
from workbench.text.model import BOLD_HEADING, Block
from workbench.text.plain_text import plain_text

_MARK = re.compile(
    rf"[\[［【(]\s*{SOURCE_WORD}[^\[\]］】\n()]{{0,40}}(?:[\]］】)]|\Z)|\[[^\[\]\n]{{0,12}}\Z",
    re.IGNORECASE,
)
"""A marker in any form, also unfinished at the end: ``(Sources 1, 2)``, ``[Source 1``, ``[1``."""
_TITLE_WORDS = 3
"""A heading of up to three words without a number is only a title: ``## Limits``."""


def has_content(text: str) -> bool:
    """Return True if a word or a number remains besides headings and lead-ins.

    >>> has_content("[Source 1] …"), has_content("$100 [Source 1]")
    (False, True)
    """
    blocks = blocks_of(_MARK.sub("", text))
    words = (words for block in blocks for words in _content(block))
    return any(character.isalnum() for stretch in words for character in stretch)


def _content(block: Block) -> Iterator[str]:
    """Yield the words of a block; none for a title or a lead-in."""
    if block.kind == "code":
        yield block.text.partition("\n")[2]
    elif block.kind not in ("rule", "fence") and not _is_title(block):
        # Only a lead-in ends with a colon: a block without one need not be split.
        spans = block.sentences if ":" in block.text else (None,)
        sentences = (plain_text(block, span) for span in spans)
        yield from (sentence for sentence in sentences if not sentence.endswith(":"))


def _is_title(block: Block) -> bool:
    words = plain_text(block).split()
    is_short = len(words) <= _TITLE_WORDS and all(word.isalpha() for word in words)
    return block.kind == "heading" and block.level < BOLD_HEADING and is_short
