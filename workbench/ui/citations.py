"""The answer's markers as links that the source panel answers to, and its doubtful claims as marks."""

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass

from workbench.domain.answer import MARKER
from workbench.ui.markdown import plain, safe_markdown

_OPEN, _CLOSE = "\ue000", "\ue001"
_OURS = re.compile("[\ue000-\ue0ff]")
_ID = 0xE010
_MARKER_OR_SPACE = re.compile(rf"[ \t]*{MARKER.pattern}", re.IGNORECASE)
_MARKED = re.compile(f"{_OPEN}(.)(.*?){_CLOSE}", re.DOTALL)
_OUR_LINK = re.compile(r"\[(?:\\.|[^\\\]])*\]\(#cite-[^)]*\)")
_BREAK = re.compile(rf"({_OUR_LINK.pattern}|[\n|])")
_BULLET = re.compile(r"(\s*(?:[-*+]|\d+[.)])?\s+)?(.*?)(\s*)", re.DOTALL)


@dataclass(frozen=True)
class Flag:
    """A claim to be marked in the text: its words, the target of its link and what to say on hover."""

    text: str
    target: str
    hover: str


def occurrences(marked: str) -> Iterator[tuple[re.Match[str], int, int]]:
    """Each marker with its source number and how many times that source was cited before, from 1."""
    seen: Counter[int] = Counter()
    for match in MARKER.finditer(marked):
        number = int(match[1])
        seen[number] += 1
        yield match, number, seen[number]


def cited(marked: str) -> tuple[int, ...]:
    """The source numbers in order of first appearance."""
    return tuple(number for _, number, nth in occurrences(marked) if nth == 1)


def sentence_at(marked: str, place: int) -> str:
    """The words before a marker, back to the previous sentence or line, without markers."""
    before = re.split(r"(?<=[.!?…])\s+(?!\[Source)|\n", marked[:place])[-1]
    return MARKER.sub("", before).strip()


def href(run_id: str, number: int, nth: int = 1) -> str:
    """Where a citation's link points; the source panel knows its passage and its sentence by it."""
    return f"#cite-{run_id}-{number}" + (f".{nth}" if nth > 1 else "")


def linked(
    marked: str, run_id: str, label: Callable[[int], str], flags: Iterable[Flag] = (), known: int | None = None
) -> str:
    """Markdown of an answer: markers become links with ``label``, flagged claims become marks.

    Markers of sources beyond ``known`` stay out: they point to nothing.
    """
    by_mark = dict(enumerate(flags))
    text = _put_marks(_OURS.sub("", marked), by_mark)
    text = safe_markdown(text)
    seen: Counter[int] = Counter()

    def link(match: re.Match[str]) -> str:
        number = int(match[1])
        if known is not None and not 1 <= number <= known:
            return ""
        seen[number] += 1
        return f"[{plain(label(number))}]({href(run_id, number, seen[number])})"

    text = MARKER.sub(link, text)
    return _MARKED.sub(lambda match: _mark(match[2], by_mark[ord(match[1]) - _ID]), text)


def _put_marks(marked: str, flags: Mapping[int, Flag]) -> str:
    """Private characters around the stretch of each flagged claim that can be found."""
    stripped, places = _without_markers(marked)
    inserts: list[tuple[int, int, str]] = []
    for mark, flag in flags.items():
        start = stripped.find(flag.text)
        if start < 0 or not flag.text:
            continue
        first, last = places[start], places[start + len(flag.text) - 1] + 1
        inserts += [(first, 1, f"{_OPEN}{chr(_ID + mark)}"), (last, 0, _CLOSE)]
    for place, _, characters in sorted(inserts, reverse=True):
        marked = marked[:place] + characters + marked[place:]
    return marked


def _without_markers(marked: str) -> tuple[str, list[int]]:
    """The text as a reader without citations sees it, and where each character stood."""
    kept: list[int] = []
    position = 0
    for match in _MARKER_OR_SPACE.finditer(marked):
        kept += range(position, match.start())
        position = match.end()
    kept += range(position, len(marked))
    return "".join(marked[i] for i in kept), kept


def _mark(text: str, flag: Flag) -> str:
    """Link every stretch of a claim that holds no link of ours and no line or cell border."""
    hover = re.sub(r"[\s\"\\]+", " ", flag.hover).strip()
    return "".join(
        piece if _BREAK.fullmatch(piece) else _mark_piece(piece, flag.target, hover) for piece in _BREAK.split(text)
    )


def _mark_piece(piece: str, target: str, hover: str) -> str:
    match = _BULLET.fullmatch(piece)
    assert match is not None
    lead, words, tail = match[1] or "", match[2], match[3]
    if not re.search(r"\w", words) or not _balanced(words):
        return piece
    return f'{lead}[{words}]({target} "{hover}"){tail}'


def _balanced(words: str) -> bool:
    """Whether emphasis, code and brackets all close inside the stretch."""
    bare = re.sub(r"\\.", "", words)
    pairs = all(bare.count(mark) % 2 == 0 for mark in ("**", "`", "~~"))
    return pairs and bare.replace("**", "").count("*") % 2 == 0 and bare.count("[") == bare.count("]") == 0
