"""Determine the role of a block for its neighbours: title, question or defined term."""

import re
from itertools import takewhile

from workbench.domain.base import Span
from workbench.nlp.code_names import opens_with_option
from workbench.text.model import Block
from workbench.text.plain_text import plain_text
from workbench.text.sentences import dash_before

_DEFINITION = re.compile(r"(?P<term>\S[^\n]{,80})\n[ \t>]*:[ \t]+(?=\S)")
"""A term with its definition on the line below: ``Hot``, ``: The data of the last days.``"""
_LONGEST_TERM, _MOST_TERM_WORDS = 60, 8
"""Characters and words of a term above its definition, which is indented below it."""
_LEAST_HANGING, _SHORTER = 2, 0.75
"""Spaces of that indent, and the most that the term is as long as a line of the definition; the
first line of a paragraph is about as long as the others."""
_TERM_ENDS = ".!?;,:…-\\"
_PROMPTS = "$#>%"
"""Signs before a command, which is not a term."""


def is_text(block: Block | None) -> bool:
    """Return True for code and a paragraph, which need the sentence above them to be read."""
    if block is None or block.kind not in ("code", "paragraph"):
        return False
    return not (dash_before(block.text) or opens_with_option(block.text) or defined_term(block))


def is_titled_item(block: Block, after: Block | None) -> bool:
    """Return True for "2. **Columns**" with paragraphs indented below it, the title of a part."""
    if block.kind != "item" or after is None or after.kind not in ("paragraph", "code"):
        return False
    whole = ("strong", block.start, block.end)
    is_bold = any((one.kind, one.start, one.end) == whole for one in block.inlines)
    return is_bold and indent_of(after) > indent_of(block)


def is_heading_item(block: Block, after: Block | None) -> bool:
    """Return True for a short item without an end of a sentence, above items that are deeper."""
    if after is None or (block.kind, after.kind) != ("item", "item"):
        return False
    shown = plain_text(block)
    is_short = len(shown.split()) <= _MOST_TERM_WORDS and shown[-1:] not in _TERM_ENDS
    return is_short and indent_of(after) > indent_of(block)


def is_answered_item(block: Block, after: Block | None) -> bool:
    """Return True for "3. Is it free?" with a paragraph indented below it, as FAQs have."""
    if block.kind != "item" or after is None or after.kind not in ("paragraph", "code"):
        return False
    is_question = plain_text(block).endswith("?")
    return is_question and indent_of(after) > indent_of(block)


def indent_of(block: Block) -> int:
    """Return the column at which a block's first line begins, that of its marker for an item."""
    return _indent(block.source[line_start(block, block) : block.start + 1])


def _indent(line: str) -> int:
    return len(line) - len(line.lstrip())


def defined_term(block: Block) -> Span | None:
    """Return the span of the term that a paragraph defines, on the lines below it."""
    if found := _DEFINITION.match(block.source, block.start, block.end):
        return Span(start=found.start("term"), end=found.end("term"))
    return _hanging_term(block)


def question_end(block: Block) -> int | None:
    """Return the end of the question that a paragraph opens with, above its indented answer."""
    lines = block.source[block.start : block.end].splitlines(keepends=True)
    below = indent_of(block) + _LEAST_HANGING
    opening = list(takewhile(lambda line: _indent(line) < below, lines[1:]))
    question = "".join([*lines[:1], *opening]).rstrip()
    is_answered = len(opening) + 1 < len(lines)
    return block.start + len(question) if is_answered and question.endswith("?") else None


def _hanging_term(block: Block) -> Span | None:
    """Return the span of a short first line above lines that are indented below it."""
    term, _, rest = block.source[block.start : block.end].partition("\n")
    shown = term.rstrip()
    is_short = len(shown) <= _LONGEST_TERM and len(shown.split()) <= _MOST_TERM_WORDS
    is_other = opens_with_option(shown) or shown[:1] in _PROMPTS or shown[-1:] in _TERM_ENDS
    lines = rest.splitlines()
    if block.kind != "paragraph" or not lines or not is_short or is_other:
        return None
    least = min(map(_indent, lines))
    longest = max(len(line.strip()) for line in lines)
    is_below = least >= indent_of(block) + _LEAST_HANGING
    is_apart = len(lines) == 1 or len(shown) <= _SHORTER * longest
    return Span(start=block.start, end=block.start + len(shown)) if is_below and is_apart else None


def line_start(block: Block, span: Span | Block) -> int:
    """Return the start of a span's first line, so that its indent is that of the other lines."""
    return block.source.rfind("\n", 0, span.start) + 1
