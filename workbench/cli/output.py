"""Print text to the terminal with control characters removed."""

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
"""Characters of a line that tells a passage or a claim among others."""


def echo(text: str, **style: Any) -> None:
    """Print text, styled as by ``typer.secho``. JSON escapes control characters and needs none."""
    typer.secho(plain(text), **style)


def echo_json(models: Iterable["BaseModel"]) -> None:
    """Print models as a JSON array, one a line."""
    typer.echo("[" + ",\n".join(one.model_dump_json() for one in models) + "]")


def plain(text: str) -> str:
    """Strip terminal control characters.

    >>> plain("a\\x1b]0;title\\x07b\\tc")
    'a]0;titleb\\tc'
    """
    return _CONTROL.sub("", whole_characters(text))


def plain_line(text: str) -> str:
    """Strip control characters and join lines.

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
