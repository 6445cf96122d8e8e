"""Find the code between the fences of a passage."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from workbench.nlp.assertions import is_sentence
from workbench.text.model import CLOSES, OPENS, Block

_CLOSING = ("fence", CLOSES)


def with_fenced_code(blocks: Sequence[Block]) -> Iterator[Block]:
    """Yield the blocks, those between fences without a language as code unless they are prose."""
    at = 0
    while at < len(blocks):
        block = blocks[at]
        end = _closing(blocks, at) if (block.kind, block.level) == ("fence", OPENS) else None
        if end is not None and not any(map(_is_prose, blocks[at + 1 : end])):
            yield replace(block, kind="code", end=blocks[end].end)
            at = end
        else:
            yield block
        at += 1


def _closing(blocks: Sequence[Block], opening: int) -> int | None:
    """Return the index of the fence that closes another."""
    later = range(opening + 1, len(blocks))
    return next((at for at in later if (blocks[at].kind, blocks[at].level) == _CLOSING), None)


def _is_prose(block: Block) -> bool:
    """Return True for a table row or a sentence."""
    return block.kind == "row" or (
        block.kind in ("paragraph", "item")
        and any(is_sentence(block.source[one.start : one.end]) for one in block.sentences)
    )
