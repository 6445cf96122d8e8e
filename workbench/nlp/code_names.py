"""Find names that are written as in code: options such as ``--small``, ``max_retries``."""

import re
from functools import lru_cache
from typing import NamedTuple

_LETTER = r"[A-Za-z0-9_]"
_MARK = r"\u0300-\u036f"
"""Combining accents: names in code have neither composed nor decomposed accented letters."""
_CODE_NAME = re.compile(
    rf"(?<![\w{_MARK}])(?:(?P<option>(?<![\-\u2013\u2014])--?[A-Za-z](?:{_LETTER}|-)*+)"
    rf"|(?=[A-Za-z_]\w*_\w*[A-Za-z0-9])[A-Za-z_]{_LETTER}*+)(?![\w{_MARK}])"
)
"""An option of a command, or a word with an underscore; both are matched to the letter."""
_OPTION_LINE = re.compile(
    r"--?[A-Za-z][\w-]*(?:[ =][A-Z\u0410-\u042f<\[]+\b[\]>]*)?"
    r"(?:(?:, ?|/| \| )--?[A-Za-z][\w-]*(?:[ =][A-Z\u0410-\u042f<\[]+\b[\]>]*)?)*(?=[\s:=]|$)"
)
"""An option with its short form and the names of their values: "-n NUMBER, --lines=NUMBER"."""


class CodeName(NamedTuple):
    """A name with its offsets, end exclusive; an option has its dashes."""

    text: str
    start: int
    end: int
    is_option: bool


@lru_cache(maxsize=20_000)
def code_names(text: str) -> tuple[CodeName, ...]:
    """Return the options and identifiers of a text, as written there.

    >>> [name.text for name in code_names("Set max_retries, or pass --small.")]
    ['max_retries', '--small']
    """
    if "-" not in text and "_" not in text:
        return ()
    return tuple(
        CodeName(found.group(), *found.span(), found["option"] is not None)
        for found in _CODE_NAME.finditer(text)
    )


def opens_with_option(text: str) -> bool:
    """Return True for a line that describes an option: "-k, --keep  Keep the files"."""
    return bool(option_label(text))


def option_label(text: str) -> str:
    """Return the options that a text opens with: "-k, --keep"; "" without one."""
    found = _OPTION_LINE.match(text)
    return found.group() if found else ""
