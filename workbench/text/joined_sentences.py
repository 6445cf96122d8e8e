"""Join the parts of a paragraph that are one statement."""

import re

from workbench.domain.base import Span
from workbench.nlp.code_names import opens_with_option
from workbench.nlp.tokens import tokens
from workbench.text.block_roles import defined_term
from workbench.text.model import Block
from workbench.text.plain_text import plain_text
from workbench.text.sentences import dash_before

ENOUGH_WORDS = 3
"""A shorter sentence is joined with the next one: ``No. Only the first claim is free.``"""
_LABELLED = re.compile(r"[^\W\d][\w-]*: +\S")
"""A label of one word with its value, ``License: MIT``."""
_CODE_LABEL = re.compile(
    r"`[^`\n]+`(?:(?:,| or) `[^`\n]+`)*(?: \([^)\n]*\))?(?::| [\u2013\u2014-]) "
)
"""A name in code that labels the rest of an item: ``- `--size`: ``."""
_ROW = re.compile(r"[^:;\n]+ \u2014 [^:;\n]+: .*;", re.DOTALL)
"""The beginning of a row as ``row_text`` shows it: ``Travel — Excess: $75;``."""
_CELL = re.compile(r"[^:;.!?\n]+: \S")
"""A further cell of one: ``Limit: $500``."""
_LONG_ITEM = 30
"""Words from which an item that describes a name or defines a term goes on in another statement."""


def join_sentences(block: Block) -> list[Span]:
    """Return the spans of sentences, those of a word or two joined with the next one.

    A dashed line of a list stays one statement: "– Day: Saturday; Starts: 9:30". So does a row that
    an answer quotes, and what is said about an option or another name in code, up to the words of a
    statement.
    """
    joined: list[Span] = []
    for span in block.sentences:
        last = plain_text(block, joined[-1]) if joined else ""
        is_new_line = bool(joined) and "\n" in block.source[joined[-1].end : span.start]
        is_line = bool(dash_before(last)) or (bool(joined) and _describes_code(block, joined[-1]))
        is_line = is_line or _goes_on_as_row(last, plain_text(block, span))
        goes_on = _defines(block, last) or (last and _leaves_open(last))
        if goes_on or (last and (not is_new_line if is_line else _is_short(last))):
            joined[-1] = Span(start=joined[-1].start, end=span.end)
        else:
            joined.append(span)
    return joined


def _goes_on_as_row(last: str, text: str) -> bool:
    """Return True for "Travel — Excess: $75;" and "Limit: $500", two parts of a row as shown."""
    return _ROW.fullmatch(last) is not None and _CELL.match(text) is not None


def _leaves_open(text: str) -> bool:
    """Return True for a sentence cut within brackets: "Ask the lodge (ext. 5500), please."."""
    return text.endswith(".") and text.rfind("(") > text.rfind(")") and "\n\n" not in text


def _describes_code(block: Block, span: Span) -> bool:
    """Return True for an option, or a name: ``- `size`: The size. The default is 4.``; if short."""
    text = block.source[span.start : span.end]
    is_named = block.kind == "item" and _CODE_LABEL.match(text) is not None
    return (is_named or opens_with_option(text)) and len(text.split()) < _LONG_ITEM


def _defines(block: Block, text: str) -> bool:
    """Return True for the beginning of a definition, which goes on in the same statement."""
    return bool(text) and len(text.split()) < _LONG_ITEM and defined_term(block) is not None


def _is_short(sentence: str) -> bool:
    is_whole = sentence.endswith(("?", ":")) or _LABELLED.match(sentence) is not None
    return len(tokens(sentence)) < ENOUGH_WORDS and not is_whole
