"""Read untrusted files: regular files only, of limited size, in UTF-8."""

import os
import stat
from pathlib import Path

from workbench.errors import InputError
from workbench.i18n.errors import localized

MEGABYTE = 1_000_000


def read_bytes(path: Path, *, most: int, place: str) -> bytes:
    """Return the content of a regular file of at most ``most`` bytes, without blocking on a pipe.

    Raises:
        InputError: a folder, pipe, device or dangling link, or a file that is too large; ``place``
            names it in the message.
    """
    try:
        descriptor = os.open(path, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0))
        with os.fdopen(descriptor, "rb") as file:
            if not stat.S_ISREG(os.fstat(descriptor).st_mode):
                raise InputError(**localized("workspace.not_a_file", place=place))
            content = file.read(most + 1)
    except IsADirectoryError as error:
        raise InputError(**localized("workspace.not_a_file", place=place)) from error
    except OSError as error:
        detail = error.strerror or str(error)
        raise InputError(**localized("workspace.unreadable", place=place, detail=detail)) from error
    if len(content) > most:
        words = {"place": place, "limit": str(most // MEGABYTE)}
        raise InputError(**localized("workspace.file_too_large", **words))
    return content


def read_text(path: Path, *, most: int, place: str) -> str:
    """Return the text of a regular file of at most ``most`` bytes, without a byte order mark.

    Raises:
        InputError: as for ``read_bytes``, or the text is not UTF-8.
    """
    content = read_bytes(path, most=most, place=place)
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = content.count(b"\n", 0, error.start) + 1
        raise InputError(**localized("workspace.bad_encoding", place=place, line=line)) from error
