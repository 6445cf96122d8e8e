"""Keep the lead-ins that are open at a place of a text: ``We do not pay for:`` above its items."""

from typing import NamedTuple

from workbench.text.block_roles import indent_of, line_start
from workbench.text.model import Block


class _LeadIn(NamedTuple):
    text: str
    indent: int
    is_item: bool
    is_numbered: bool


class LeadIns:
    """The lead-ins above a place, the outermost first.

    The items below one are indented as far as a paragraph, or further than an item that announces
    them. Whatever is indented less, or another item beside it, closes it.
    """

    def __init__(self) -> None:
        self._open: list[_LeadIn] = []

    @property
    def nearest(self) -> str:
        """The text of the innermost one; empty if none is open."""
        return self._open[-1].text if self._open else ""

    def announce(self, text: str, block: Block) -> None:
        """Open a lead-in that a block ends with."""
        is_item = block.kind == "item"
        if is_item:
            self.enter(block)
        else:
            self.close(block)
        self._open.append(_LeadIn(text, indent_of(block), is_item, _is_numbered(block)))

    def enter(self, item: Block) -> None:
        """Close the lead-ins that an item or a row is not below."""
        self._open = [one for one in self._open if _is_below(item, one)]

    def close(self, block: Block) -> None:
        """Close the lead-ins that a block ends: those that are indented as far or further."""
        indent = indent_of(block)
        self._open = [one for one in self._open if one.indent < indent]

    def clear(self) -> None:
        """Close all lead-ins."""
        self._open = []


def _is_below(item: Block, lead: _LeadIn) -> bool:
    """Whether an item belongs to a lead-in; bullets may be as far left as the number above them."""
    indent = indent_of(item)
    if not lead.is_item:
        return indent >= lead.indent
    is_beside = item.kind == "item" and indent == lead.indent
    return indent > lead.indent or (is_beside and _is_numbered(item) != lead.is_numbered)


def _is_numbered(block: Block) -> bool:
    marker = block.source[line_start(block, block) : block.start].strip()
    return marker[:1].isdigit()
