"""A document -> chunks of its sections, each an exact stretch of its text."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Any, Literal

from workbench.domain.base import Span, content_id
from workbench.domain.documents import Chunk, Document
from workbench.ingest.boilerplate import boilerplate, without
from workbench.ingest.markdown_lines import Line, lines_of
from workbench.retrieval.passages import IndexedChunk

_TABLE_STRETCH = 2
"""A table may be this many times longer than other chunks before it is split by rows."""
_CHARACTERS_A_WORD = 12
"""Text without spaces is measured by length."""


@dataclass(frozen=True)
class _Section:
    """What stands between two headings."""

    heading_path: tuple[str, ...]
    start: int
    end: int


@dataclass(frozen=True)
class _Piece:
    """A stretch that becomes a chunk; ``header`` is its table's, where that is elsewhere."""

    start: int
    end: int
    header: str = ""


def chunk_document(document: Document, chunk_words: int) -> list[IndexedChunk]:
    """The chunks of a document in order. None crosses a heading; they do not overlap."""
    lines = list(lines_of(document.text, document.body_start))
    repeated = boilerplate(lines)
    chunks: list[IndexedChunk] = []
    for section in _sections(document):
        inside = [line for line in lines if section.start <= line.start < section.end]
        content = _trimmed(inside, repeated)
        for piece in _merged(
            document.text, _pieces(document.text, content, chunk_words), chunk_words
        ):
            kept = [line for line in content if line.start < piece.end and line.end > piece.start]
            if trimmed := _trimmed(kept, repeated):
                start = max(piece.start, trimmed[0].start)
                end = min(piece.end, trimmed[-1].end)
                whole = _Piece(start, end, piece.header)
                chunks.append(_indexed(document, section, whole, trimmed, repeated))
    return chunks


def count_words(text: str) -> int:
    """Words as a reader counts them; a stretch without spaces counts by its length."""
    return max(len(text.split()), len(text) // _CHARACTERS_A_WORD)


def _sections(document: Document) -> Iterator[_Section]:
    path: list[tuple[int, str]] = []
    start = document.body_start
    for heading in document.headings:
        yield _Section(tuple(text for _, text in path), start, heading.start)
        path = [(level, text) for level, text in path if level < heading.level]
        path.append((heading.level, heading.text))
        line_end = document.text.find("\n", heading.start)
        start = len(document.text) if line_end < 0 else line_end + 1
    yield _Section(tuple(text for _, text in path), start, len(document.text))


def _trimmed(lines: Sequence[Line], repeated: frozenset[int]) -> list[Line]:
    """Lines without blank ones and page furniture at either end."""
    kept = [i for i, line in enumerate(lines) if line.text.strip() and line.start not in repeated]
    return list(lines[kept[0] : kept[-1] + 1]) if kept else []


def _pieces(text: str, lines: Sequence[Line], chunk_words: int) -> Iterator[_Piece]:
    """A section cut at its tables and, where it is too long, at sentences or rows."""
    for is_table, group in groupby(lines, key=lambda line: line.kind == "table"):
        block = list(group)
        start, end = block[0].start, block[-1].end
        size = count_words(text[start:end])
        if size <= chunk_words * (_TABLE_STRETCH if is_table else 1):
            yield _Piece(start, end)
        elif is_table:
            yield from _rows(block, chunk_words)
        else:
            yield from _sentences(text, start, end, chunk_words)


def _rows(table: Sequence[Line], chunk_words: int) -> Iterator[_Piece]:
    """A long table by rows; every piece but the first remembers the header it lacks."""
    header_length = 2 if len(table) > 1 and _is_rule(table[1].text) else 1
    header = "\n".join(line.text for line in table[:header_length:2])
    first, size = 0, 0
    for row, line in enumerate(table):
        words = count_words(line.text)
        if row > max(first, header_length) and size + words > chunk_words:
            yield _Piece(table[first].start, table[row - 1].end, header if first else "")
            first, size = row, 0
        size += words
    yield _Piece(table[first].start, table[-1].end, header if first else "")


def _is_rule(row: str) -> bool:
    return "-" in row and re.fullmatch(r"[\s|:\-]+", row) is not None


def _sentences(text: str, start: int, end: int, chunk_words: int) -> Iterator[_Piece]:
    from semchunk.semchunk import chunk

    found: Any = chunk(text[start:end], chunk_words, count_words, memoize=False, offsets=True)
    for piece_start, piece_end in found[1]:
        yield _Piece(start + piece_start, start + piece_end)


def _merged(text: str, pieces: Iterator[_Piece], chunk_words: int) -> Iterator[_Piece]:
    """Neighbours joined as long as they fit into one chunk."""
    waiting: _Piece | None = None
    for piece in pieces:
        if waiting is not None:
            if count_words(text[waiting.start : piece.end]) <= chunk_words:
                waiting = _Piece(waiting.start, piece.end, waiting.header or piece.header)
                continue
            yield waiting
        waiting = piece
    if waiting is not None:
        yield waiting


def _indexed(
    document: Document,
    section: _Section,
    piece: _Piece,
    lines: Sequence[Line],
    repeated: frozenset[int],
) -> IndexedChunk:
    text = document.text[piece.start : piece.end]
    body = without(document.text, Span(start=piece.start, end=piece.end), lines, repeated)
    context = "\n".join(filter(None, (document.title, *section.heading_path, piece.header)))
    chunk = Chunk(
        id=content_id("c", document.id, piece.start, piece.end, context, body),
        document_id=document.id,
        title=document.title,
        text=text,
        start=piece.start,
        end=piece.end,
        heading_path=section.heading_path,
        kind=_kind(lines),
        metadata=document.metadata,
    )
    return IndexedChunk(chunk, context, body)


def _kind(lines: Sequence[Line]) -> Literal["prose", "table", "list"]:
    kinds = {line.kind for line in lines if line.text.strip()}
    if kinds == {"table"}:
        return "table"
    return "list" if kinds == {"list"} else "prose"
