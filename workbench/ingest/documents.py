"""A folder of Markdown and text files -> Documents; each file that fails has its reason."""

import os
import re
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from typing import Any

import yaml

from workbench.domain.base import content_hash
from workbench.domain.documents import Document, Heading
from workbench.ingest.body import body_of
from workbench.retrieval.filters import LIST_SEPARATOR, metadata_values
from workbench.workspace.nearest_name import nearest
from workbench.workspace.schema import MetadataField

SUFFIXES = frozenset({".md", ".txt"})
LARGEST_FILE = 20_000_000
"""Bytes; a larger file is refused with its reason."""

_FRONT_MATTER = re.compile(
    r"\A\ufeff?---[ \t]*\n(.*?)^---[ \t]*(?:\n|\Z)", re.DOTALL | re.MULTILINE
)


@dataclass(frozen=True)
class FailedFile:
    """A file that is not among the documents, and why."""

    path: str
    reason: str


@dataclass(frozen=True)
class FoundFile:
    """A file of the folder that may be read."""

    id: str
    """Path inside the folder, with forward slashes."""
    path: Path
    size: int
    modified_ns: int


class UnreadableError(Exception):
    """Why a file cannot become a document."""


def find_files(folder: Path) -> tuple[list[FoundFile], list[FailedFile]]:
    """The readable files under a folder in a fixed order; links that lead out of it are refused."""
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
    """Files to read, and folders that are links (which are not entered), by path."""
    for place, folders, files in os.walk(folder, followlinks=False):
        folders[:] = sorted(name for name in folders if not name.startswith("."))
        here = Path(place)
        yield from (here / name for name in folders if (here / name).is_symlink())
        for name in sorted(files):
            if Path(name).suffix.lower() in SUFFIXES and not name.startswith("."):
                yield here / name


def _found(path: Path, file_id: str, folder: Path) -> FoundFile:
    try:
        if not path.resolve(strict=True).is_relative_to(folder.resolve()):
            raise UnreadableError("a link that leads out of the documents folder")
        if path.is_dir():
            raise UnreadableError("a link to a folder; put the folder itself here")
        status = path.stat()
    except OSError as error:
        raise UnreadableError(f"cannot be read: {error.strerror or error}") from error
    if status.st_size > LARGEST_FILE:
        raise UnreadableError(f"larger than {LARGEST_FILE // 1_000_000} MB")
    return FoundFile(file_id, path, status.st_size, status.st_mtime_ns)


def read_document(file: FoundFile) -> Document:
    """Read one file; UnreadableError says why it cannot be used."""
    try:
        text = file.path.read_text("utf-8")
    except UnicodeDecodeError as error:
        raise UnreadableError(f"not UTF-8 text (byte {error.start})") from error
    except OSError as error:
        raise UnreadableError(f"cannot be read: {error.strerror or error}") from error
    return parse_document(file.id, text)


def parse_document(document_id: str, text: str) -> Document:
    """A document from its text; the suffix of its id tells Markdown from plain text."""
    front = _FRONT_MATTER.match(text)
    metadata = _metadata(front.group(1)) if front else {}
    body_start = front.end() if front else 0
    if not any(character.isalnum() for character in text[body_start:]):
        raise UnreadableError("has no text")
    is_markdown = document_id.lower().endswith(".md")
    headings = _headings(text, body_start) if is_markdown else ()
    title = metadata.pop("title", "") or (headings[0].text if headings else "")
    return Document(
        id=document_id,
        title=title or Path(document_id).stem,
        metadata=metadata,
        text=text,
        body_start=body_start,
        headings=headings,
        content_hash=content_hash(text),
    )


def _headings(text: str, start: int) -> tuple[Heading, ...]:
    """The headings that have a text."""
    return tuple(
        Heading(level=block.level, text=title, start=block.line_start)
        for block in body_of(text, start).headings
        if (title := block.text.strip())
    )


def _metadata(source: str) -> dict[str, str]:
    try:
        raw = yaml.safe_load(source)
    except (yaml.YAMLError, ValueError, RecursionError) as error:
        place = f" (line {mark.line + 2})" if (mark := getattr(error, "problem_mark", None)) else ""
        raise UnreadableError(f"its front matter is not YAML{place}") from error
    if raw is None:
        return {}
    if not isinstance(raw, Mapping):
        raise UnreadableError("its front matter is not a list of `name: value` lines")
    return {
        str(name): _text_of(str(name), value) for name, value in raw.items() if value is not None
    }


def _text_of(name: str, value: Any) -> str:
    """A value of the front matter as text; the values of a list are joined by ", "."""
    values = value if isinstance(value, list) else [value]
    texts = [_scalar_text(item) for item in values]
    if None in texts:
        raise UnreadableError(f"`{name}` in its front matter is neither a text nor a list of texts")
    return LIST_SEPARATOR.join(filter(None, texts))


def _scalar_text(value: Any) -> str | None:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, date):
        return value.isoformat()
    return str(value).strip() if isinstance(value, str | int | float) else None


def metadata_problem(
    metadata: Mapping[str, str], fields: Mapping[str, MetadataField], node_ids: Collection[str]
) -> str:
    """Why a document's metadata does not fit the workspace; empty when it does."""
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
