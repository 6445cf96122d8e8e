"""Read the pictures of a yes or a no that tables show: "✓" for ``![](icons/check.svg)``."""

import re
from functools import cache

from workbench.nlp.word_lists import word_list

# The name of the file in "](../icons/check-green.svg "inline")".
_FILE = re.compile(r"\]\(\s*<?(?:[^\s)>]*/)?(?P<name>[^\s)>/.]+)\.\w+")
# ":white_check_mark:".
_EMOJI = re.compile(r":(?P<name>[a-z][a-z0-9_+-]*):")
_WORD = re.compile(r"[^\W\d_]+")


def mark_of_image(address: str) -> str:
    """Return the mark that a picture without alternative text shows, by the name of its file.

    >>> mark_of_image('](../icons/check-green.svg "inline")')
    '✓'
    """
    found = _FILE.match(address)
    return _mark(found["name"]) if found else ""


def mark_of_emoji(cell: str) -> str:
    """Return the mark of a cell that is an emoji code and nothing else: "✗" for ":x:"."""
    found = _EMOJI.fullmatch(cell.strip())
    return _mark(found["name"]) if found else ""


def _mark(name: str) -> str:
    """Return "" for a name with any other word: "no-image"."""
    marks = {_marks().get(word.lower()) for word in _WORD.findall(name)}
    marks.discard("")
    return (marks.pop() or "") if len(marks) == 1 else ""


@cache
def _marks() -> dict[str, str]:
    entries = (entry.partition(": ") for entry in word_list("mark_names"))
    return {
        name.strip(): mark.strip(": ") for mark, _, names in entries for name in names.split("|")
    }
