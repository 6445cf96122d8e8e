"""Open zip archives, the formats built on them, and gzip files without unpacking a bomb."""

import re
import zlib
from collections.abc import Sequence
from gzip import BadGzipFile, GzipFile
from io import BytesIO
from pathlib import Path
from zipfile import BadZipFile, LargeZipFile, ZipFile, ZipInfo

from workbench.ingest.parsers.base import UnreadableError

LARGEST_CONTENT = 200_000_000
"""Bytes that the members of an archive may unpack to, as its directory declares them."""
_MOST_MEMBERS = 20_000
_UTF_8 = 0x800
"""Flag of a member whose name is UTF-8."""
_CYRILLIC = re.compile(r"[А-яЁё]")
_MIXED = re.compile(r"[A-Za-z][А-яЁё]|[А-яЁё][A-Za-z]")
"""Two scripts in one word: what ``café`` gives in a Cyrillic encoding, ``cafВ``."""


def open_archive(source: bytes | Path) -> ZipFile:
    """Return the archive of a content or a file; of a file, only the directory is read.

    Raises:
        UnreadableError: it is damaged, encrypted, or unpacks to more than 200 MB or 20,000 files.
    """
    try:
        archive = ZipFile(source if isinstance(source, Path) else BytesIO(source))
    except (BadZipFile, LargeZipFile, OSError, ValueError) as error:
        raise UnreadableError(f"a damaged archive ({error})") from error
    try:
        _check_members(archive.infolist())
    except UnreadableError:
        archive.close()
        raise
    return archive


def _check_members(members: Sequence[ZipInfo]) -> None:
    if len(members) > _MOST_MEMBERS:
        raise UnreadableError(f"an archive of more than {_MOST_MEMBERS:,} files")
    if sum(member.file_size for member in members) > LARGEST_CONTENT:
        raise UnreadableError(f"it unpacks to more than {LARGEST_CONTENT // 1_000_000} MB")
    if any(member.flag_bits & 1 for member in members):
        raise UnreadableError("it is protected by a password")


def member_name(member: ZipInfo) -> str:
    """Return the name of a member with forward slashes, in the encoding it was packed with.

    A name without the flag for UTF-8 is decoded as cp437 by ``zipfile``. Programs also write UTF-8
    without the flag, and Windows in Russian writes cp866.
    """
    name = member.filename
    if not member.flag_bits & _UTF_8 and not name.isascii():
        name = _decoded_name(name)
    return name.replace("\\", "/")


def _decoded_name(name: str) -> str:
    try:
        raw = name.encode("cp437")
        return raw.decode("utf-8")
    except UnicodeEncodeError:  # zipfile took the name from a field that is Unicode
        return name
    except UnicodeDecodeError:
        russian = raw.decode("cp866")
    return russian if _CYRILLIC.search(russian) and not _MIXED.search(russian) else name


def read_member(archive: ZipFile, name: str, most: int = LARGEST_CONTENT) -> bytes:
    """Return the content of a member, read no further than ``most`` bytes.

    Raises:
        UnreadableError: it is missing, damaged, or larger than ``most``.
    """
    try:
        with archive.open(name) as member:
            content = member.read(most + 1)
    except (KeyError, BadZipFile, OSError, EOFError, ValueError, NotImplementedError) as error:
        raise UnreadableError(f"{name} inside it cannot be read ({error})") from error
    if len(content) > most:
        raise UnreadableError(f"{name} inside it unpacks to more than {most // 1_000_000} MB")
    return content


def unpacked(content: bytes, most: int) -> bytes:
    """Return the content of a gzip file, read no further than ``most`` bytes.

    Raises:
        UnreadableError: it is damaged, or unpacks to more than ``most`` bytes.
    """
    try:
        with GzipFile(fileobj=BytesIO(content)) as file:
            inside = file.read(most + 1)
    except (BadGzipFile, EOFError, zlib.error) as error:
        raise UnreadableError(f"a damaged gzip file ({error})") from error
    if len(inside) > most:
        raise UnreadableError(f"it unpacks to more than {most // 1_000_000} MB")
    return inside
