"""Split the text of a source into the quotes of the answer and the text around them."""

from collections.abc import Callable, Iterator, Sequence

from workbench.domain.answer import Answer
from workbench.domain.base import Span
from workbench.domain.documents import Document
from workbench.domain.evidence import Evidence
from workbench.export.passage_lines import Piece

AROUND = 400
"""Characters of a document shown before and after the quote that states a graph fact."""

OpenDocument = Callable[[str], Document | None]


def passage_pieces(
    item: Evidence, answer: Answer | None, open_document: OpenDocument
) -> Iterator[Piece]:
    """Yield the pieces of a passage, or of the text around the quote of a fact.

    A document that has changed since the run is not read: the run's own copy is what the answer
    rests on.
    """
    place = item.span or item.quote
    if place is None:
        return
    found = open_document(place.document_id)
    stored = _stored_text(item)
    if found is None or found.text[place.start : place.end] != stored:
        start, text = place.start, stored
    elif item.span is not None:
        start, text = place.start, found.text[place.start : place.end]
    else:
        start, end = _around(found, Span(start=place.start, end=place.end))
        text = found.text[start:end]
    marks = _quotes(item, answer)
    yield from _pieces(text, [Span(start=a.start - start, end=a.end - start) for a in marks])


def _stored_text(item: Evidence) -> str:
    return item.quote.text if item.span is None and item.quote else item.content


def _quotes(item: Evidence, answer: Answer | None) -> list[Span]:
    """Return the spans of an item's document that its citations quote, in order."""
    place = item.span or item.quote
    quotes = [
        one.quote
        for one in (answer.citations if answer else ())
        if one.evidence_id == item.id and one.quote
    ]
    if not quotes and item.span is None and item.quote is not None:
        quotes = [item.quote]
    here = [one for one in quotes if place and one.document_id == place.document_id]
    return sorted({Span(start=one.start, end=one.end): 0 for one in here}, key=_start)


def _around(document: Document, place: Span) -> tuple[int, int]:
    """Return the stretch of whole lines around a place, ``AROUND`` characters to each side."""
    text = document.text
    start = max(document.body_start, place.start - AROUND)
    end = min(len(text), place.end + AROUND)
    if start > document.body_start:
        start = text.find("\n", start, place.start) + 1 or start
    if end < len(text):
        last = text.rfind("\n", place.end, end)
        end = last if last >= 0 else end
    return start, end


def _pieces(text: str, marks: Sequence[Span]) -> Iterator[Piece]:
    """Cut a text at marks, which may overlap or reach beyond it."""
    at = 0
    for mark in marks:
        start, end = max(mark.start, at), min(mark.end, len(text))
        if start >= end:
            continue
        if start > at:
            yield Piece(text[at:start], is_quoted=False)
        yield Piece(text[start:end], is_quoted=True)
        at = end
    if at < len(text):
        yield Piece(text[at:], is_quoted=False)


def _start(span: Span) -> int:
    return span.start
