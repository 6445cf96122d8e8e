"""Read rows of graph files: JSON lines, or CSV with ``properties.x`` and ``aliases`` columns."""

import csv
import io
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NoReturn

from workbench.errors import WorkspaceError
from workbench.i18n.errors import localized
from workbench.workspace.bounded_files import MEGABYTE, read_text

LARGEST_FILE = 256 * MEGABYTE
"""Bytes of a graph file."""

LONGEST_NUMBER = 40
"""Digits of an integer; Python cannot format one of more than 4,300."""

Row = tuple[str, dict[str, Any]]
"""The place of a row for error messages, ``graph/nodes.jsonl: line 3``, and its values."""


def read_rows(path: Path, place: str) -> Iterator[Row]:
    """Return the rows of a ``.jsonl`` or ``.csv`` file with their places.

    Raises:
        WorkspaceError: another suffix, a line that is not a JSON object, or invalid CSV.
        InputError: the file cannot be read.
    """
    read = _READERS.get(path.suffix)
    if read is None:
        raise WorkspaceError(**localized("workspace.no_reader", place=place))
    return read(place, read_text(path, most=LARGEST_FILE, place=place))


def _json_lines(file: str, text: str) -> Iterator[Row]:
    # Not splitlines(): JSON allows U+2028 and U+0085 inside a string.
    for number, line in enumerate(io.StringIO(text, newline="\n"), start=1):
        if line.strip():
            yield _json_row(f"{file}: line {number}", line)


def _json_row(place: str, line: str) -> Row:
    row = decoded(line, place)
    if not isinstance(row, dict):
        raise WorkspaceError(**localized("workspace.not_an_object", place=place))
    return place, row


def decoded(text: str, place: str) -> Any:
    """Return the data of a JSON text, if it can be written as JSON again.

    Raises:
        WorkspaceError: invalid JSON, nesting too deep, a number too long, or a lone surrogate.
    """
    try:
        data = _DECODER.decode(text)
        if "\\u" in text:
            json.dumps(data, ensure_ascii=False).encode()
    except UnicodeEncodeError as error:
        raise WorkspaceError(**localized("workspace.half_character", place=place)) from error
    except (ValueError, RecursionError) as error:
        words = {"place": place, "detail": str(error)}
        raise WorkspaceError(**localized("workspace.bad_json", **words)) from error
    return data


def _integer(digits: str) -> int:
    if len(digits) > LONGEST_NUMBER:
        raise ValueError(f"a number of more than {LONGEST_NUMBER} digits")
    return int(digits)


def _not_a_number(name: str) -> NoReturn:
    raise ValueError(f"{name} is not a number in JSON")


def _csv(file: str, text: str) -> Iterator[Row]:
    rows = csv.DictReader(io.StringIO(text, newline=""))
    try:
        for row in rows:
            place = f"{file}: line {rows.line_num}"
            yield place, _unflatten(row, place)
    except csv.Error as error:
        words = {"place": f"{file}: line {rows.reader.line_num}", "detail": str(error)}
        raise WorkspaceError(**localized("workspace.bad_csv", **words)) from error


def _unflatten(row: dict[str, str], place: str) -> dict[str, Any]:
    """Convert ``name.ru`` and ``properties.year`` to nested dicts, without empty cells."""
    nested: dict[str, Any] = {}
    for key, text in row.items():
        if not text or key is None:
            continue
        *parents, leaf = key.split(".")
        level: Any = nested
        for parent in parents:
            level = level.setdefault(parent, {})
            if not isinstance(level, dict):
                raise _conflict(place, key, parent)
        if leaf in level:
            raise _conflict(place, f"{key}.…", key)
        level[leaf] = [part.strip() for part in text.split(";")] if key == "aliases" else text
    return nested


def _conflict(place: str, column: str, parent: str) -> WorkspaceError:
    words = {"place": place, "column": column, "parent": parent}
    return WorkspaceError(**localized("workspace.column_conflict", **words))


_DECODER = json.JSONDecoder(parse_constant=_not_a_number, parse_int=_integer)
"""Created once; ``json.loads`` with these arguments would create one per row."""

_READERS = {".jsonl": _json_lines, ".csv": _csv}
