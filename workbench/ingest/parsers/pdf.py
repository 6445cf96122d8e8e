"""Parse PDF files: pages, headings, tables, paragraphs rejoined across pages."""

import re
from collections import Counter
from collections.abc import Container, Iterable, Iterator, Sequence
from io import BytesIO
from itertools import accumulate
from operator import itemgetter
from statistics import median
from typing import Any

from workbench.ingest.parsers.base import Parsed, Parser, UnreadableError
from workbench.ingest.parsers.converted import from_markdown
from workbench.ingest.parsers.pdf_lines import line_key, page_lines, with_headings
from workbench.ingest.parsers.pdf_spaces import with_space
from workbench.ingest.parsers.pdf_tables import Rows, with_tables
from workbench.nlp.grammar import is_known
from workbench.nlp.morphology import stem
from workbench.text.write_markdown import heading, literal_line, printed_item, table

_EDGE = 2
"""Lines at the top and at the bottom of a page among which headers and footers are looked for."""
_REPEATS = 3
"""Pages from which on a line at their edge is a header or footer, if it is on half of all pages."""
_SHORT = 0.75
"""A line that ends a sentence and is shorter than this share of a usual line ends a paragraph."""
_SOFT_HYPHEN = "\u00ad"
_WORD = re.compile(r"[^\W\d_]+")
_CUT = re.compile(rf"(?P<word>{_WORD.pattern})(?P<hyphen>[-{_SOFT_HYPHEN}\u2010])$")
"""A word cut at the end of a line: ``infor-``."""
_END = re.compile(r"[.!?:;…][\"'»”)\]]*$")
_NUMBERS = re.compile(r"\d+")


def parse(content: bytes) -> Parsed:
    """Return the text of the pages with the offset of each page.

    Raises:
        UnreadableError: the file is damaged or protected by a password, or its pages are images.
    """
    from pypdf import PdfReader
    from pypdf.errors import PyPdfError

    try:
        reader = PdfReader(BytesIO(content))
        if reader.is_encrypted and not reader.decrypt(""):
            raise UnreadableError("it is protected by a password")
        lines = [page_lines(with_space(page)) for page in reader.pages]
        outline = dict(_outline(reader, reader.outline, 1))
        title = str((reader.metadata and reader.metadata.title) or "").strip()
        layouts = [_layout(page) for page in reader.pages]
    except (PyPdfError, RecursionError) as error:
        raise UnreadableError(f"a damaged PDF ({error})") from error
    if not any(line.text.strip() for own in lines for line in own):
        raise UnreadableError("has no text; its pages may be scanned images")
    pages = [[line.text for line in own] for own in lines]
    if not outline:
        pages, outline = with_headings(lines)
    pages = _without_edges(pages)
    tables = [with_tables(own, layout) for own, layout in zip(pages, layouts, strict=True)]
    text, starts = _written(tables, outline)
    return from_markdown(text, {"title": title} if _is_title(title, pages) else {}, starts)


def _layout(page: Any) -> str:
    """Return the text of a page with blanks that keep its columns apart; empty where that fails."""
    from pypdf.errors import PyPdfError

    # Fonts without widths and the like, which the text itself does without.
    errors = (PyPdfError, ArithmeticError, AttributeError, LookupError, TypeError, ValueError)
    try:
        return str(page.extract_text(extraction_mode="layout", layout_mode_space_vertically=False))
    except errors:
        return ""


def _is_title(title: str, pages: Sequence[Sequence[str]]) -> bool:
    """Return True if the text has the title: programs write names of files and "untitled" too."""
    return bool(title) and line_key(title) in line_key(
        " ".join(line for own in pages for line in own)
    )


def _outline(reader: Any, entries: Any, level: int) -> Iterator[tuple[tuple[int, str], int]]:
    """Yield the level of each heading of the outline by its page and its words."""
    for entry in entries:
        if isinstance(entry, list):
            yield from _outline(reader, entry, level + 1)
        else:
            page = reader.get_destination_page_number(entry)
            yield (page, line_key(str(entry.title))), level


def _without_edges(pages: Sequence[Sequence[str]]) -> list[list[str]]:
    """Drop the lines at the edges of the pages that repeat, numbers aside: ``Page 3 of 9``.

    So is a running head, whatever chapter it names: ``12 CHAPTER 1. RULES`` has the page's number.
    """
    edges = [{at: _shape(lines[at]) for at in _edges(lines)} for lines in pages]
    counts = Counter(shape for shapes in edges for shape in set(shapes.values()))
    least = max(_REPEATS, len(pages) / 2)
    repeated = {shape for shape, count in counts.items() if count >= least}
    numbered = _numbered(pages, least)
    return [
        _stripped(
            [
                line
                for at, line in enumerate(lines)
                if shapes.get(at) not in repeated and (number, at) not in numbered
            ]
        )
        for number, (lines, shapes) in enumerate(zip(pages, edges, strict=True))
    ]


def _numbered(pages: Sequence[Sequence[str]], least: float) -> set[tuple[int, int]]:
    """Return the page and place of each outermost line that opens or ends with the page's number.

    The numbers of at least so many pages go up with them.
    """
    found = {
        (number, at, value - number)
        for number, lines in enumerate(pages)
        for at in _outermost(lines)
        for value in _outer_numbers(lines[at])
    }
    shifts = Counter(shift for _, shift in {(number, shift) for number, _, shift in found})
    shift, count = max(shifts.items(), key=itemgetter(1), default=(0, 0))
    return {(number, at) for number, at, own in found if own == shift and count >= least}


def _outermost(lines: Sequence[str]) -> set[int]:
    """Return the places of the first and the last line with text."""
    filled = [at for at, line in enumerate(lines) if line.strip()]
    return {*filled[:1], *filled[-1:]}


def _outer_numbers(line: str) -> set[int]:
    """Return the numbers that a line opens or ends with."""
    words = line.split()
    return {int(word) for word in (*words[:1], *words[-1:]) if word.isdecimal()}


def _stripped(lines: Sequence[str]) -> list[str]:
    """Drop the blank lines at the edges of a page, which end no paragraph, list item or row."""
    filled = [at for at, line in enumerate(lines) if line.strip()]
    return list(lines[filled[0] : filled[-1] + 1]) if filled else []


def _edges(lines: Sequence[str]) -> set[int]:
    """Return the places of the first and last lines with text."""
    filled = [at for at, line in enumerate(lines) if line.strip()]
    return {*filled[:_EDGE], *filled[-_EDGE:]}


def _shape(line: str) -> str:
    return _NUMBERS.sub("0", line_key(line))


def _written(
    pages: Sequence[Sequence[str | Rows]], outline: dict[tuple[int, str], int]
) -> tuple[str, tuple[int, ...]]:
    """Return the text of all pages, and the offset at which each page begins."""
    texts = [[line for line in lines if isinstance(line, str)] for lines in pages]
    lengths = [len(line.strip()) for lines in texts for line in lines if line.strip()]
    usual = median(lengths) if lengths else 0
    stems = _stems(texts)
    pieces: list[str] = []
    begins, ended = [], True
    for number, lines in enumerate(pages):
        begins.append(len(pieces))
        for line in lines:
            if not isinstance(line, str):
                pieces += [_gap(pieces), table(line)]
                ended = True
                continue
            words = " ".join(line.split())
            level = outline.get((number, line_key(line)))
            if not words:
                ended = True
            elif level is not None:
                pieces += [_gap(pieces), heading(level, words)]
                ended = True
            else:
                _append(pieces, words, ended, stems)
                ended = bool(_END.search(words)) and len(words) < usual * _SHORT
    offsets = [*accumulate(map(len, pieces), initial=0)]
    return "".join(pieces) + "\n", tuple(offsets[begin] for begin in begins)


def _append(pieces: list[str], words: str, ended: bool, stems: Container[str]) -> None:
    """Append a line: to its paragraph, as an item of a list, or as a new paragraph."""
    if item := printed_item(words):
        pieces += [_gap(pieces) if ended else "\n", item]
    elif ended or not pieces:
        pieces += [_gap(pieces), literal_line(words)]
    elif (cut := _CUT.search(pieces[-1])) and words[0].islower():
        if _is_one_word(cut, words, stems):
            pieces[-1] = pieces[-1][:-1]
        pieces.append(words)
    else:
        pieces += ["\n", literal_line(words)]


def _is_one_word(cut: re.Match[str], words: str, stems: Container[str]) -> bool:
    """Return True if a word is spelled without the hyphen that it was cut at.

    So it is at a soft hyphen, in a word of the dictionary («инфор-мация»), and in a word that the
    document has elsewhere, in any form. Others keep it: ``well-known``, «жёлто-красный».
    """
    rest = _WORD.match(words)
    whole = cut["word"] + (rest[0] if rest else "")
    return cut["hyphen"] == _SOFT_HYPHEN or is_known(whole) or stem(whole) in stems


def _stems(pages: Iterable[Iterable[str]]) -> set[str]:
    """Return the stems of the words of all pages."""
    return {stem(word) for lines in pages for line in lines for word in _WORD.findall(line)}


def _gap(pieces: Sequence[str]) -> str:
    return "\n\n" if pieces else ""


PARSER = Parser(frozenset({".pdf"}), parse, isolated=True)
