"""Deterministic mending of a marked text: what is wrong is cut out, what is left reads on."""

import re
from collections.abc import Sequence

from workbench.checks.violations import Violation
from workbench.domain.base import Span
from workbench.nlp.terms import content_terms
from workbench.text import parse
from workbench.text.fences import without_prose_fences

_MARKERS_AFTER = re.compile(r"(?:[ \t]*\[Source\s*\d+\])+", re.IGNORECASE)
_ITEM_MARK = re.compile(r"[ \t]*(?:[-*•]|\d+[.)])?[ \t]*$")
_EMPTY_LINE = re.compile(
    r"^[ \t]*(?:[-*•]|\d+[.)])?[ \t]*(?:\[Source\s*\d+\][ \t]*)*\n?", re.IGNORECASE
)
_SPACES = re.compile(r"(?<=\S)[ \t]{2,}")
_SPACE_BEFORE = re.compile(r"[ \t]+(?=[.,;:!?)])")
_EMPTY_BRACKETS = re.compile(r"[ \t]*[(\[][ \t,;:]*[)\]](?!\()")
_BLANK_LINES = re.compile(r"\n{3,}")
_LONE_STOP = re.compile(r"^[ \t]*[.,;:][ \t]*", re.MULTILINE)


def clean_up(marked: str, artefacts: Sequence[Violation]) -> str:
    """The text without its artefacts; a sentence with a forbidden phrase goes as a whole."""
    cuts = [(_cut(marked, one), one.replacement) for one in artefacts if one.is_cut]
    text, position = "", 0
    for span, replacement in sorted(cuts, key=lambda cut: cut[0].start):
        if span.start < position:
            continue
        text += marked[position : span.start] + replacement
        position = span.end
    return _tidied(text + marked[position:])


def has_statement(marked: str) -> bool:
    """True when a statement is left, and not headings or list marks alone."""
    lines = (line.strip() for line in without_prose_fences(marked).splitlines())
    return any(content_terms(line) for line in lines if not line.endswith(":"))


def _cut(marked: str, artefact: Violation) -> Span:
    span = Span(start=artefact.start, end=artefact.end)
    if artefact.fix == "drop_sentence":
        holding = (one for one in parse(marked).sentences if one.start <= span.start < one.end)
        span = next(holding, span)
        after = _MARKERS_AFTER.match(marked, span.end)
        span = Span(start=_past_markers(marked, span), end=after.end() if after else span.end)
    return _whole_line(marked, span)


def _past_markers(marked: str, span: Span) -> int:
    """Markers at the head of a sentence belong to the one before."""
    leading = _MARKERS_AFTER.match(marked, span.start)
    return leading.end() if leading and leading.end() < span.end else span.start


def _whole_line(marked: str, span: Span) -> Span:
    """With the list mark and the line break, when nothing else stands on the line."""
    line_start = marked.rfind("\n", 0, span.start) + 1
    line_end = marked.find("\n", span.end)
    line_end = len(marked) if line_end < 0 else line_end
    before, after = marked[line_start : span.start], marked[span.end : line_end]
    if _ITEM_MARK.fullmatch(before) and not after.strip(" \t.;"):
        return Span(start=line_start, end=min(line_end + 1, len(marked)))
    return span


def _tidied(text: str) -> str:
    """No empty brackets, doubled spaces, empty list items or gaps."""
    text = _EMPTY_BRACKETS.sub("", text)
    text = _SPACE_BEFORE.sub("", _SPACES.sub(" ", text))
    text = _LONE_STOP.sub("", text)
    kept = [line for line in text.splitlines() if not line.strip() or not _is_empty(line)]
    return _BLANK_LINES.sub("\n\n", "\n".join(line.rstrip() for line in kept)).strip()


def _is_empty(line: str) -> bool:
    return _EMPTY_LINE.fullmatch(line) is not None
