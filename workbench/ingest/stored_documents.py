"""Store documents with their chunks in files that are named after their content."""

import os
import threading
from pathlib import Path

from workbench.domain.base import content_hash

ENTRIES = "documents"
"""Folder of the stored documents of an index."""


def write_document(
    folder: Path, document_id: str, document_hash: str, encoded: bytes, chunking: str
) -> str:
    """Store an encoded document in the folder of an index, and return the name of its file.

    ``chunking`` is the hash of what the chunks depend on besides the text.
    """
    name = content_hash([document_id, document_hash, chunking])
    write_atomically(folder / ENTRIES / name, encoded)
    return name


def write_atomically(path: Path, content: bytes, mode: int = 0o666) -> None:
    """Write a file atomically: if the process is killed, the old content remains."""
    fresh = path.with_name(f".{path.name}.{os.getpid()}-{threading.get_ident()}.new")
    with open(fresh, "wb", opener=lambda name, flags: os.open(name, flags, mode)) as file:
        file.write(content)
        file.flush()
        os.fsync(file.fileno())
    fresh.replace(path)
