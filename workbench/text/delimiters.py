"""What Markdown has opened and not closed at the end of a text: emphasis and brackets."""

import re
import unicodedata
from typing import NamedTuple

_TOKEN = re.compile(
    r"(?P<code>(?<!`)(?P<ticks>`+)(?!`).+?(?<!`)(?P=ticks)(?!`))|\\[^\w\s]"
    r"|(?P<run>\*+|_+|~~)|(?P<bracket>[\[\]])",
    re.DOTALL,
)
_BLOCK = re.compile(r"\n[ \t>]*(?:\n|(?:[-*+]|\d+[.)])[ \t]|#{1,6}[ \t]|\|)")
_CLOSER = re.compile(r"[*_]+|~~|\]\(\s*<?[^\s()<>]*>?(?:\s+\"[^\"\n]*\")?\s*\)|\]|\)")
_DELIMITERS = ("*", "_", "~", "[")
_BEGINNINGS = ("(", "«", "“")
_HALVES = {")": "(", "]": "["}
_FAR = 1_000
"""Characters: nothing is looked for further back, so that a long text takes no longer."""
_CELL = re.compile(r"(?<!\\)\|")


class Opened(NamedTuple):
    """A delimiter that is open, and where it begins."""

    mark: str
    start: int

    @property
    def end(self) -> int:
        """Where it ends."""
        return self.start + len(self.mark)


def opened(text: str, *, following: str = "[") -> list[Opened]:
    """The delimiters that are open at the end of a text, the outermost first.

    Args:
        text: Markdown so far.
        following: the character that comes next; it tells what a delimiter at the end is.
    """
    begin, followed = _block_start(text), text + following
    open_now: list[Opened] = []
    for token in _TOKEN.finditer(text, begin):
        if token["run"]:
            _take_run(open_now, token["run"], token.start(), followed)
        elif token["bracket"] == "[":
            open_now.append(Opened("[", token.start()))
        elif token["bracket"]:
            _close(open_now, "[")
    return open_now


def opening_at(text: str) -> int:
    """Where what opens at the very end of a text begins: emphasis, a link, a parenthesis, a quote.

    The text's length where nothing does.
    """
    place = len(text)
    if text.endswith((*_DELIMITERS, *_BEGINNINGS)):
        starts = {one.end: one.start for one in opened(text)}
        while place in starts or text[:place].endswith(_BEGINNINGS):
            place = starts.get(place, place - 1)
    return place


def closed_by(text: str, piece: str) -> tuple[Opened, int] | None:
    """What the beginning of a piece closes of what the text opened, and where the closing ends.

    A parenthesis or a bare bracket counts only where the text ends with its other half.
    """
    closer = _CLOSER.match(piece)
    if closer is None:
        return None
    if closer.group() in _HALVES:
        half = _HALVES[closer.group()]
        return (Opened(half, len(text) - 1), 1) if text.endswith(half) else None
    kind = closer.group()[0].replace("]", "[")
    found = next((one for one in reversed(opened(text)) if one.mark[0] == kind), None)
    if found is None or kind == "[":
        return (found, closer.end()) if found else None
    length = min(len(found.mark), closer.end())
    return Opened(found.mark[:length], found.end - length), length


def _block_start(text: str) -> int:
    """Where the paragraph, list item or table cell at the end of the text begins."""
    start = max(text.rfind("\n\n"), len(text) - _FAR, 0)
    start = max((found.end() for found in _BLOCK.finditer(text, start)), default=start)
    line = text.rfind("\n") + 1
    if text[line:].lstrip().startswith("|"):
        return max(found.end() for found in _CELL.finditer(text, line))
    return start


def _take_run(open_now: list[Opened], run: str, start: int, text: str) -> None:
    opens, closes = _sides(text, start, start + len(run))
    if closes:
        run = _close(open_now, run)
    if run and opens:
        open_now.append(Opened(run, start))


def _close(open_now: list[Opened], run: str) -> str:
    """What is left of a closing run once it has closed all it can."""
    while run and (place := _last(open_now, run[0])) is not None:
        mark, start = open_now[place]
        del open_now[place:]
        if len(mark) > len(run):
            open_now.append(Opened(mark[len(run) :], start))
        run = run[len(mark) :]
    return run


def _last(open_now: list[Opened], mark: str) -> int | None:
    return next(
        (place for place in reversed(range(len(open_now))) if open_now[place].mark[0] == mark),
        None,
    )


def _sides(text: str, start: int, end: int) -> tuple[bool, bool]:
    """Whether a run can open and can close emphasis (CommonMark 0.31, 6.2)."""
    before, after = text[start - 1 : start] or " ", text[end : end + 1] or " "
    left = not after.isspace() and (not _is_punctuation(after) or not _is_word(before))
    right = not before.isspace() and (not _is_punctuation(before) or not _is_word(after))
    if text[start] != "_":
        return left, right
    return left and (not right or _is_punctuation(before)), right and (
        not left or _is_punctuation(after)
    )


def _is_punctuation(character: str) -> bool:
    return unicodedata.category(character)[0] in "PS"


def _is_word(character: str) -> bool:
    return not character.isspace() and not _is_punctuation(character)
