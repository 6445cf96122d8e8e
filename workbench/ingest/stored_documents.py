"""Store documents with their chunks in files that are named after their content."""

import os
from collections.abc import Sequence
from pathlib import Path

from workbench.domain.base import content_hash
from workbench.domain.documents import Document
from workbench.ingest.document_file import encode
from workbench.retrieval.passages import IndexedChunk

ENTRIES = "documents"
"""Folder of the stored documents of an index."""


def write_document(
    folder: Path, document: Document, chunks: Sequence[IndexedChunk], chunking: str
) -> str:
    """Store a document in the folder of an index, and return the name of its file.

    ``chunking`` is the hash of what the chunks depend on besides the text.
    """
    name = content_hash([document.id, document.content_hash, chunking])
    write_atomically(folder / ENTRIES / name, encode(document, chunks))
    return name


def write_atomically(path: Path, content: bytes) -> None:
    """Write a file atomically: if the process is killed, the old content remains."""
    fresh = path.with_name(f".{path.name}.{os.getpid()}.new")
    with fresh.open("wb") as file:
        file.write(content)
        file.flush()
        os.fsync(file.fileno())
    fresh.replace(path)
