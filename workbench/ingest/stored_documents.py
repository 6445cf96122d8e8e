"""The stored form of a document and its chunks: a file that is named after its content."""

import os
from collections.abc import Sequence
from pathlib import Path

from workbench.domain.base import Value, content_hash
from workbench.domain.documents import Chunk, Document
from workbench.retrieval.passages import IndexedChunk, PassageWords

ENTRIES = "documents"
"""Folder of the stored documents of an index."""


class StoredChunk(Value):
    """The stored form of an IndexedChunk."""

    chunk: Chunk
    context: str
    body: str
    words: list[list[str | None]]
    """The record of its analysis."""


class StoredDocument(Value):
    """The stored form of a document and its chunks."""

    document: Document
    chunks: tuple[StoredChunk, ...]

    @classmethod
    def of(cls, document: Document, chunks: Sequence[IndexedChunk]) -> "StoredDocument":
        """Return the stored form of a document."""
        kept = [
            StoredChunk(chunk=c.chunk, context=c.context, body=c.body, words=c.words.record())
            for c in chunks
        ]
        return cls(document=document, chunks=tuple(kept))

    def indexed_chunks(self) -> tuple[IndexedChunk, ...]:
        """Return the chunks for retrieval."""
        return tuple(
            IndexedChunk(c.chunk, c.context, c.body, PassageWords.read(c.words))
            for c in self.chunks
        )


def write_document(
    folder: Path, document: Document, chunks: Sequence[IndexedChunk], chunking: str
) -> str:
    """Store a document in the folder of an index, and return the name of its file.

    ``chunking`` is the hash of what the chunks depend on besides the text.
    """
    name = content_hash([document.id, document.content_hash, chunking])
    content = StoredDocument.of(document, chunks).model_dump_json().encode()
    write_atomically(folder / ENTRIES / name, content)
    return name


def write_atomically(path: Path, content: bytes) -> None:
    """Write a file atomically: if the process is killed, the old content remains."""
    fresh = path.with_name(f".{path.name}.{os.getpid()}.new")
    with fresh.open("wb") as file:
        file.write(content)
        file.flush()
        os.fsync(file.fileno())
    fresh.replace(path)
