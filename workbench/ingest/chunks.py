"""Split a document into chunks, each an exact span of its text within one section."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from workbench.domain.base import Span, content_id
from workbench.domain.documents import Chunk, ChunkKind, Document
from workbench.ingest.body import Body, Row, parse_body
from workbench.retrieval.passages import IndexedChunk
from workbench.text.blocks import end_of_heading

_WHOLE_FACTOR = 2
"""A table, a form, or a question with its answer is not split up to this many times
``chunk_words``."""
_CHARACTERS_PER_WORD = 12
"""Estimates the words of text without spaces."""


@dataclass(frozen=True)
class _Section:
    """The text between two headings."""

    heading_path: tuple[str, ...]
    start: int
    end: int


@dataclass(frozen=True)
class _Piece:
    """A span that becomes a chunk; ``header`` is that of a split table, if outside the span."""

    start: int
    end: int
    header: str = ""


@dataclass(frozen=True)
class _Part:
    """A part of a section: one question with its answer, or what no question divides."""

    start: int
    end: int
    question: str = ""
    """The question that the part begins with, if it is not the heading."""
    is_answer: bool = False
    """True for a question with its answer."""


def chunk_document(document: Document, chunk_words: int) -> list[IndexedChunk]:
    """Return the chunks of a document in order; they neither overlap nor cross a heading."""
    body = parse_body(document.text, document.body_start)
    chunks: list[IndexedChunk] = []
    for section in _sections(document):
        content = body.trimmed(section.start, section.end)
        for part in _parts(body, section, content) if content else ():
            pieces = _pieces(body, part, chunk_words)
            for piece in _merged(document.text, pieces, chunk_words):
                if place := body.trimmed(piece.start, piece.end):
                    header = piece.header or (part.question if place.start > part.start else "")
                    kind = "faq" if part.is_answer else body.kind(place)
                    chunks.append(_indexed(document, body, section, place, header, kind))
    return chunks


def _parts(body: Body, section: _Section, content: Span) -> Iterator["_Part"]:
    """Divide a section at the questions that it answers."""
    asked = bool(section.heading_path) and section.heading_path[-1].rstrip().endswith("?")
    starts = body.questions(content)
    for start, end in pairwise([content.start, *starts, content.end]):
        if place := body.trimmed(start, end) if start < end else None:
            question = body.first_line(place.start) if start in starts else ""
            yield _Part(place.start, place.end, question, is_answer=asked or bool(question))


def estimate_words(text: str) -> int:
    """Return the number of words, or of 12-character units for text without spaces."""
    return max(len(text.split()), len(text) // _CHARACTERS_PER_WORD)


def _sections(document: Document) -> Iterator[_Section]:
    path: list[tuple[int, str]] = []
    start = document.body_start
    for heading in document.headings:
        yield _Section(tuple(text for _, text in path), start, heading.start)
        path = [(level, text) for level, text in path if level < heading.level]
        path.append((heading.level, heading.text))
        start = end_of_heading(document.text, heading.start)
    yield _Section(tuple(text for _, text in path), start, len(document.text))


def _pieces(body: Body, part: _Part, chunk_words: int) -> Iterator[_Piece]:
    """Split a part at its tables and forms, and long ones at sentences or table rows.

    An answer stays with its question up to the size of a table.
    """
    words = estimate_words(body.text[part.start : part.end])
    if part.is_answer and words <= chunk_words * _WHOLE_FACTOR:
        yield _Piece(part.start, part.end)
        return
    position = part.start
    span = Span(start=part.start, end=part.end)
    tables = {table[0].start: table for table in body.tables(span)}
    forms = {form.start: form for form in body.forms(span)}
    for start in sorted({*tables, *forms}):
        end = tables[start][-1].end if start in tables else forms[start].end
        if position < start:
            yield from _prose(body.text, position, start - 1, chunk_words)
        if estimate_words(body.text[start:end]) <= chunk_words * _WHOLE_FACTOR:
            yield _Piece(start, end)
        elif start in tables:
            yield from _rows(body.text, tables[start], chunk_words)
        else:
            yield from _prose(body.text, start, end, chunk_words)
        position = end + 1
    if position < part.end:
        yield from _prose(body.text, position, part.end, chunk_words)


def _prose(text: str, start: int, end: int, chunk_words: int) -> Iterator[_Piece]:
    if estimate_words(text[start:end]) <= chunk_words:
        yield _Piece(start, end)
    else:
        yield from _sentences(text, start, end, chunk_words)


def _rows(text: str, table: Sequence[Row], chunk_words: int) -> Iterator[_Piece]:
    """Split a long table by rows; every piece but the first carries the header separately."""
    header_length = 2 if len(table) > 1 and table[1].is_rule else 1
    header = text[table[0].start : table[0].end]
    first, size = 0, 0
    for number, row in enumerate(table):
        words = estimate_words(text[row.start : row.end])
        if number > max(first, header_length) and size + words > chunk_words:
            yield _Piece(table[first].start, table[number - 1].end, header if first else "")
            first, size = number, 0
        size += words
    yield _Piece(table[first].start, table[-1].end, header if first else "")


def _sentences(text: str, start: int, end: int, chunk_words: int) -> Iterator[_Piece]:
    from semchunk.semchunk import chunk

    found: Any = chunk(text[start:end], chunk_words, estimate_words, memoize=False, offsets=True)
    for piece_start, piece_end in found[1]:
        yield _Piece(start + piece_start, start + piece_end)


def _merged(text: str, pieces: Iterator[_Piece], chunk_words: int) -> Iterator[_Piece]:
    """Merge adjacent pieces that fit into one chunk."""
    waiting: _Piece | None = None
    for piece in pieces:
        if waiting is not None:
            if estimate_words(text[waiting.start : piece.end]) <= chunk_words:
                waiting = _Piece(waiting.start, piece.end, waiting.header or piece.header)
                continue
            yield waiting
        waiting = piece
    if waiting is not None:
        yield waiting


def _indexed(
    document: Document, body: Body, section: _Section, place: Span, header: str, kind: ChunkKind
) -> IndexedChunk:
    words = body.without_boilerplate(place)
    context = "\n".join(filter(None, (document.title, *section.heading_path, header)))
    chunk = Chunk(
        id=content_id("c", document.id, place.start, place.end, context, words),
        document_id=document.id,
        title=document.title,
        text=document.text[place.start : place.end],
        start=place.start,
        end=place.end,
        heading_path=section.heading_path,
        page=document.page(place.start),
        kind=kind,
        metadata=document.metadata,
    )
    return IndexedChunk.of(chunk, context, words)
