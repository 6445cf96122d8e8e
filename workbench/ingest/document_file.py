"""The file of a stored document: its chunks with their analyses, readable one by one.

The first line has the offsets of the others, then comes a line for each chunk, and the document is
the last one, so that a search reads a few kilobytes of a long document.
"""

import json
import os
from collections.abc import Sequence
from itertools import accumulate
from pathlib import Path
from typing import Any

from pydantic_core import from_json

from workbench.domain.documents import Chunk, Document
from workbench.retrieval.passages import IndexedChunk, PassageWords

_HEAD_BYTES = 8192
"""Read at first: the offsets of about a thousand chunks, and all of a small document's chunks."""


def encode(document: Document, chunks: Sequence[IndexedChunk]) -> bytes:
    """Return the content of the file."""
    lines = [_chunk_line(indexed) for indexed in chunks]
    lines.append(document.model_dump_json().encode())
    offsets = list(accumulate((len(line) + 1 for line in lines), initial=0))
    return b"\n".join([json.dumps(offsets).encode(), *lines])


def read_document(path: Path) -> Document:
    """Return the document; raises OSError or ValueError if the file is missing or damaged."""
    return Document.model_validate_json(path.read_bytes().rpartition(b"\n")[2])


def read_chunks(path: Path) -> tuple[IndexedChunk, ...]:
    """Return all chunks; raises OSError or ValueError if the file is missing or damaged."""
    _, *lines, _ = path.read_bytes().split(b"\n")
    return tuple(_chunk(line) for line in lines)


def read_chunk(path: Path, number: int) -> IndexedChunk:
    """Return one chunk; raises OSError or ValueError if the file is missing or damaged."""
    opened = os.open(path, os.O_RDONLY)
    try:
        head = os.read(opened, _HEAD_BYTES)
        while b"\n" not in head:
            more = os.read(opened, _HEAD_BYTES)
            if not more:
                raise ValueError("the offsets do not end")
            head += more
        first, _, rest = head.partition(b"\n")
        offsets: list[int] = json.loads(first)
        start, end = offsets[number], offsets[number + 1] - 1
        if end > len(rest):
            return _chunk(os.pread(opened, end - start, len(first) + 1 + start))
        return _chunk(rest[start:end])
    finally:
        os.close(opened)


def _chunk_line(indexed: IndexedChunk) -> bytes:
    chunk = indexed.chunk.model_dump(mode="json")
    body = None if indexed.body == indexed.chunk.text else indexed.body
    record = [chunk, indexed.context, body, indexed.words.record()]
    return json.dumps(record, ensure_ascii=False).encode()


def _chunk(line: bytes) -> IndexedChunk:
    record: Any = from_json(line, cache_strings="none")
    try:
        raw, context, body, words = record
        chunk = Chunk.model_validate(raw)
        return IndexedChunk(
            chunk, context, chunk.text if body is None else body, PassageWords.read(words)
        )
    except (TypeError, AttributeError) as error:
        raise ValueError(f"not a stored chunk: {error}") from error
