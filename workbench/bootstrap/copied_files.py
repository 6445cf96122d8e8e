"""Copy files and folders into the documents of a workspace."""

import os
import shutil
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import NoReturn
from uuid import uuid4

from workbench.errors import InputError, StoreError
from workbench.i18n.errors import localized
from workbench.ingest.documents import escaped_name


def plan_copies(sources: Sequence[Path]) -> dict[str, Path]:
    """Return the files to copy by their place below the documents, such as ``rules/hours.md``.

    A file goes to the top; the files of a folder keep their paths in it, without its own name.
    In a folder, hidden files, links and what cannot be read are skipped.

    Raises:
        InputError: a source does not exist, is hidden or is not a regular file, or two files have
            the same place.
        StoreError: a folder that was named cannot be listed.
    """
    planned: dict[str, Path] = {}
    for source in sources:
        for place, path in _files_of(source):
            other = planned.setdefault(place, path)
            if other.resolve() != path.resolve():
                _refuse("bootstrap.same_place", place=place, first=str(other), second=str(path))
    return planned


def skipped_files(sources: Sequence[Path]) -> dict[str, str]:
    """Return the reason for everything in folders that ``plan_copies`` skips, but hidden files."""
    return {
        escaped_name(path.relative_to(source).as_posix()): reason
        for source in sources
        if source.is_dir()
        for path in _visible(source)
        if (reason := _reason_to_skip(path))
    }


def _reason_to_skip(path: Path) -> str:
    """Return why a file in a folder is not copied, or a folder not listed; empty if it is."""
    if path.is_symlink():
        return "a link; copy what it leads to"
    if path.is_dir():
        return "" if os.access(path, os.R_OK | os.X_OK) else "a folder that may not be listed"
    if not path.is_file():
        return "not a regular file"
    return "" if os.access(path, os.R_OK) else "it may not be read"


def copy_files(planned: Mapping[str, Path], folder: Path) -> None:
    """Copy planned files into a folder; a file that is already there is replaced.

    Raises:
        InputError: a subfolder is a link, whose files are not read; nothing is copied.
        StoreError: a file cannot be read or written; the files before it have been copied.
    """
    if folder.is_symlink():
        _refuse("bootstrap.linked_folder", path=str(folder))
    for place in planned:
        _check_parents(folder, place)
    with os_errors_as_store_errors(folder):
        folder.mkdir(parents=True, exist_ok=True)
        for place, path in planned.items():
            _copy_file(path, folder / place)


@contextmanager
def os_errors_as_store_errors(path: Path) -> Iterator[None]:
    """Raise StoreError for an OSError, naming the file that was to be written or read.

    ``path`` is named if the error has no file: "No space left on device".
    """
    try:
        yield
    except OSError as error:
        place = str(error.filename2 or error.filename or path)
        words = {"path": place, "detail": error.strerror or str(error)}
        raise StoreError(**localized("bootstrap.cannot_copy", **words)) from error


def _files_of(source: Path) -> Iterator[tuple[str, Path]]:
    """Yield the place and path of a file, or of each regular file in a folder, ordered by path."""
    with os_errors_as_store_errors(source):
        if source.is_dir():
            os.scandir(source).close()
            yield from _files_in(source)
        elif not source.exists():
            _refuse("bootstrap.no_source", path=str(source))
        elif not source.is_file():
            _refuse("bootstrap.irregular_source", path=str(source))
        elif source.name.startswith("."):
            _refuse("bootstrap.hidden_source", path=str(source))
        else:
            yield source.name, source


def _files_in(source: Path) -> Iterator[tuple[str, Path]]:
    for path in _visible(source):
        if path.is_file() and not _reason_to_skip(path):
            yield path.relative_to(source).as_posix(), path


def _visible(source: Path) -> Iterator[Path]:
    """Yield everything in a folder that is not hidden, folders included, ordered by path."""
    for place, folders, names in os.walk(source):
        folders[:] = sorted(one for one in folders if not one.startswith("."))
        visible = (one for one in sorted([*names, *folders]) if not one.startswith("."))
        yield from (Path(place) / one for one in visible)


def _check_parents(folder: Path, place: str) -> None:
    """Raise InputError if a folder between ``folder`` and a file in it is a link."""
    for parent in Path(place).parents[:-1]:
        if (folder / parent).is_symlink():
            _refuse("bootstrap.linked_folder", path=str(folder / parent))


def _copy_file(path: Path, target: Path) -> None:
    """Copy a file under another name first, so that an interrupted copy leaves no half of it."""
    target.parent.mkdir(parents=True, exist_ok=True)
    partial = target.with_name(f".{uuid4().hex}.partial")
    try:
        shutil.copyfile(path, partial)
        partial.replace(target)
    finally:
        partial.unlink(missing_ok=True)


def _refuse(code: str, **words: str) -> NoReturn:
    raise InputError(**localized(code, **words))
