"""Print text to the terminal with control characters escaped."""

import re
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

import typer

from workbench.domain.local_text import whole_characters

if TYPE_CHECKING:
    from pydantic import BaseModel

_CONTROL = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]")
"""Control characters except newline and tab, such as ESC, and bidirectional overrides (U+202E)."""

LONGEST_LINE = 160
"""Characters of a line that identifies a passage or a claim."""


def echo(text: str, **style: Any) -> None:
    """Print text, styled as by ``typer.secho``."""
    typer.secho(plain(text), **style)


def echo_json(models: Iterable["BaseModel"]) -> None:
    """Print models as a JSON array, one a line."""
    echo_json_text("[" + ",\n".join(one.model_dump_json() for one in models) + "]")


def echo_json_text(text: str) -> None:
    """Print JSON. What JSON leaves as it is, though a terminal obeys it, is escaped: U+009B."""
    typer.echo(_CONTROL.sub(lambda found: f"\\u{ord(found[0]):04x}", text))


def plain(text: str) -> str:
    """Escape terminal control characters.

    >>> print(plain("a\\x1b]0;title\\x07b"))
    a\\x1b]0;title\\x07b
    """
    return _CONTROL.sub(_escaped, whole_characters(text).replace("\r\n", "\n"))


def shown_name(name: str) -> str:
    """Escape control characters in the name of a file, with the ends of lines and tabs.

    >>> print(shown_name("a\\nb.md"))
    a\\nb.md
    """
    return plain(name.replace("\n", "\\n").replace("\t", "\\t"))


def _escaped(found: re.Match[str]) -> str:
    return found[0].encode("unicode_escape").decode("ascii")


def plain_line(text: str) -> str:
    """Escape control characters and join lines.

    >>> plain_line("a\\nb")
    'a b'
    """
    return " ".join(plain(text).split())


def short_line(text: str) -> str:
    """Return the beginning of a text as one line, with an ellipsis where it goes on."""
    line = plain_line(text)
    return line if len(line) <= LONGEST_LINE else f"{line[: LONGEST_LINE - 1]}…"


def counted(number: int, noun: str, plural: str = "") -> str:
    """Return a number with its noun: "1 file", "2 files"; ``plural`` is one not made with "s"."""
    return f"{number} {noun if number == 1 else plural or f'{noun}s'}"
