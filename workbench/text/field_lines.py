"""Find the lines of a form in which fields have several values, one line each."""

import re
from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

from workbench.nlp.fields import FEWEST_FIELDS, field_of
from workbench.text.model import Block

_LINE = re.compile(r"[^\n]+")


class FieldLine(NamedTuple):
    """A line of a form, with the lines that go on with it; offsets are into the source."""

    start: int
    end: int
    label: str
    value: int
    """Where the value begins."""
    is_repeated: bool = False
    """Whether another line of the form has the same label."""


def field_lines(block: Block) -> Sequence[FieldLine]:
    """Return the lines of a paragraph that is a form, if a label is on several lines of it.

    ``Requires-Dist: click`` above ``Requires-Dist: h11`` are two values of one field. Without such
    a label the sentences of a form are statements like others.
    """
    lines = _lines(block)
    if len(lines) < FEWEST_FIELDS:
        return ()
    counts = Counter(one.label for one in lines)
    if len(counts) == len(lines):
        return ()
    return [one._replace(is_repeated=counts[one.label] > 1) for one in lines]


def _lines(block: Block) -> list[FieldLine]:
    """Return the fields of a paragraph; none if a line is neither a field nor goes on with one."""
    found: list[FieldLine] = []
    for line in _LINE.finditer(block.source, block.start, block.end):
        text = line.group().rstrip()
        end = line.start() + len(text)
        if field := field_of(text):
            found.append(FieldLine(line.start(), end, field.label, end - len(field.value)))
        elif found and text[:1] in (" ", "\t"):
            found[-1] = found[-1]._replace(end=end)
        else:
            return []
    return found
