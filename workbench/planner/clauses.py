"""Split a question into clauses that each ask something."""

import re
from collections.abc import Sequence

from workbench.domain.base import Span
from workbench.nlp.grammar import content_words, in_word_list
from workbench.nlp.tokens import Token, tokens

_BREAK = re.compile(r"[,;:?!.]+\s+|\s+[-—–]\s+")
"""Punctuation between clauses: ", ", "? ", " — "; not the comma of 1,000."""


def question_clauses(text: str, named: Sequence[Span]) -> list[Span]:
    """Return the clauses in order. A part that only names something is joined to its neighbour."""
    borders = sorted(_breaks(text, named))
    edges = [0, *(end for _, end in borders), len(text)]
    starts = [start for start, _ in borders] + [len(text)]
    pieces = [Span(start=a, end=b) for a, b in zip(edges, starts, strict=False) if a < b]
    whole: list[Span] = []
    complete = True
    for piece in pieces:
        asks = _asks(text[piece.start : piece.end], _within(piece, named))
        if whole and not (asks and complete):
            whole[-1] = Span(start=whole[-1].start, end=piece.end)
        else:
            whole.append(piece)
        complete = asks or (complete and len(whole) > 1)
    return whole


def _asks(text: str, named: Sequence[Span]) -> bool:
    """Whether a text has a content word or a question word besides names."""
    asking = any(in_word_list(token.text, "question_words") for token in tokens(text))
    return asking or bool(content_words(text, named))


def _breaks(text: str, named: Sequence[Span]) -> list[tuple[int, int]]:
    """Return the spans of punctuation and conjunctions between clauses, outside names."""
    words = tokens(text)
    conjunctions = [
        (token.start, token.end)
        for token in words[1:-1]
        if in_word_list(token.text, "question_conjunctions")
        and not _joins_names(text, token, named)
    ]
    marks = [found.span() for found in _BREAK.finditer(text) if found.end() < len(text)]
    free = [
        (start, end)
        for start, end in sorted([*conjunctions, *marks])
        if not any(span.start < end and start < span.end for span in named)
    ]
    merged: list[tuple[int, int]] = []
    for start, end in free:
        if merged and not text[merged[-1][1] : start].strip():
            merged[-1] = (merged[-1][0], end)
        else:
            merged.append((start, end))
    return merged


def _joins_names(text: str, conjunction: Token, named: Sequence[Span]) -> bool:
    """Whether a conjunction stands between two names: "compare Oslo and Bergen by area"."""
    return any(
        before.end <= conjunction.start
        and conjunction.end <= after.start
        and not text[before.end : conjunction.start].strip()
        and not text[conjunction.end : after.start].strip()
        for before in named
        for after in named
    )


def _within(piece: Span, named: Sequence[Span]) -> list[Span]:
    """Return the spans of the names inside a piece, relative to its start."""
    return [
        Span(start=span.start - piece.start, end=span.end - piece.start)
        for span in named
        if piece.start <= span.start and span.end <= piece.end
    ]
