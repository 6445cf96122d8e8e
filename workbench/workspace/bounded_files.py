"""Read a file that somebody else made: a regular one, of bounded size, in UTF-8."""

import os
import stat
from pathlib import Path

from workbench.errors import InputError
from workbench.i18n.errors import localized

MEGABYTE = 1_000_000


def read_bytes(path: Path, *, most: int, place: str) -> bytes:
    """The content of a regular file of at most ``most`` bytes.

    A folder, a pipe, a device or a link that leads nowhere is refused, never waited for.

    Raises:
        InputError: naming ``place``, with what is wrong.
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
    """The text of a regular file of at most ``most`` bytes, without a byte order mark.

    Raises:
        InputError: naming ``place``, with what is wrong.
    """
    content = read_bytes(path, most=most, place=place)
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = content.count(b"\n", 0, error.start) + 1
        raise InputError(**localized("workspace.bad_encoding", place=place, line=line)) from error
