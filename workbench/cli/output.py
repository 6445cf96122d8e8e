"""Text on a terminal: what models, documents and people wrote gives it no orders."""

import re
from typing import Any

import typer

from workbench.domain.local_text import whole_characters

_ORDERS = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]")
"""Control characters but newline and tab, and those that turn the direction of what follows."""


def echo(text: str, **style: Any) -> None:
    """Print text; the style is that of ``typer.secho``. JSON is printed as it is: it escapes."""
    typer.secho(plain(text), **style)


def plain(text: str) -> str:
    """The text without what a terminal would obey.

    >>> plain("a\\x1b]0;title\\x07b\\tc")
    'a]0;titleb\\tc'
    """
    return _ORDERS.sub("", whole_characters(text))


def plain_line(text: str) -> str:
    """The same on one line.

    >>> plain_line("a\\nb")
    'a b'
    """
    return " ".join(plain(text).split())
