"""Recognise fields, the lines of a form or at the top of a text: ``Author: Ann Reed``."""

import re
from typing import NamedTuple

FEWEST_FIELDS = 3
"""Fewest lines of a form; two lines with a colon are ordinary text."""
_FIELD = re.compile(r"(?P<label>[^\W\d_][\w-]*(?: [\w-]+){0,2}):[ \t]+(?P<value>\S.*)")


class Field(NamedTuple):
    """A line of a form; the label has at most three words."""

    label: str
    value: str


def field_of(line: str) -> Field | None:
    """Return a line as a field; None if it is none."""
    found = _FIELD.fullmatch(line)
    return Field(found["label"], found["value"]) if found else None
