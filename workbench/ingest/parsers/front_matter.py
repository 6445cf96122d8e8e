"""Parse front matter, the YAML between two ``---`` lines at the top of a text, as metadata."""

import json
import re
from collections.abc import Mapping
from contextlib import suppress
from datetime import date
from typing import Any

from workbench.ingest.parsers.base import UnreadableError
from workbench.retrieval.filters import LIST_SEPARATOR
from workbench.workspace.yaml_text import BadYamlError, load_yaml

_FRONT_MATTER = re.compile(r"\A---[ \t]*\n(.*?)^---[ \t]*(?:\n|\Z)", re.DOTALL | re.MULTILINE)

# `title: Procedure 1: Cleaning tanks`, which is not YAML and common nevertheless.
_COLON_INSIDE = re.compile(
    r"^(\w[\w-]*:[ \t]+)([^\s\"'\[{|>&*!%@`#].*?:[ \t].*?)[ \t]*$", re.MULTILINE
)


def front_matter(text: str) -> tuple[dict[str, str], int]:
    """Return the metadata of a text and the offset of its body.

    Without front matter it is ({}, 0). So it is for a text between two rules that is not a list of
    ``name: value`` lines: there the rules belong to the document.

    Raises:
        UnreadableError: the front matter is not YAML.
    """
    front = _FRONT_MATTER.match(text)
    raw = _loaded(front.group(1)) if front else None
    if front is None or not isinstance(raw, Mapping | None):
        return {}, 0
    values = {str(name): _text(value) for name, value in (raw or {}).items() if value is not None}
    return values, front.end()


def _loaded(source: str) -> Any:
    try:
        return load_yaml(source)
    except BadYamlError as error:
        with suppress(BadYamlError):
            return load_yaml(_COLON_INSIDE.sub(_quoted, source))
        place = f" (line {error.line + 1})" if error.line else ""
        raise UnreadableError(f"its front matter is not YAML{place}: {error.detail}") from error


def _quoted(line: re.Match[str]) -> str:
    return line[1] + json.dumps(line[2], ensure_ascii=False)


def _text(value: Any) -> str:
    """Return a value as text: the members of a list joined by ", ", nested values as JSON."""
    values = value if isinstance(value, list) else [value]
    return LIST_SEPARATOR.join(filter(None, map(_scalar, values)))


def _scalar(value: Any) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, date):
        return value.isoformat()
    if isinstance(value, Mapping | list):
        return json.dumps(value, ensure_ascii=False, default=str)
    return "" if value is None else str(value).strip()
