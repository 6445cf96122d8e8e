"""Parse JSON and JSON Lines: records of plain values as a table, other data as nested lists."""

import json
from collections.abc import Iterator, Sequence
from typing import Any

from workbench.ingest.parsers.base import Parsed, Parser, UnreadableError
from workbench.ingest.parsers.converted import from_markdown, from_table, joined
from workbench.ingest.parsers.encoding import decoded
from workbench.text.write_markdown import literal_line

_LONGEST_TITLE = 100
"""Characters of a value that can name a record."""
_DEEPEST = 50
"""Levels of nesting that are read."""
_TOO_DEEP = f"nested deeper than {_DEEPEST} levels"
_FILLED = 0.5
"""Share of the cells that hold a value in records worth a table; others are lists."""


class _Number(str):
    """A number as it is written: ``1.10``."""


def parse(content: bytes) -> Parsed:
    """Return a JSON value, or the values of a JSON Lines file, as Markdown.

    Raises:
        UnreadableError: it is neither, or a graph, whose rows are not text to answer from.
    """
    text = decoded(content)
    try:
        value = _loaded(text, "")
        if _is_graph(value):
            raise UnreadableError("a graph, which `workbench new` imports, and no document")
        return _document(value if isinstance(value, list) else [value])
    except _NotJsonError:
        lines = [(number, line) for number, line in enumerate(text.split("\n"), 1) if line.strip()]
        if len(lines) < 2 or not _is_json(lines[0][1]):
            raise
    return _document([_loaded(line, f", line {n}") for n, line in lines])


def _is_graph(value: Any) -> bool:
    """Return True for an object with ``nodes`` and ``edges`` that are lists of objects."""
    if not isinstance(value, dict):
        return False
    rows = [value.get("nodes"), value.get("edges")]
    return all(isinstance(one, list) and one and isinstance(one[0], dict) for one in rows)


class _NotJsonError(UnreadableError):
    """A text is not a JSON value."""


def _is_json(line: str) -> bool:
    try:
        _loaded(line, "")
    except _NotJsonError:
        return False
    return True


def _loaded(text: str, place: str) -> Any:
    try:
        return json.loads(text, parse_int=_Number, parse_float=_Number)
    except RecursionError as error:
        raise _NotJsonError(f"{_TOO_DEEP}{place}") from error
    except ValueError as error:
        raise _NotJsonError(f"not JSON{place} ({error})") from error


def _document(records: Sequence[Any]) -> Parsed:
    if len(records) > 1 and all(_is_flat(record) for record in records):
        columns = list(dict.fromkeys(name for record in records for name in record))
        if sum(map(len, records)) >= _FILLED * len(columns) * len(records):
            rows = [[_plain(record.get(name)) for name in columns] for record in records]
            return from_table(dict(enumerate([columns, *rows])))
    field = _title_field(records)
    return from_markdown(joined(_section(record, field) for record in records)[0])


def _title_field(records: Sequence[Any]) -> str | None:
    """Return the first field that holds a short text, another one in every record."""
    if not records or not all(isinstance(record, dict) for record in records):
        return None
    for name in records[0]:
        are_titles = all(_is_title(record.get(name)) for record in records)
        if are_titles and len({record[name] for record in records}) == len(records):
            return str(name)
    return None


def _is_title(value: Any) -> bool:
    is_text = isinstance(value, str) and not isinstance(value, _Number)
    return is_text and len(value) <= _LONGEST_TITLE and any(map(str.isalnum, value))


def _is_flat(record: Any) -> bool:
    """Return True for an object of plain values only."""
    return isinstance(record, dict) and not any(
        isinstance(value, dict | list) for value in record.values()
    )


def _section(record: Any, field: str | None) -> str:
    """Return a record as a nested list, under the heading that a field holds."""
    lines = "\n".join(_lines(record, 0))
    return lines if field is None else f"## {_one_line(record[field])}\n\n{lines}"


def _lines(value: Any, depth: int) -> Iterator[str]:
    """Yield ``- name: value`` lines, indented by depth."""
    if depth > _DEEPEST:
        raise UnreadableError(_TOO_DEEP)
    items = value.items() if isinstance(value, dict) else ((None, one) for one in _listed(value))
    for name, one in items:
        label = "  " * depth + ("- " if name is None else f"- {literal_line(_one_line(name))}: ")
        if isinstance(one, dict | list):
            yield label.rstrip()
            yield from _lines(one, depth + 1)
        else:
            yield label + literal_line(_one_line(_plain(one)))


def _one_line(text: str) -> str:
    return " ".join(text.split())


def _listed(value: Any) -> list[Any]:
    return value if isinstance(value, list) else [value]


def _plain(value: Any) -> str:
    if value is None or isinstance(value, dict | list):
        return ""
    return str(value).lower() if isinstance(value, bool) else str(value)


PARSER = Parser(frozenset({".json", ".jsonl", ".ndjson"}), parse, isolated=True)
