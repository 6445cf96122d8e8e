"""Open Office files: zip archives, unless protected or of a version before 2007."""

from zipfile import ZipFile

from workbench.ingest.parsers.archive import open_archive
from workbench.ingest.parsers.base import UnreadableError

_OLE = bytes.fromhex("D0CF11E0A1B11AE1")
"""How OLE containers begin: encrypted files, and the formats .doc, .xls and .ppt."""


def open_office(content: bytes) -> ZipFile:
    """Return the archive that an Office file is.

    Raises:
        UnreadableError: it is encrypted or in an old format, or ``open_archive`` refuses it.
    """
    if content.startswith(_OLE):
        raise UnreadableError("protected by a password, or saved in the old format")
    return open_archive(content)
