"""Find and read the documents of a folder; every file that is not read is listed with a reason."""

import os
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from workbench.domain.base import content_hash
from workbench.domain.documents import Document
from workbench.errors import InputError
from workbench.ingest.parsers import UnreadableError, parser_of
from workbench.retrieval.filters import metadata_values
from workbench.workspace.bounded_files import read_bytes
from workbench.workspace.nearest_name import nearest
from workbench.workspace.schema import MetadataField

LARGEST_FILE = 20_000_000
"""Bytes; larger files are not read."""

_LONGEST_REASON = 300
"""Characters of a parser's error message."""


@dataclass(frozen=True)
class FailedFile:
    """A file that is not among the documents, with the reason."""

    path: str
    reason: str


@dataclass(frozen=True)
class FoundFile:
    """A readable file of the folder."""

    id: str
    """Path relative to the folder, with forward slashes."""
    path: Path
    size: int
    modified_ns: int


def find_files(folder: Path) -> tuple[list[FoundFile], list[FailedFile]]:
    """Return the files to read, ordered by path, and the rejected files with a reason.

    Links out of the folder, files without a parser and files that are too large are rejected.
    Hidden files are skipped.
    """
    found: list[FoundFile] = []
    failed: list[FailedFile] = []
    for path in _walk(folder):
        file_id = path.relative_to(folder).as_posix()
        try:
            found.append(_found(path, file_id, folder))
        except UnreadableError as reason:
            failed.append(FailedFile(file_id, str(reason)))
    return found, failed


def _walk(folder: Path) -> Iterator[Path]:
    """Yield files and linked folders, which are not entered, ordered by path."""
    for place, folders, files in os.walk(folder, followlinks=False):
        folders[:] = sorted(name for name in folders if not name.startswith("."))
        here = Path(place)
        yield from (here / name for name in folders if (here / name).is_symlink())
        for name in sorted(files):
            if not name.startswith("."):
                yield here / name


def _found(path: Path, file_id: str, folder: Path) -> FoundFile:
    try:
        if not path.resolve(strict=True).is_relative_to(folder.resolve()):
            raise UnreadableError("a link that leads out of the documents folder")
        if path.is_dir():
            raise UnreadableError("a link to a folder; copy the folder here instead")
        parser_of(path.name)
        status = path.stat()
    except OSError as error:
        raise UnreadableError(f"cannot be read: {error.strerror or error}") from error
    if status.st_size > LARGEST_FILE:
        raise UnreadableError(f"larger than {LARGEST_FILE // 1_000_000} MB")
    return FoundFile(file_id, path, status.st_size, status.st_mtime_ns)


def read_document(file: FoundFile) -> Document:
    """Read and parse one file; raises UnreadableError with the reason if that fails."""
    try:
        content = read_bytes(file.path, most=LARGEST_FILE, place=file.id)
    except InputError as error:
        raise UnreadableError(error.message.removeprefix(f"{file.id}: ").rstrip(".")) from error
    return parse_document(file.id, content)


def parse_document(document_id: str, content: bytes | str) -> Document:
    """Parse the content of a file with the parser for the suffix of its id.

    Raises:
        UnreadableError: there is no parser, the parser fails, or the document has no text.
    """
    parser = parser_of(document_id)
    try:
        parsed = parser.parse(content.encode() if isinstance(content, str) else content)
    except UnreadableError:
        raise
    except Exception as error:  # one broken file must not keep the others from being indexed
        detail = f"{type(error).__name__}: {error}"[:_LONGEST_REASON]
        raise UnreadableError(f"its parser failed ({detail})") from error
    if not any(character.isalnum() for character in parsed.text[parsed.body_start :]):
        raise UnreadableError("has no text")
    metadata = dict(parsed.metadata)
    first = parsed.headings[0].text if parsed.headings else ""
    return Document(
        id=document_id,
        title=metadata.pop("title", "") or first or Path(document_id).stem,
        metadata=metadata,
        text=parsed.text,
        body_start=parsed.body_start,
        headings=parsed.headings,
        content_hash=content_hash(parsed.text),
    )


def metadata_problem(
    metadata: Mapping[str, str], fields: Mapping[str, MetadataField], node_ids: Collection[str]
) -> str:
    """Return why a document's metadata does not match the workspace; "" if it does."""
    for name, field in fields.items():
        allowed = field.values or (node_ids if field.node_type else ())
        whole, *members = metadata_values(metadata, name) or ("",)
        if not allowed or not whole or whole in allowed:
            continue
        for value in members or [whole]:
            if value not in allowed:
                near = nearest(value, allowed)
                hint = f"; did you mean {near}?" if near else ""
                return f"`{name}: {value}` in its front matter is unknown to the workspace{hint}"
    return ""
