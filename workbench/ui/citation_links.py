"""Turn citation markers into links to the source panel, and highlight doubtful claims."""

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby

from workbench.text import Text
from workbench.text.citation_marks import without_markers
from workbench.text.citation_numbers import Numbers, Occurrence, occurrences
from workbench.text.cut_spans import stretches
from workbench.text.edits import Edit, Edited
from workbench.text.escape_markdown import escape
from workbench.ui.markdown import safe_markdown

# Placeholders from Unicode's private use area survive sanitizing; links replace them afterwards.
_OPEN, _CLOSE, _CITE = "\ue000", "\ue001", "\ue002"
_FIRST = 0xE010
"""The code point of index 0: a placeholder is followed by the character of its index."""
_PRIVATE_USE = re.compile("[\ue000-\uf8ff]")
"""Private use characters in the answer itself, replaced before placeholders are inserted."""
_MARKED = re.compile(f"{_OPEN}(.)(.*?){_CLOSE}", re.DOTALL)
"""A flagged stretch: the flag's index and the text."""
_CITED = re.compile(f"{_CITE}(.)")
"""A citation: the index of its group of links."""
_BREAK = re.compile(rf"({_CITE}.|[\n|])")
"""What a link's text cannot span: a citation, a line end, a cell border ``|``."""
_WORDS = re.compile(r"(\s*)(.*?)(\s*)", re.DOTALL)
"""Leading space, text, trailing space; the space stays outside the link."""


@dataclass(frozen=True)
class Highlight:
    """A range of the marker-free text to highlight, with its link target and tooltip."""

    start: int
    end: int
    target: str
    hover: str


@dataclass(frozen=True)
class Marks:
    """The look of citations: prefix, separator, and label by number."""

    prefix: str
    separator: str
    label: Callable[[int], str]


def href(run_id: str, number: int, nth: int = 1) -> str:
    """The link target of a citation, by which the source panel finds passage and sentence."""
    return f"#cite-{run_id}-{number}" + (f".{nth}" if nth > 1 else "")


def link_citations(
    marked: str, run_id: str, numbers: Numbers, marks: Marks, flags: Sequence[Highlight] = ()
) -> str:
    """Render an answer to Markdown: markers become links, flagged ranges are highlighted.

    Markers of unknown sources are removed.
    """
    clean = without_markers(_PRIVATE_USE.sub("\ufffd", marked))
    groups = [
        _links(tuple(group), run_id, marks)
        for _, group in groupby(occurrences(clean, numbers), key=lambda one: one.marker.at)
    ]
    places = dict.fromkeys(one.marker.at for one in occurrences(clean, numbers))
    cites = [(at, 1, f"{_CITE}{chr(_FIRST + place)}") for place, at in enumerate(places)]
    inserts = sorted([*cites, *_borders(clean.parsed, flags)])
    text = safe_markdown(Edited(clean.text, [Edit(at, at, put) for at, _, put in inserts]).text)
    text = _MARKED.sub(lambda match: _mark(match[2], flags[ord(match[1]) - _FIRST]), text)
    return _CITED.sub(lambda match: groups[ord(match[1]) - _FIRST], text)


def _links(group: Sequence[Occurrence], run_id: str, marks: Marks) -> str:
    """The links for adjacent markers, one per source."""
    unique = {one.number: one for one in group}.values()
    links = [
        f"[{escape(marks.label(one.number))}]({href(run_id, one.number, one.nth)})"
        for one in unique
    ]
    return marks.prefix + marks.separator.join(links)


def _borders(text: Text, flags: Sequence[Highlight]) -> Iterator[tuple[int, int, str]]:
    """Placeholders at the borders of flagged ranges, inside list items, headings and cells."""
    for place, flag in enumerate(flags):
        for start, end in stretches(text, flag.start, flag.end):
            yield start, 2, f"{_OPEN}{chr(_FIRST + place)}"
            yield end, 0, _CLOSE


def _mark(text: str, flag: Highlight) -> str:
    """Link each piece of a claim between citations, line ends and cell borders."""
    hover = re.sub(r"[\s\"\\`]+", " ", flag.hover).strip()
    pieces = _BREAK.split(text)
    return "".join(
        piece if _BREAK.fullmatch(piece) else _mark_piece(piece, flag.target, hover)
        for piece in pieces
    )


def _mark_piece(piece: str, target: str, hover: str) -> str:
    match = _WORDS.fullmatch(piece)
    assert match is not None
    lead, words, tail = match.groups()
    if not re.search(r"\w", words) or not _balanced(words):
        return piece
    return f'{lead}[{words}]({target} "{hover}"){tail}'


def _balanced(words: str) -> bool:
    """Whether emphasis, code and brackets all close inside the text."""
    bare = re.sub(r"\\.", "", words)
    pairs = all(bare.count(mark) % 2 == 0 for mark in ("**", "`", "~~"))
    return (
        pairs
        and bare.replace("**", "").count("*") % 2 == 0
        and bare.count("[") == bare.count("]") == 0
    )
