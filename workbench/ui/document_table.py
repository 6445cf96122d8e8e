"""Choose, order and describe the files of a workspace for the table of the Documents page."""

from collections.abc import Callable, Iterable, Sequence
from typing import Any, NamedTuple

from workbench.domain.documents import FileState, SourceFile
from workbench.i18n.numbers import integer
from workbench.ui.texts import Texts
from workbench.ui.unread_reasons import unread_reason

PAGE_SIZE = 50
"""Rows of one page of the table."""
COLUMNS = ("title", "kind", "language", "pages", "passages", "state")
_OPTIONAL = ("language", "pages")
"""Columns that are left out where no file of the workspace has a value."""
_NUMBERS = ("pages", "passages")
_WIDTHS = {
    "kind": "5.5rem",
    "language": "6rem",
    "pages": "7rem",
    "passages": "8rem",
    "state": "9.5rem",
}
_TONES: dict[FileState, str] = {"indexed": "", "duplicate": "gray", "unread": "orange"}
_STATES: tuple[FileState, ...] = ("unread", "duplicate", "indexed")
"""In the order of a table that is sorted by state: what needs attention comes first."""


class Sort(NamedTuple):
    """The column that a table is sorted by; ``sign`` is -1 for the reverse order."""

    name: str
    sign: int


def turned(sort: Sort | None, name: str) -> Sort | None:
    """Return the order after a click on a heading: up, down, then as listed."""
    if sort is None or sort.name != name:
        return Sort(name, 1)
    return Sort(name, -1) if sort.sign == 1 else None


def matching(
    files: Iterable[SourceFile], text: str = "", kind: str = "", state: str = ""
) -> list[SourceFile]:
    """Return the files whose title or path has every word of ``text``, of a kind and state."""
    words = text.casefold().split()
    return [
        file
        for file in files
        if kind in ("", file.kind)
        and state in ("", file.state)
        and all(word in f"{file.title} {file.path}".casefold() for word in words)
    ]


def ordered(files: Sequence[SourceFile], sort: Sort | None) -> list[SourceFile]:
    """Return the files by a column; those without a value stand last in either order."""
    if sort is None:
        return list(files)
    value = _VALUES[sort.name]
    known = [file for file in files if value(file) not in (None, "")]
    unknown = [file for file in files if value(file) in (None, "")]
    return [*sorted(known, key=value, reverse=sort.sign < 0), *unknown]


_VALUES: dict[str, Callable[[SourceFile], Any]] = {
    "title": lambda file: title(file).casefold(),
    "kind": lambda file: file.kind,
    "language": lambda file: file.language,
    "pages": lambda file: file.pages,
    "passages": lambda file: None if file.reason else file.passages,
    "state": lambda file: _STATES.index(file.state),
}


def columns(files: Iterable[SourceFile]) -> list[str]:
    """Return the columns for the files of a workspace."""
    known = {name for file in files for name in _OPTIONAL if _VALUES[name](file)}
    return [name for name in COLUMNS if name not in _OPTIONAL or name in known]


def title(file: SourceFile) -> str:
    """The title of its document, or the name of a file that has none."""
    return file.title or file.path.rpartition("/")[2]


def table(
    files: Sequence[SourceFile], names: Sequence[str], t: Texts, sort: Sort | None, page: int = 1
) -> dict[str, Any]:
    """The data of ``data_table`` for one page of files.

    Args:
        files: the files of the page.
        names: the columns.
        t: the interface's texts.
        sort: the order that they are in.
        page: its number; the table scrolls up when it changes.
    """
    described = [
        {
            "name": name,
            "label": t(f"documents.column.{name}"),
            "kind": "number" if name in _NUMBERS else "text",
            "width": _WIDTHS.get(name),
        }
        for name in names
    ]
    return {
        "columns": described,
        "rows": [_row(file, t) for file in files],
        "sort": sort._asdict() if sort else None,
        "page": page,
        "texts": {"label": t("documents.table")},
    }


def _row(file: SourceFile, t: Texts) -> dict[str, Any]:
    shown = title(file)
    cells = {
        "title": {
            "text": shown,
            "under": file.path if file.path != shown else None,
            "note": capitalized(reason(file, t)) or None,
        },
        "kind": file.kind.upper(),
        "language": file.language,
        "pages": "" if file.pages is None else integer(file.pages, t.language),
        "passages": "" if file.reason else integer(file.passages, t.language),
        "state": {"text": t(f"documents.state.{file.state}"), "tone": _TONES[file.state]},
    }
    return {"id": file.path, "cells": cells, "opens": not file.reason}


def capitalized(text: str) -> str:
    """A text as the beginning of a line."""
    return text[:1].upper() + text[1:]


def reason(file: SourceFile, t: Texts) -> str:
    """Why a file is not among the documents, which it repeats, or which tables are left out."""
    if file.duplicate_of:
        return t("documents.duplicate_of", path=file.duplicate_of)
    reasons = [file.reason] if file.reason else file.left_out
    return "; ".join(unread_reason(one, t.language) for one in reasons)
