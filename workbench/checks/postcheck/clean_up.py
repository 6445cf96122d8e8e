"""Cut violations out of a marked text and repair the punctuation around them."""

import re
from collections.abc import Sequence

from workbench.checks.postcheck.inspection import Violation
from workbench.domain.base import Span
from workbench.nlp.terms import content_terms
from workbench.text import Text
from workbench.text.cut_spans import closed_up, holes_in, is_emptied, without_lines
from workbench.text.edits import Edit, Edited
from workbench.text.has_content import has_content
from workbench.text.json_text import strings

# What a removed phrase leaves behind: «a  b», «a .», «( ; )» that is not a link's text, empty lines
# and a line that begins with «, but».
_SPACES = re.compile(r"(?<=\S)[ \t]{2,}")
_SPACE_BEFORE = re.compile(r"[ \t]+(?=[.,;:!?)])")
_EMPTY_BRACKETS = re.compile(r"[ \t]*[(\[][ \t,;:]*[)\]](?!\()")
_BLANK_LINES = re.compile(r"\n{3,}")
_LONE_STOP = re.compile(r"^[ \t]*[.,;:][ \t]*", re.MULTILINE)


def clean_up(text: Text, violations: Sequence[Violation]) -> str:
    """Return the text without its violations; a forbidden phrase removes its whole sentence."""
    apart: list[Edit] = []
    for one in sorted(violations, key=lambda one: one.start):
        cut = Edit(*_span(text, one), one.replacement)
        if one.is_cut and (not apart or cut.start >= apart[-1].end):
            apart.append(cut)
    edits = [cut for cut in apart if cut.put]
    for block, holes in holes_in(text.blocks, [cut[:2] for cut in apart if not cut.put]):
        if is_emptied(block, holes):
            edits.append(without_lines(block))
        else:
            edits += (closed_up(block, *hole) for hole in holes)
    return _tidied(Edited(text.source, edits).text)


def has_statement(text: Text) -> bool:
    """True when a statement is left, and not headings or list marks alone."""
    lines = (block.text.strip() for block in text.blocks if block.kind != "fence")
    return any(content_terms(line) for line in lines if not line.endswith(":"))


def has_no_text(text: Text) -> bool:
    """Return True for a JSON text in which every string is empty."""
    values = list(strings(text.data))
    return bool(values) and not any(map(has_content, values))


def _span(text: Text, violation: Violation) -> tuple[int, int]:
    """Return the span to cut: the violation, or its sentence with the sentence's citation marks."""
    if violation.fix != "drop_sentence":
        return violation.start, violation.end
    sentences = text.block_at(violation.start).sentences
    holding = (one for one in sentences if one.start <= violation.start < one.end)
    span = next(holding, Span(start=violation.start, end=violation.end))
    start, end = text.after_marks(span.start), text.after_marks(span.end)
    return (start if start < span.end else span.start), end


def _tidied(text: str) -> str:
    """No empty brackets, doubled spaces, stray stops or gaps."""
    text = _EMPTY_BRACKETS.sub("", text)
    text = _SPACE_BEFORE.sub("", _SPACES.sub(" ", text))
    lines = _LONE_STOP.sub("", text).splitlines()
    return _BLANK_LINES.sub("\n\n", "\n".join(line.rstrip() for line in lines)).strip()
