"""Parse PDF files: pages, headings from the outline, paragraphs rejoined across pages."""

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from io import BytesIO
from statistics import median
from typing import Any

from workbench.ingest.parsers.base import Parsed, Parser, UnreadableError
from workbench.ingest.parsers.converted import from_markdown
from workbench.text.write_markdown import heading, literal_line, printed_item

_EDGE = 2
"""Lines at the top and at the bottom of a page among which headers and footers are looked for."""
_REPEATS = 3
"""Pages from which on a line at their edge is a header or footer, if it is on half of all pages."""
_SHORT = 0.75
"""A line that ends a sentence and is shorter than this share of a usual line ends a paragraph."""
_HYPHEN = re.compile(r"(?<=[^\W\d_])[-\u00ad\u2010]$")
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
        pages = [page.extract_text().splitlines() for page in reader.pages]
        outline = dict(_outline(reader, reader.outline, 1))
        title = str((reader.metadata and reader.metadata.title) or "").strip()
    except (PyPdfError, RecursionError) as error:
        raise UnreadableError(f"a damaged PDF ({error})") from error
    if not any(line.strip() for lines in pages for line in lines):
        raise UnreadableError("has no text; its pages may be scanned images")
    text, starts = _written(_without_edges(pages), outline)
    return from_markdown(text, {"title": title} if title else {}, starts)


def _outline(reader: Any, entries: Any, level: int) -> Iterator[tuple[tuple[int, str], int]]:
    """Yield the level of each heading of the outline by its page and its words."""
    for entry in entries:
        if isinstance(entry, list):
            yield from _outline(reader, entry, level + 1)
        else:
            page = reader.get_destination_page_number(entry)
            yield (page, _key(str(entry.title))), level


def _key(line: str) -> str:
    return " ".join(line.casefold().split())


def _without_edges(pages: Sequence[Sequence[str]]) -> list[list[str]]:
    """Drop the lines at the edges of the pages that repeat, numbers aside: ``Page 3 of 9``."""
    counts = Counter(
        shape for lines in pages for shape in {_shape(lines[at]) for at in _edges(lines)}
    )
    least = max(_REPEATS, len(pages) / 2)
    repeated = {shape for shape, count in counts.items() if shape and count >= least}
    return [
        [
            line
            for at, line in enumerate(lines)
            if at not in _edges(lines) or _shape(line) not in repeated
        ]
        for lines in pages
    ]


def _edges(lines: Sequence[str]) -> set[int]:
    """Return the places of the first and last lines with text."""
    filled = [at for at, line in enumerate(lines) if line.strip()]
    return {*filled[:_EDGE], *filled[-_EDGE:]}


def _shape(line: str) -> str:
    return _NUMBERS.sub("0", _key(line))


def _written(
    pages: Sequence[Sequence[str]], outline: dict[tuple[int, str], int]
) -> tuple[str, tuple[int, ...]]:
    """Return the text of all pages, and the offset at which each page begins."""
    lengths = [len(line.strip()) for lines in pages for line in lines if line.strip()]
    usual = median(lengths) if lengths else 0
    text, starts, ended = "", [], True
    for number, lines in enumerate(pages):
        starts.append(len(text))
        for line in lines:
            words = " ".join(line.split())
            level = outline.get((number, _key(line)))
            if not words:
                ended = True
            elif level is not None:
                text += f"{_gap(text)}{heading(level, words)}"
                ended = True
            else:
                text = _continued(text, words, ended)
                ended = bool(_END.search(words)) and len(words) < usual * _SHORT
    return text + "\n", tuple(min(start, len(text)) for start in starts)


def _continued(text: str, words: str, ended: bool) -> str:
    """Append a line: to its paragraph, as an item of a list, or as a new paragraph."""
    if item := printed_item(words):
        return text + (_gap(text) if ended else "\n") + item
    if ended or not text:
        return f"{text}{_gap(text)}{literal_line(words)}"
    if _HYPHEN.search(text) and words[0].islower():
        return text[:-1] + words
    return f"{text}\n{literal_line(words)}"


def _gap(text: str) -> str:
    return "\n\n" if text else ""


PARSER = Parser(frozenset({".pdf"}), parse, isolated=True)
