"""Write the sentences of one passage as running text, its code in blocks."""

import re
from collections.abc import Iterable, Sequence
from itertools import groupby

from workbench.domain.answer import marker, with_marker
from workbench.extractive.sentence_selection import SupportingStatement
from workbench.text.citation_marks import neutralised
from workbench.text.statements import Code

_ENDS = (".", "!", "?", "…", ":", ";")
"""Endings that need no full stop added."""
_TICKS = re.compile("`+")
_FENCE = 3
"""Backticks around code that has none."""


def running_text(chosen: Sequence[SupportingStatement], number: int, content: str) -> str:
    """Return the sentences of a source, each with its marker; code has one after its block.

    Args:
        chosen: the sentences, in the order in which they are shown.
        number: of the source.
        content: its text.
    """
    paragraphs: list[str] = []
    for is_code, same in groupby(chosen, key=lambda one: one.statement.code is not None):
        if is_code:
            paragraphs += [_block(block, number) for block in _blocks(same, content)]
        else:
            paragraphs.append(" ".join(with_marker(sentence_text(one), number) for one in same))
    return "\n\n".join(paragraphs)


def sentence_text(one: SupportingStatement) -> str:
    """Return the text on one line; a sentence ends with a full stop."""
    text = " ".join(neutralised(one.text).split())
    return text if text.endswith(_ENDS) or one.statement.kind != "sentence" else f"{text}."


def _blocks(chosen: Iterable[SupportingStatement], content: str) -> list[list[Code]]:
    """Return the parts of each block of code: those with nothing but empty lines between them."""
    blocks: list[list[Code]] = []
    end = 0
    for one in chosen:
        if one.statement.code is None:
            continue
        if blocks and not content[end : one.statement.start].strip():
            blocks[-1].append(one.statement.code)
        else:
            blocks.append([one.statement.code])
        end = one.statement.end
    return blocks


def _block(parts: Sequence[Code], number: int) -> str:
    code = "\n\n".join(part.lines for part in parts)
    longest = max(map(len, _TICKS.findall(code)), default=0)
    fence = "`" * max(_FENCE, longest + 1)
    return f"{fence}{parts[0].language}\n{code}\n{fence}\n\n{marker(number)}"
