"""Check the names and sizes of dropped files and put those accepted into a folder of their own."""

import re
from collections.abc import Mapping
from pathlib import Path, PurePosixPath

from workbench.errors import InputError
from workbench.i18n.errors import localized
from workbench.ingest.documents import ARCHIVE, LARGEST_FILE
from workbench.ingest.parsers import COMPRESSED, UnreadableError, parser_of

MOST_FILES = 2_000
"""Files of one drop; a larger folder is added with ``workbench ingest``."""
_LONGEST_NAME = 200
"""Bytes of one part of a path; most file systems allow 255, a temporary name needs some."""
_RESERVED = re.compile(r"(?i)(con|prn|aux|nul|com\d|lpt\d)(\.|$)")
"""Names that Windows reserves, with any suffix: "con", "NUL.txt"."""
_FORBIDDEN = re.compile(r'[\x00-\x1f\x7f<>:"|?*]')
"""Characters that a file name cannot have on every system."""


def place_of(name: str, size: int) -> str:
    """Return the place of a dropped file below the documents: ``rules/hours.md``.

    Raises:
        InputError: the name leads out of the folder, is hidden, reserved or too long, no parser
            reads such a file, or it is empty or too large.
    """
    path = PurePosixPath(name.replace("\\", "/"))
    parts = path.parts
    if not parts or path.is_absolute() or ".." in parts or re.match(r"[A-Za-z]:", name):
        raise _refused("bootstrap.drop_outside", name)
    if any(part.startswith(".") for part in parts):
        raise _refused("bootstrap.drop_hidden", name)
    if any(_RESERVED.match(part) or part != part.rstrip(". ") for part in parts):
        raise _refused("bootstrap.drop_reserved", name)
    if _FORBIDDEN.search(name):
        raise _refused("bootstrap.drop_characters", name)
    if any(len(part.encode("utf-8", "replace")) > _LONGEST_NAME for part in parts):
        raise _refused("bootstrap.drop_long_name", name)
    if size > LARGEST_FILE:
        raise _refused("bootstrap.drop_too_large", name, most=LARGEST_FILE // 1_000_000)
    if unread_reason(path.name):
        raise _refused("bootstrap.drop_no_parser", name, suffix=path.suffix)
    return path.as_posix()


def unread_reason(name: str) -> str:
    """Return why no parser reads a file of this name; empty if one does, or it is an archive."""
    if name.lower().removesuffix(COMPRESSED).endswith(ARCHIVE):
        return ""
    try:
        parser_of(name)
    except UnreadableError as error:
        return str(error)
    return ""


def write_accepted(
    files: Mapping[str, bytes], folder: Path
) -> tuple[list[str], dict[str, InputError]]:
    """Write the files whose names and sizes are accepted into an empty folder.

    Returns:
        Their places, and the reason for each file that was refused, by its name.

    Raises:
        InputError: too many files; nothing is written.
    """
    if len(files) > MOST_FILES:
        raise InputError(**localized("bootstrap.drop_too_many", most=MOST_FILES, count=len(files)))
    placed: list[str] = []
    refused: dict[str, InputError] = {}
    for name, content in files.items():
        try:
            place = place_of(name, len(content))
        except InputError as error:
            refused[name] = error
            continue
        target = folder / place
        try:
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_bytes(content)
        except (FileExistsError, NotADirectoryError, IsADirectoryError):
            refused[name] = _refused("bootstrap.drop_same_place", name)
            continue
        placed.append(place)
    return placed, refused


def _refused(code: str, name: str, **words: str | int) -> InputError:
    return InputError(**localized(code, name=name, **words))
