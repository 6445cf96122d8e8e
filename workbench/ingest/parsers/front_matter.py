"""Parse front matter, the YAML between two ``---`` lines at the top of a text, as metadata."""

import re
from collections.abc import Mapping
from datetime import date
from typing import Any

from workbench.ingest.parsers.base import UnreadableError
from workbench.retrieval.filters import LIST_SEPARATOR
from workbench.workspace.yaml_text import BadYamlError, load_yaml

_FRONT_MATTER = re.compile(
    r"\A\ufeff?---[ \t]*\n(.*?)^---[ \t]*(?:\n|\Z)", re.DOTALL | re.MULTILINE
)


def front_matter(text: str) -> tuple[dict[str, str], int]:
    """Return the metadata of a text and the offset of its body; ({}, 0) without front matter.

    Raises:
        UnreadableError: the front matter is not a YAML mapping of names to texts or lists.
    """
    front = _FRONT_MATTER.match(text)
    return (_metadata(front.group(1)), front.end()) if front else ({}, 0)


def _metadata(source: str) -> dict[str, str]:
    try:
        raw = load_yaml(source)
    except BadYamlError as error:
        place = f" (line {error.line + 1})" if error.line else ""
        raise UnreadableError(f"its front matter is not YAML{place}: {error.detail}") from error
    if raw is None:
        return {}
    if not isinstance(raw, Mapping):
        raise UnreadableError("its front matter is not a list of `name: value` lines")
    return {
        str(name): _text_of(str(name), value) for name, value in raw.items() if value is not None
    }


def _text_of(name: str, value: Any) -> str:
    """Return a value of the front matter as text; values of a list are joined by ", "."""
    values = value if isinstance(value, list) else [value]
    texts = [_scalar_text(item) for item in values]
    if None in texts:
        raise UnreadableError(f"`{name}` in its front matter is neither a text nor a list of texts")
    return LIST_SEPARATOR.join(filter(None, texts))


def _scalar_text(value: Any) -> str | None:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, date):
        return value.isoformat()
    return str(value).strip() if isinstance(value, str | int | float) else None
