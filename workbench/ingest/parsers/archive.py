"""Open zip archives, the formats built on them, and gzip files without unpacking a bomb."""

import zlib
from gzip import BadGzipFile, GzipFile
from io import BytesIO
from zipfile import BadZipFile, LargeZipFile, ZipFile

from workbench.ingest.parsers.base import UnreadableError

LARGEST_CONTENT = 200_000_000
"""Bytes that the members of an archive may unpack to, as its directory declares them."""
_MOST_MEMBERS = 20_000


def open_archive(content: bytes) -> ZipFile:
    """Return the archive.

    Raises:
        UnreadableError: it is damaged, encrypted, or unpacks to more than 200 MB or 20,000 files.
    """
    try:
        archive = ZipFile(BytesIO(content))
    except (BadZipFile, LargeZipFile, OSError, ValueError) as error:
        raise UnreadableError(f"a damaged archive ({error})") from error
    members = archive.infolist()
    if len(members) > _MOST_MEMBERS:
        raise UnreadableError(f"an archive of more than {_MOST_MEMBERS:,} files")
    if sum(member.file_size for member in members) > LARGEST_CONTENT:
        raise UnreadableError(f"it unpacks to more than {LARGEST_CONTENT // 1_000_000} MB")
    if any(member.flag_bits & 1 for member in members):
        raise UnreadableError("it is protected by a password")
    return archive


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
