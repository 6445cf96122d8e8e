"""Find the ``Name: value`` lines that a plain text opens with, such as metadata of packages."""

import re

from workbench.nlp.grammar import word_set

_FIELD = re.compile(r"([^\W\d_][\w-]*(?: [\w-]+){0,2}):[ \t]+(\S.*)")
_FEWEST = 3
"""Fields of a header; two lines with a colon are a text."""


def header_fields(text: str, start: int = 0) -> tuple[dict[str, str], int]:
    """Return the fields before the first empty line and the offset after them.

    Names are in lower case; of a repeated one the first value counts. Without a header it is
    ({}, ``start``).
    """
    fields: dict[str, str] = {}
    end, lines = start, 0
    for line in text[start:].splitlines(keepends=True):
        if not line.strip():
            break
        found = _FIELD.fullmatch(line.rstrip())
        if found:
            fields.setdefault(found[1].lower(), found[2])
            lines += 1
        elif not (lines and line[0] in " \t"):
            return {}, start
        end += len(line)
    return (fields, end) if lines >= _FEWEST else ({}, start)


def title_field(fields: dict[str, str]) -> str:
    """Return what a header says the text is about: its "Name", or "Upstream-Name"; else empty."""
    known = word_set("title_fields")
    whole = (value for name, value in fields.items() if name in known)
    ends = (value for name, value in fields.items() if name.rpartition("-")[2] in known)
    return next(whole, "") or next(ends, "")
