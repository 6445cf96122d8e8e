"""Parse JSON and JSON Lines: records of plain values as a table, other data as nested lists."""

import json
from collections.abc import Iterator, Sequence
from typing import Any

from workbench.ingest.parsers.base import Parsed, Parser, UnreadableError
from workbench.ingest.parsers.converted import from_markdown, joined
from workbench.ingest.parsers.encoding import decoded
from workbench.text.write_markdown import literal_line, table

_TITLES = ("title", "name", "label", "id")
"""Fields that name a record, the first that is there."""
_DEEPEST = 50
"""Levels of nesting that are read."""
_FILLED = 0.5
"""Share of the cells that hold a value in records worth a table; others are lists."""


def parse(content: bytes) -> Parsed:
    """Return a JSON value, or the values of a JSON Lines file, as Markdown."""
    text = decoded(content)
    lines = [(number, line) for number, line in enumerate(text.split("\n"), 1) if line.strip()]
    if len(lines) > 1 and lines[0][1].strip()[-1:] in ("}", "]"):
        return from_markdown(_document([_loaded(line, f", line {n}") for n, line in lines]))
    value = _loaded(text, "")
    return from_markdown(_document(value if isinstance(value, list) else [value]))


def _loaded(text: str, place: str) -> Any:
    try:
        return json.loads(text, parse_int=str, parse_float=str)
    except (ValueError, RecursionError) as error:
        raise UnreadableError(f"not JSON{place} ({error})") from error


def _document(records: Sequence[Any]) -> str:
    if len(records) > 1 and all(_is_flat(record) for record in records):
        columns = list(dict.fromkeys(name for record in records for name in record))
        if sum(map(len, records)) >= _FILLED * len(columns) * len(records):
            rows = [[_plain(record.get(name)) for name in columns] for record in records]
            return table([columns, *rows]) + "\n"
    return joined(_section(record) for record in records)[0]


def _is_flat(record: Any) -> bool:
    """Return True for an object of plain values only."""
    return isinstance(record, dict) and not any(
        isinstance(value, dict | list) for value in record.values()
    )


def _section(record: Any) -> str:
    """Return a record as a nested list, under a heading if one of its fields names it."""
    named = record if isinstance(record, dict) else {}
    title = next((_plain(named[name]) for name in _TITLES if _plain(named.get(name))), "")
    lines = "\n".join(_lines(record, 0))
    return f"## {' '.join(title.split())}\n\n{lines}" if title else lines


def _lines(value: Any, depth: int) -> Iterator[str]:
    """Yield ``- name: value`` lines, indented by depth."""
    if depth > _DEEPEST:
        raise UnreadableError(f"nested deeper than {_DEEPEST} levels")
    items = value.items() if isinstance(value, dict) else ((None, one) for one in _listed(value))
    for name, one in items:
        label = f"{'  ' * depth}- {name}: " if name is not None else f"{'  ' * depth}- "
        if isinstance(one, dict | list):
            yield label.rstrip()
            yield from _lines(one, depth + 1)
        else:
            yield label + literal_line(" ".join(_plain(one).split()))


def _listed(value: Any) -> list[Any]:
    return value if isinstance(value, list) else [value]


def _plain(value: Any) -> str:
    if value is None or isinstance(value, dict | list):
        return ""
    return str(value).lower() if isinstance(value, bool) else str(value)


PARSER = Parser(frozenset({".json", ".jsonl", ".ndjson"}), parse, isolated=True)
