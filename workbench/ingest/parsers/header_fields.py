"""Find the ``Name: value`` lines that a plain text opens with, such as metadata of packages."""

from workbench.nlp.fields import FEWEST_FIELDS, field_of
from workbench.nlp.grammar import word_set


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
        found = field_of(line.rstrip())
        if found:
            fields.setdefault(found.label.lower(), found.value)
            lines += 1
        elif not (lines and line[0] in " \t"):
            return {}, start
        end += len(line)
    return (fields, end) if lines >= FEWEST_FIELDS else ({}, start)


def title_field(fields: dict[str, str]) -> str:
    """Return what a header says the text is about: its "Name", or "Upstream-Name"; else empty."""
    known = word_set("title_fields")
    whole = (value for name, value in fields.items() if name in known)
    ends = (value for name, value in fields.items() if name.rpartition("-")[2] in known)
    return next(whole, "") or next(ends, "")
