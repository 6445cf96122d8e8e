"""A passage as statements a reader can take in: sentences, list items, table rows, FAQ answers."""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal, TypeAlias

from workbench.nlp.tokens import tokens
from workbench.text.sentences import sentences

_HEADING = re.compile(r"#{1,6}\s+(?P<text>.+?)\s*#*$")
_BOLD_LINE = re.compile(r"(?:\*\*|__)(?P<text>[^*_]+)(?:\*\*|__)[:.]?\s*$")
_ITEM = re.compile(r"\s*(?:[-*•+]|\d{1,3}[.)])\s+(?=\S)")
_ROW = re.compile(r"\s*\|.*\|\s*$")
_RULE = re.compile(r"[\s|:\-=*_]+$")
_FENCE = re.compile(r"\s*(?:```|~~~)")
_QUESTION_LABEL = re.compile(
    r"(?:q|question|в|вопрос)\s*:\s+|(?:question|вопрос)\.\s+|(?:q|в)\.\s+(?=.*\?$)", re.IGNORECASE
)
"""«Вопрос: …»; a letter with a full stop only before a question: "Q. Why?", not "Q. Smith ran"."""
_ANSWER_LABEL = re.compile(r"(?:a|answer|о|ответ)\s*[:.]\s+", re.IGNORECASE)
_INLINE_QUESTION = re.compile(r"\s*(?:\*\*|__)(?P<text>[^*_]+\?)(?:\*\*|__)\s+")
_FURNITURE = re.compile(
    r"\b(?:page|стр\.|страница)\s*\d+\s*(?:of|из|/)\s*\d+\b|^\s*(?:©|page \d+$|стр\. \d+$)",
    re.IGNORECASE,
)
_LINE = re.compile(r"[^\n]+|(?<=\n)(?=\n)")
_QUOTED = re.compile(r"[\s>]*")
_QUOTE_MARK = re.compile(r"\n\s*>+")
_LINK = re.compile(r"!?\[([^\]]*)\]\([^)]*\)")
_EMPHASIS = re.compile(r"\*\*|__|(?<!\w)[*_](?=\S)|(?<=\S)[*_](?!\w)|`|<[^<>\n]{1,200}>")
_SPACE = re.compile(r"\s+")
_FEW_WORDS = 3
_LONGEST_QUESTION = 3
"""A paragraph of up to so many sentences that ends in a question is that question."""


@dataclass(frozen=True)
class Statement:
    """One thing a passage says; ``start`` and ``end`` delimit its raw words in the passage."""

    text: str
    start: int
    end: int
    kind: Literal["sentence", "item", "row"] = "sentence"
    lead: str = ""
    """The sentence that a list item completes («We do not pay for:»)."""
    asked: str = ""
    """The question of a FAQ that it answers."""
    headings: tuple[str, ...] = ()
    cells: tuple[tuple[str, str], ...] = ()
    """Column and value of each cell of a table row."""
    place: int = 0
    """How many statements stand between it and the heading or question above."""


_Line: TypeAlias = Literal["text", "item", "row", "heading", "more", "none"]


@dataclass(frozen=True)
class _Block:
    kind: _Line
    start: int
    end: int


@lru_cache(maxsize=4096)
def statements(text: str) -> tuple[Statement, ...]:
    """Everything a passage says, in order; headings, page furniture and rules are left out."""
    return tuple(_Reader(text).read())


def readable(text: str) -> str:
    """The words without Markdown, on one line."""
    text = _LINK.sub(r"\1", text)
    return _SPACE.sub(" ", _EMPHASIS.sub("", _QUOTE_MARK.sub(" ", text))).strip()


class _Reader:
    """Walks the blocks of a passage and remembers what the next ones lean on."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._headings: list[tuple[int, str]] = []
        self._asked = ""
        self._asked_here = False
        self._lead = ""
        self._columns: tuple[str, ...] = ()
        self._place = 0

    def read(self) -> Iterator[Statement]:
        for block in _blocks(self._text):
            if block.kind != "row":
                self._columns = ()
            if block.kind == "heading":
                self._heading(block)
            elif block.kind == "row":
                yield from self._row(block)
            elif block.kind == "item":
                yield from self._sentences(block, lead=self._lead, kind="item")
            else:
                yield from self._text_block(block)

    def _text_block(self, block: _Block) -> Iterator[Statement]:
        """A paragraph; one that opens with its own question answers that question alone."""
        self._lead = ""
        if self._asked_here:
            self._asked, self._asked_here = "", False
        question = _INLINE_QUESTION.match(self._text, block.start, block.end)
        if question:
            self._ask(readable(question["text"]))
            self._asked_here = True
            block = _Block(block.kind, question.end(), block.end)
        yield from self._sentences(block)

    def _ask(self, question: str) -> None:
        self._asked = question
        self._place = 0

    def _heading(self, block: _Block) -> None:
        raw = self._text[block.start : block.end].strip()
        match = _HEADING.match(raw)
        level = len(raw) - len(raw.lstrip("#")) if match else 7
        title = readable(match["text"] if match else raw)
        self._headings = [one for one in self._headings if one[0] < level] + [(level, title)]
        self._ask(title if title.endswith("?") else "")
        self._lead = ""

    def _row(self, block: _Block) -> Iterator[Statement]:
        raw = self._text[block.start : block.end]
        if _RULE.match(raw):
            return
        cells = tuple(readable(cell) for cell in raw.strip().strip("|").split("|"))
        if not self._columns and self._is_header(block):
            self._columns = cells
            return
        pairs = _paired(self._columns, cells)
        text = told_row(pairs)
        if text:
            yield self._statement(text, block.start, block.end, kind="row", cells=pairs)

    def _is_header(self, block: _Block) -> bool:
        """A row is a header when the rule of dashes follows."""
        following = self._text[block.end :].lstrip("\n").partition("\n")[0]
        return "-" in following and _RULE.match(following) is not None

    def _sentences(
        self, block: _Block, lead: str = "", kind: Literal["sentence", "item"] = "sentence"
    ) -> Iterator[Statement]:
        pieces = [
            (block.start + span.start, block.start + span.end)
            for span in sentences(self._text[block.start : block.end])
        ]
        joined = _short_ones_joined(self._text, self._with_opening_marks(pieces, block))
        if kind == "sentence" and 1 < len(joined) <= _LONGEST_QUESTION and self._asks(joined[-1]):
            self._ask(readable(self._text[joined[0][0] : joined[-1][1]]))
            return
        for start, end in joined:
            text = self._without_label(readable(self._text[start:end]))
            if not text or _FURNITURE.search(text):
                continue
            if text.endswith("?") and kind == "sentence":
                self._ask(text)
                continue
            if text.endswith(":"):
                self._lead = text
                continue
            yield self._statement(text.rstrip(";, "), start, end, kind=kind, lead=lead)

    def _with_opening_marks(
        self, pieces: Sequence[tuple[int, int]], block: _Block
    ) -> Iterator[tuple[int, int]]:
        """Pieces that begin with the emphasis that is closed in them: «**Valuables** are …»."""
        for start, end in pieces:
            before = self._text[block.start : start]
            yield start - len(before) + len(before.rstrip("*_")), end

    def _asks(self, piece: tuple[int, int]) -> bool:
        return readable(self._text[slice(*piece)]).endswith("?")

    def _without_label(self, text: str) -> str:
        """The text without «Q:» or «A:» before it; a question is kept for what answers it."""
        if label := _QUESTION_LABEL.match(text):
            self._ask(text[label.end() :])
            return ""
        label = _ANSWER_LABEL.match(text) if self._asked else None
        return text[label.end() :] if label else text

    def _statement(
        self,
        text: str,
        start: int,
        end: int,
        *,
        kind: Literal["sentence", "item", "row"],
        lead: str = "",
        cells: tuple[tuple[str, str], ...] = (),
    ) -> Statement:
        self._place += 1
        return Statement(
            text=text,
            start=start,
            end=end,
            kind=kind,
            lead=lead,
            asked=self._asked,
            headings=tuple(title for _, title in self._headings),
            cells=cells,
            place=self._place - 1,
        )


def told_row(cells: Sequence[tuple[str, str]]) -> str:
    """A table row as one line: its first cell names it, the others read «Label: value»."""
    if not cells:
        return ""
    (_, subject), *rest = cells
    told = [f"{label}: {value}" if label else value for label, value in rest if value]
    if not subject:
        return "; ".join(told)
    return f"{subject} — {'; '.join(told)}" if told else subject


def _paired(columns: Sequence[str], cells: Sequence[str]) -> tuple[tuple[str, str], ...]:
    labels = [*columns, *[""] * (len(cells) - len(columns))]
    return tuple(zip(labels, cells, strict=False))


def _short_ones_joined(text: str, pieces: Iterable[tuple[int, int]]) -> list[tuple[int, int]]:
    """«No.» says nothing alone: a sentence of a word or two takes the next one along."""
    joined: list[tuple[int, int]] = []
    for start, end in pieces:
        if joined and _is_short(text[slice(*joined[-1])]):
            joined[-1] = (joined[-1][0], end)
        else:
            joined.append((start, end))
    return joined


def _is_short(sentence: str) -> bool:
    return len(tokens(sentence)) < _FEW_WORDS and not sentence.rstrip("*_ ").endswith(("?", ":"))


def _blocks(text: str) -> Iterator[_Block]:
    """Headings, table rows, list items and paragraphs, with lines of one paragraph together."""
    block: _Block | None = None
    for line in _LINE.finditer(text):
        kind = _kind(line.group(), block)
        if block is not None and kind == "more":
            block = _Block(block.kind, block.start, line.end())
            continue
        if block is not None:
            yield block
        block = None if kind == "none" else _Block(kind, line.start() + _lead(line), line.end())
    if block is not None:
        yield block


def _lead(line: "re.Match[str]") -> int:
    """How long the mark of an item, or the white space and quotation marks of a line are."""
    match = _ITEM.match(line.group()) or _QUOTED.match(line.group())
    return match.end() if match else 0


def _kind(line: str, before: _Block | None) -> _Line:
    """What a line begins; ``more``: it goes on with the block before; ``none``: it says nothing."""
    if not line.strip() or _FENCE.match(line) or (_RULE.match(line) and "|" not in line):
        return "none"
    if _ROW.match(line):
        return "row"
    if _HEADING.match(line) or _BOLD_LINE.match(line.strip()):
        return "heading"
    if _ITEM.match(line):
        return "item"
    return "more" if before is not None and before.kind in ("text", "item") else "text"
