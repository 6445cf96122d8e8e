"""Find and read the documents of a folder; every file that is not read is listed with a reason."""

import os
import stat
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from pathlib import Path, PurePosixPath
from zipfile import ZipFile

from workbench.domain.base import content_hash
from workbench.domain.documents import Document
from workbench.errors import InputError
from workbench.ingest.parsers import (
    COMPRESSED,
    Parsed,
    UnreadableError,
    errors_of_one_file,
    parse_content,
    parser_of,
)
from workbench.ingest.parsers.archive import member_name, open_archive, read_member, unpacked
from workbench.nlp.word_lists import word_list
from workbench.retrieval.filters import metadata_values
from workbench.text.blocks import SECTION_LEVEL
from workbench.workspace.bounded_files import read_bytes
from workbench.workspace.nearest_name import nearest
from workbench.workspace.schema import MetadataField

LARGEST_FILE = 20_000_000
"""Bytes; larger files are not read."""
ARCHIVE = ".zip"
_LISTED_ARCHIVES = 256
"""Archives whose list of files is kept while their size and modification time stay the same."""


@dataclass(frozen=True)
class FailedFile:
    """A file that is not among the documents, with the reason."""

    path: str
    reason: str


@dataclass(frozen=True)
class FoundFile:
    """A readable file of the folder, or of an archive in it."""

    id: str
    """Path relative to the folder, with forward slashes; in an archive ``manual.zip/a/b.md``."""
    path: Path
    size: int
    modified_ns: int
    member: str = ""
    """The name inside the archive at ``path``; empty for a file."""


def find_files(folder: Path) -> tuple[list[FoundFile], list[FailedFile]]:
    """Return the files to read, ordered by path, and the rejected files with a reason.

    Links out of the folder, files without a parser and files that are too large are rejected, and
    so is a folder that is a link itself. Hidden files are skipped. The files of a zip archive are
    listed one by one.
    """
    found: list[FoundFile] = []
    failed: list[FailedFile] = []
    if folder.is_symlink():
        return [], [FailedFile(folder.name, "a link to a folder; copy the folder here instead")]
    for path, file_id in _walk(folder, failed):
        try:
            _check_encoding(file_id)
            file = _found(path, file_id, folder)
            if not _is_archive(file_id):
                found.append(file)
                continue
            for member in _members(file):
                if isinstance(member, FoundFile):
                    found.append(member)
                else:
                    failed.append(member)
        except UnreadableError as reason:
            failed.append(FailedFile(escaped_name(file_id), str(reason)))
    return found, failed


def _is_archive(name: str) -> bool:
    return name.lower().endswith(ARCHIVE)


def _walk(folder: Path, failed: list[FailedFile]) -> Iterator[tuple[Path, str]]:
    """Yield files and linked folders, which are not entered, with their ids, ordered by path.

    Folders that cannot be read are appended to ``failed``.
    """

    def on_error(error: OSError) -> None:
        place = Path(error.filename)
        if place != folder or not isinstance(error, FileNotFoundError):
            name = escaped_name(place.relative_to(folder).as_posix())
            failed.append(FailedFile(name, f"cannot be read: {error.strerror}"))

    for place, folders, files in os.walk(folder, onerror=on_error, followlinks=False):
        folders[:] = sorted(name for name in folders if not name.startswith("."))
        here = Path(place)
        # Once for each folder: a path relative to another takes as long as asking for the file.
        inside = "" if here == folder else f"{here.relative_to(folder).as_posix()}/"
        links = [name for name in folders if (here / name).is_symlink()]
        for name in (*links, *sorted(files)):
            if not name.startswith("."):
                yield here / name, f"{inside}{name}"


def _check_encoding(name: str) -> None:
    try:
        name.encode()
    except UnicodeEncodeError as error:
        raise UnreadableError("its name is not UTF-8") from error


def escaped_name(name: str) -> str:
    """Return a file name with the bytes that are not UTF-8 escaped: ``\\xcf\\xf0.md``."""
    return os.fsencode(name).decode("utf-8", "backslashreplace")


def _found(path: Path, file_id: str, folder: Path) -> FoundFile:
    try:
        status = path.lstat()
        if stat.S_ISLNK(status.st_mode):
            status = _target(path, folder)
        if not _is_archive(file_id):
            parser_of(file_id)
        elif not stat.S_ISREG(status.st_mode):  # opening a pipe would wait for its writer
            raise UnreadableError("not a regular file")
    except OSError as error:
        raise UnreadableError(f"cannot be read: {error.strerror or error}") from error
    _check_size(status.st_size)
    return FoundFile(file_id, path, status.st_size, status.st_mtime_ns)


def _target(link: Path, folder: Path) -> os.stat_result:
    """Return the status of the file that a link leads to.

    Links alone are resolved, which takes four times as long as all else that is asked of a file:
    ``os.walk`` enters no folder behind one.
    """
    if not link.resolve(strict=True).is_relative_to(folder.resolve()):
        raise UnreadableError("a link that leads out of the documents folder")
    if link.is_dir():
        raise UnreadableError("a link to a folder; copy the folder here instead")
    return link.stat()


@lru_cache(maxsize=_LISTED_ARCHIVES)
def _members(file: FoundFile) -> tuple[FoundFile | FailedFile, ...]:
    """Return the files of an archive by name, without unpacking them."""
    listed: list[FoundFile | FailedFile] = []
    ids: set[str] = set()
    with open_archive(file.path) as archive:
        # Of two members with one name, reading the name gives the later one.
        members = archive.infolist()[::-1]
        for member in sorted(members, key=lambda one: one.filename):
            packed = member_name(member)
            name = PurePosixPath(packed)
            if packed.endswith("/") or any(map(_is_hidden, name.parts)):
                continue
            member_id = f"{file.id}/{name}"
            try:
                if member_id in ids:
                    member_id = f"{file.id}/{packed}"
                    raise UnreadableError("another file of the archive has this name")
                _check_member(name)
                _check_size(member.file_size)
            except UnreadableError as reason:
                listed.append(FailedFile(member_id, str(reason)))
            else:
                found = replace(file, id=member_id, size=member.file_size, member=member.filename)
                listed.append(found)
            ids.add(member_id)
    return tuple(listed)


def _is_hidden(part: str) -> bool:
    """Return True for dot files, and for the folder in which macOS packs resource forks."""
    return part == "__MACOSX" or (part.startswith(".") and part != "..")


def _check_member(name: PurePosixPath) -> None:
    if name.is_absolute() or ".." in name.parts:
        raise UnreadableError("its name leads out of the archive")
    if name.suffix.lower() == ARCHIVE:
        raise UnreadableError("an archive inside an archive; unpack it")
    parser_of(name.name)


def _check_size(size: int) -> None:
    if size > LARGEST_FILE:
        raise UnreadableError(f"larger than {LARGEST_FILE // 1_000_000} MB")


class DocumentReader:
    """Reads files one by one; an archive stays open while its files are read."""

    def __init__(self) -> None:
        self._path: Path | None = None
        self._archive: ZipFile | None = None

    def __enter__(self) -> "DocumentReader":
        return self

    def __exit__(self, *_: object) -> None:
        self._close()

    def content(self, file: FoundFile) -> bytes:
        """Read one file, unpacked; raises UnreadableError with the reason if that fails."""
        with errors_of_one_file():
            content = self._member(file) if file.member else _content(file)
            if file.id.lower().endswith(COMPRESSED):
                content = unpacked(content, LARGEST_FILE)
            return content

    def _member(self, file: FoundFile) -> bytes:
        if self._archive is None or self._path != file.path:
            self._close()
            self._archive, self._path = open_archive(file.path), file.path
        return read_member(self._archive, file.member, LARGEST_FILE)

    def _close(self) -> None:
        if self._archive is not None:
            self._archive.close()
            self._archive = None


def read_document(file: FoundFile) -> Document:
    """Read and parse one file; raises UnreadableError with the reason if that fails."""
    with DocumentReader() as reader:
        return parse_document(file.id, reader.content(file))


def _content(file: FoundFile) -> bytes:
    try:
        return read_bytes(file.path, most=LARGEST_FILE, place=file.id)
    except InputError as error:
        reason = error.message.removeprefix(f"{file.id}: ").rstrip(".")
        raise UnreadableError(reason, retryable=True) from error


@errors_of_one_file()
def parse_document(document_id: str, content: bytes | str) -> Document:
    """Parse the content of a file with the parser for the suffix of its id.

    Raises:
        UnreadableError: there is no parser, the parser fails, or the document has no text.
    """
    source = content.encode() if isinstance(content, str) else content
    isolated = parser_of(document_id).isolated
    parsed = (_parse_isolated if isolated else parse_content)(document_id, source)
    if not any(character.isalnum() for character in parsed.text[parsed.body_start :]):
        raise UnreadableError("has no text")
    metadata = dict(parsed.metadata)
    return Document(
        id=document_id,
        title=metadata.pop("title", "") or _first_heading(parsed) or _file_title(document_id),
        metadata=metadata,
        text=parsed.text,
        body_start=parsed.body_start,
        headings=parsed.headings,
        pages=parsed.pages,
        tables=parsed.tables,
        chrome=parsed.chrome,
        content_hash=_hash(parsed),
    )


def _first_heading(parsed: Parsed) -> str:
    """Return the heading that names a document; that of a section below other text is none."""
    if not parsed.headings:
        return ""
    first = parsed.headings[0]
    above = parsed.text[parsed.body_start : first.start].strip()
    return "" if first.level == SECTION_LEVEL and above else first.text


def _hash(parsed: Parsed) -> str:
    """Return the hash of a text, and of the row numbers of its tables if it has some."""
    rows = [table.model_dump() for table in parsed.tables]
    return content_hash([parsed.text, rows] if rows else parsed.text)


def _parse_isolated(name: str, content: bytes) -> Parsed:
    from workbench.ingest.isolated import PROCESS  # not needed to open an index that is up to date

    return PROCESS.parse(name, content)


def _file_title(document_id: str) -> str:
    """Return the name of a file without suffixes: ``manual`` for ``guide/manual.txt.gz``.

    A name that says nothing alone stands with its folder: ``rich/README`` for ``rich/README.txt``.
    """
    path = PurePosixPath(document_id.removesuffix(COMPRESSED))
    is_generic = path.name.partition(".")[0].lower() in word_list("generic_file_names")
    return f"{path.parent.name}/{path.stem}" if is_generic and path.parent.name else path.stem


def metadata_problem(
    metadata: Mapping[str, str], fields: Mapping[str, MetadataField], node_ids: Collection[str]
) -> str:
    """Return why a document's metadata does not match the workspace; "" if it does."""
    for name, field in fields.items():
        allowed = field.values or (node_ids if field.node_type else ())
        if not allowed:
            continue
        whole, *members = metadata_values(metadata, name) or ("",)
        if not whole or whole in allowed:
            continue
        for value in members or [whole]:
            if value not in allowed:
                near = nearest(value, allowed)
                hint = f"; did you mean {near}?" if near else ""
                return f"`{name}: {value}` in its front matter is unknown to the workspace{hint}"
    return ""
