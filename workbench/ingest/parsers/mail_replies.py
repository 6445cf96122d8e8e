"""Read the replies that a message quotes: each is a section below the line that introduces it."""

import re
from collections.abc import Iterator, Sequence
from itertools import groupby, pairwise

from workbench.text.write_markdown import heading, literal_line

# "> ", ">> " and "> > " before a quoted line.
_QUOTED = re.compile(r"(?:>[ \t]?)+")
_FEWEST_LINES = 2
"""Quoted lines of a reply: one alone may be "> 5 kg"."""
_INTRODUCED_BY = 3
"""Lines, at most, of "On Mon, 5 May, Ann Reed wrote:"."""

_Run = tuple[int, list[str]]
"""How often lines are quoted, and the lines without the marks of it."""


def with_replies(text: str) -> str:
    """Return the plain text of a message as Markdown, in which quoted text is ordinary text.

    The line that introduces a quoted message becomes the heading above it.
    """
    runs = list(_runs(text.strip().splitlines()))
    parts = [_shown(run, below) for run, below in pairwise([*runs, (0, [])])]
    return "\n\n".join(filter(None, parts))


def _runs(lines: Sequence[str]) -> Iterator[_Run]:
    """Yield the lines that are quoted equally often; a single quoted line is taken as written."""
    kept: list[_Run] = []
    for depth, same in groupby(lines, key=_depth):
        run = list(same)
        is_quoted = depth > 1 or (depth and len(run) >= _FEWEST_LINES)
        if is_quoted:
            kept.append((depth, [_QUOTED.sub("", line, count=1) for line in run]))
        elif kept and kept[-1][0] == 0:
            kept[-1][1].extend(run)
        else:
            kept.append((0, run))
    yield from kept


def _depth(line: str) -> int:
    found = _QUOTED.match(line)
    return found.group().count(">") if found else 0


def _shown(run: _Run, below: _Run) -> str:
    """Return lines as Markdown, the last ones as a heading if they introduce what is below."""
    lines = [line.rstrip() for line in run[1]]
    while lines and not lines[-1]:
        lines.pop()
    introduced = _introduction(lines) if below[0] > run[0] else 0
    body, last = lines[: len(lines) - introduced], lines[len(lines) - introduced :]
    first: Sequence[str] = ()
    if run[0] and "" in body:  # quoted with what it introduces
        opening = body[: body.index("")]
        first = opening if _introduction(opening) else ()
    text = "\n".join(map(literal_line, body[len(first) :])).strip("\n")
    return "\n\n".join(filter(None, (_title(first), text, _title(last))))


def _title(lines: Sequence[str]) -> str:
    """Return the lines that introduce a message as a heading; "" if there are none."""
    words = " ".join(line.strip() for line in lines).removesuffix(":")
    return heading(2, words) if words else ""


def _introduction(lines: Sequence[str]) -> int:
    """Return how many of the last lines introduce a quotation: they end in a colon."""
    if not lines or not lines[-1].endswith(":"):
        return 0
    count = next((at for at, line in enumerate(reversed(lines)) if not line), len(lines))
    return count if count <= _INTRODUCED_BY else 0
