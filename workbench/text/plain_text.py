"""Read a block as its words on one line, without Markdown."""

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache
from html import unescape
from itertools import pairwise
from typing import NamedTuple

from workbench.domain.base import Span
from workbench.text.inline import Inline
from workbench.text.model import Block
from workbench.text.parse import parse
from workbench.text.picture_marks import mark_of_emoji, mark_of_image

_TEMPLATE_LINK = re.compile(r"(?<!\\)(!?\[)[^\[\]]*(\]\(\{[^()\n]*\}\))")
"""A link of a site generator, not known to Markdown: ``[the guide]({% page "/guide" %})``."""
_BREAK = re.compile(r"<br\b", re.IGNORECASE)
"""The tag that separates words: ``Zone<br>availability``."""
_SPACE = re.compile(r"\s+")


class _Hidden(NamedTuple):
    """A stretch of markup, and what a reader sees instead."""

    start: int
    end: int
    instead: str = ""


def plain_text(block: Block, span: Span | None = None) -> str:
    """Return the words of a block, or of a span inside it; a link is its label.

    Badges are left out, and images without text beside them; inside a sentence an image is its
    alternative text.

    >>> plain_text(parse("- **Glass** is [covered](terms.md).").blocks[0])
    'Glass is covered.'
    """
    start, end = (span.start, span.end) if span else (block.start, block.end)
    kept: list[str] = []
    position = start
    for hidden in _hidden(block):
        if hidden.start >= end:
            break
        if position <= hidden.start:
            kept += [
                block.text[position - block.start : hidden.start - block.start],
                hidden.instead,
            ]
        position = max(position, min(hidden.end, end))
    kept.append(block.text[position - block.start : end - block.start])
    return _SPACE.sub(" ", "".join(kept)).strip()


def without_markdown(text: str) -> str:
    """Return the words of a text, with the cells of a table row joined by dots.

    >>> without_markdown("| Travel | **$75** | |")
    'Travel · $75'
    """
    return " ".join(filter(None, map(_line, parse(text).blocks)))


def _line(block: Block) -> str:
    if block.kind in ("rule", "fence"):
        return ""
    if block.kind == "code":
        return plain_text(block, block.lines_of_code)
    cells = [plain_text(block, cell) for cell in block.cells]
    return " · ".join(filter(None, cells)) if cells else plain_text(block)


@lru_cache(maxsize=16)
def _hidden(block: Block) -> tuple[_Hidden, ...]:
    """Return emphasis marks, backticks, link addresses, tags and entities, in order."""
    found = [_Hidden(one.start, one.end) for one in _pictures(block)]
    found += _emoji_marks(block)
    repeated = _repeated_images(block)
    for one in block.inlines:
        if one in repeated:
            found.append(_Hidden(one.start, one.end))
            continue
        found.append(_Hidden(one.start, one.inner_start, _instead(block, one)))
        found.append(_Hidden(one.inner_end, one.end))
    for link in _TEMPLATE_LINK.finditer(block.text):
        for part in (1, 2):
            found.append(_Hidden(block.start + link.start(part), block.start + link.end(part)))
    return tuple(sorted(one for one in found if one.start < one.end))


def _emoji_marks(block: Block) -> Iterator[_Hidden]:
    """Yield the cells of a row that are an emoji code for yes or no: ":x:"."""
    for cell in block.cells:
        if mark := mark_of_emoji(block.source[cell.start : cell.end]):
            yield _Hidden(cell.start, cell.end, mark)


def _repeated_images(block: Block) -> list[Inline]:
    """Return the images of a cell after the first that are of the same file."""
    images = [one for one in block.inlines if one.kind == "image"]
    return [
        two
        for one, two in pairwise(images)
        if any(cell.start <= one.start and two.end <= cell.end for cell in block.cells)
        and block.source[one.start : one.end] == block.source[two.start : two.end]
    ]


def _pictures(block: Block) -> list[Inline]:
    """Return the links that only show an image, and all images of a block that has nothing else.

    A cell or a heading may be an image: "yes", or the name of the product.
    """
    if block.kind not in ("paragraph", "item"):
        return []
    images = [one for one in block.inlines if one.kind == "image"]
    badges = [
        one
        for one in block.inlines
        if one.kind == "link"
        and images
        and not _words_between(block, one.inner_start, one.inner_end, images)
    ]
    if images and not _words_between(block, block.start, block.end, [*images, *badges]):
        return [*images, *badges]
    return badges


def _words_between(block: Block, start: int, end: int, out: Sequence[Inline]) -> bool:
    """Return True if a stretch of a block has letters or digits outside of some inline constructs.

    It has some, too, if none of them stands in it.
    """
    inside = [one for one in out if start <= one.start and one.end <= end]
    position, pieces = start, []
    for one in sorted(inside, key=lambda one: one.start):
        pieces.append(block.source[position : one.start])
        position = max(position, one.end)
    pieces.append(block.source[position:end])
    return not inside or any(map(str.isalnum, "".join(pieces)))


def _instead(block: Block, one: Inline) -> str:
    """Return what a reader sees instead of an opening mark."""
    match one.kind:
        case "html":
            return " " if _BREAK.match(block.source, one.start) else ""
        case "entity":
            return unescape(block.source[one.start : one.end])
        case "image" if block.cells and one.inner_start == one.inner_end:
            return mark_of_image(block.source[one.inner_end : one.end])
        case _:
            return ""
