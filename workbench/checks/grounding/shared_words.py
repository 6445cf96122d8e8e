"""Compare a claim with the statement shown for it: the words and numbers of both, and the rest."""

import re
from collections.abc import Iterable
from typing import NamedTuple

from workbench.checks.grounding.evidence_index import plain
from workbench.domain.base import Span
from workbench.nlp.amounts import amounts
from workbench.nlp.quantities import Quantity, is_entailed, quantities
from workbench.nlp.terms import Term, contains, content_terms, term_set

_NEXT_WORD = re.compile(r"\s*(?:%|[^\W\d_]+)")


class SharedWords(NamedTuple):
    """Where a claim and a statement agree; spans are offsets into either text."""

    is_verbatim: bool
    """Whether the statement has the claim word for word."""
    found: tuple[Span, ...]
    """The words of the claim that the statement, or what is around it, has."""
    missing: tuple[Span, ...]
    """The words and numbers of the claim that are in neither."""
    numbers: tuple[Span, ...]
    """The numbers of the claim that the statement has, in any unit."""
    matched: tuple[Span, ...]
    """The words and numbers of the statement that the claim has."""


def shared_words(claim: str, statement: str, around: str = "") -> SharedWords:
    """Compare a claim with a statement.

    Args:
        claim: plain text.
        statement: plain text.
        around: words that hold for the statement, such as its title and headings.
    """
    stated, known = _counted(claim), _counted(statement)
    told = term_set(statement) | term_set(around)
    words = _words(claim, stated)
    equal = [one for one in stated if any(is_entailed(one, other) for other in known)]
    lost = [one for one in stated if one not in equal]
    said = term_set(claim)
    matched = [one for one in _words(statement, known) if contains(one, said)]
    same = [one for one in known if any(is_entailed(other, one) for other in stated)]
    return SharedWords(
        is_verbatim=bool(plain(claim)) and plain(claim) in plain(statement),
        found=_spans(one for one in words if contains(one, told)),
        missing=_spans([*(one for one in words if not contains(one, told)), *lost]),
        numbers=_spans(equal),
        matched=_spans([*matched, *same]),
    )


def _counted(text: str) -> list[Quantity]:
    """Return the quantities of a text, each with the word of its unit: "2 years"."""
    stated = (one for one in quantities(text) if not one.is_implied)
    return [one._replace(end=_end_of_unit(one, text)) for one in stated]


def _end_of_unit(one: Quantity, text: str) -> int:
    """Return where the unit after a number ends; the end of the number if it has none there."""
    after = _NEXT_WORD.match(text, one.end)
    if not one.unit or after is None:
        return one.end
    alone, both = (amounts(text[one.start : end]) for end in (one.end, after.end()))
    names_unit = any(found.unit == one.unit for found in both)
    return after.end() if names_unit and all(not found.unit for found in alone) else one.end


def _words(text: str, stated: Iterable[Quantity]) -> list[Term]:
    """Return the content words, without those that are part of a number."""
    taken = [(one.start, one.end) for one in stated]
    return [
        one
        for one in content_terms(text)
        if not any(start < one.end and one.start < end for start, end in taken)
    ]


def _spans(found: Iterable[Term | Quantity]) -> tuple[Span, ...]:
    """Return where they stand, in order; of two that overlap, the first."""
    spans: list[Span] = []
    for one in sorted(found, key=lambda one: one.start):
        if not spans or one.start >= spans[-1].end:
            spans.append(Span(start=one.start, end=one.end))
    return tuple(spans)
