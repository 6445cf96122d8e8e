"""A passage as statements a reader can take in: sentences, list items, table rows, FAQ answers."""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Literal, TypeAlias

from workbench.domain.base import Span
from workbench.nlp.tokens import tokens
from workbench.text.blocks import blocks_of
from workbench.text.model import Block
from workbench.text.plain_text import plain_text

_QUESTION_LABEL = re.compile(
    r"(?:q|question|в|вопрос)\s*:\s+|(?:question|вопрос)\.\s+|(?:q|в)\.\s+(?=.*\?$)", re.IGNORECASE
)
"""«Вопрос: …»; a letter with a full stop only before a question: "Q. Why?", not "Q. Smith ran"."""
_ANSWER_LABEL = re.compile(r"(?:a|answer|о|ответ)\s*[:.]\s+", re.IGNORECASE)
_BOILERPLATE = re.compile(
    r"\b(?:page|стр\.|страница)\s*\d+\s*(?:of|из|/)\s*\d+\b|^\s*(?:©|page \d+$|стр\. \d+$)",
    re.IGNORECASE,
)
"""The counter of a page («стр. 3 из 7») and the notice of copyright at its foot."""
_CODE_STRETCH = re.compile(r"\S(?:[^\n]|\n(?!\s*\n))*(?<=\S)")
"""Lines up to an empty one."""
_SPACE = re.compile(r"\s+")
_FEW_WORDS = 3
_LONGEST_QUESTION = 3
"""A paragraph of up to so many sentences that ends in a question is that question."""

_Kind: TypeAlias = Literal["sentence", "item", "row"]


@dataclass(frozen=True)
class Statement:
    """One thing a passage says; ``start`` and ``end`` delimit its raw words in the passage."""

    text: str
    """Its words without Markdown; of a table row, its cells told as «Label: value»."""
    start: int
    end: int
    kind: _Kind = "sentence"
    lead: str = ""
    """The sentence that a list item completes («We do not pay for:»)."""
    asked: str = ""
    """The question of a FAQ that it answers."""
    headings: tuple[str, ...] = ()
    cells: tuple[tuple[str, str], ...] = ()
    """Column and value of each cell of a table row."""
    place: int = 0
    """How many statements stand between it and the heading or question above."""


@lru_cache(maxsize=4096)
def statements(text: str) -> tuple[Statement, ...]:
    """Everything a passage says, in order; headings, boilerplate and rules are left out."""
    return tuple(_Reader().read(blocks_of(text)))


def row_text(cells: Sequence[tuple[str, str]]) -> str:
    """A table row as one line: its first cell names it, the others read «Label: value»."""
    if not cells:
        return ""
    (_, subject), *rest = cells
    told = [f"{label}: {value}" if label else value for label, value in rest if value]
    if not subject:
        return "; ".join(told)
    return f"{subject} — {'; '.join(told)}" if told else subject


class _Reader:
    """Walks the blocks of a passage and remembers what the next ones depend on."""

    def __init__(self) -> None:
        self._headings: list[tuple[int, str]] = []
        self._asked = ""
        self._asked_here = False
        self._lead = ""
        self._columns: tuple[str, ...] = ()
        self._place = 0

    def read(self, blocks: Iterable[Block]) -> Iterator[Statement]:
        for block in blocks:
            if block.kind not in ("row", "rule"):
                self._columns = ()
            if block.kind == "heading":
                self._heading(block)
            elif block.kind == "row":
                yield from self._row(block)
            elif block.kind == "item":
                yield from self._sentences(block, lead=self._lead, kind="item")
            elif block.kind == "code":
                yield from self._code(block)
            elif block.kind == "paragraph":
                yield from self._paragraph(block)

    def _heading(self, block: Block) -> None:
        title = plain_text(block)
        self._headings = [one for one in self._headings if one[0] < block.level]
        self._headings.append((block.level, title))
        self._ask(title if title.endswith("?") else "")
        self._lead = ""

    def _row(self, block: Block) -> Iterator[Statement]:
        cells = tuple(plain_text(block, cell) for cell in block.cells)
        if block.is_head and not self._columns:
            self._columns = cells
            return
        labels = [*self._columns, *[""] * (len(cells) - len(self._columns))]
        pairs = tuple(zip(labels, cells, strict=False))
        if text := row_text(pairs):
            yield self._statement(text, block, kind="row", cells=pairs)

    def _paragraph(self, block: Block) -> Iterator[Statement]:
        """A paragraph; one that opens with its own question in bold answers that one alone."""
        self._lead = ""
        if self._asked_here:
            self._asked, self._asked_here = "", False
        opening = next(iter(block.inlines), None)
        if opening and (opening.kind, opening.start) == ("strong", block.start):
            question = plain_text(block, Span(start=opening.start, end=opening.end))
            if question.endswith("?") and block.source[opening.end : block.end].strip():
                self._ask(question)
                self._asked_here = True
                block = replace(block, start=_after_space(block, opening.end))
        yield from self._sentences(block)

    def _code(self, block: Block) -> Iterator[Statement]:
        """The stretches of code between fences and empty lines: a command may be asked for."""
        self._lead = ""
        body = block.source.find("\n", block.start, block.end) + 1 or block.end
        fence = max(block.source.rfind("\n", body, block.end), body)
        for found in _CODE_STRETCH.finditer(block.source, body, fence):
            span = Span(start=found.start(), end=found.end())
            yield self._statement(_SPACE.sub(" ", found.group()), span, kind="sentence")

    def _ask(self, question: str) -> None:
        self._asked = question
        self._place = 0

    def _sentences(
        self, block: Block, lead: str = "", kind: Literal["sentence", "item"] = "sentence"
    ) -> Iterator[Statement]:
        spans = _short_ones_joined(block)
        shown = [plain_text(block, span) for span in spans]
        if kind == "sentence" and 1 < len(shown) <= _LONGEST_QUESTION and shown[-1].endswith("?"):
            self._ask(" ".join(shown))
            return
        for span, words in zip(spans, shown, strict=True):
            text = self._without_label(words)
            if not text or _BOILERPLATE.search(text):
                continue
            if text.endswith("?") and kind == "sentence":
                self._ask(text)
            elif text.endswith(":"):
                self._lead = text
            else:
                yield self._statement(text.rstrip(";, "), span, kind=kind, lead=lead)

    def _without_label(self, text: str) -> str:
        """The text without «Q:» or «A:» before it; a question is kept for what answers it."""
        if label := _QUESTION_LABEL.match(text):
            self._ask(text[label.end() :])
            return ""
        label = _ANSWER_LABEL.match(text) if self._asked or self._is_under_question() else None
        return text[label.end() :] if label else text

    def _is_under_question(self) -> bool:
        """True below «**Q: A storm tore down my fence.**», a question without its mark."""
        return bool(self._headings) and bool(_QUESTION_LABEL.match(self._headings[-1][1]))

    def _statement(
        self,
        text: str,
        place: Span | Block,
        *,
        kind: _Kind,
        lead: str = "",
        cells: tuple[tuple[str, str], ...] = (),
    ) -> Statement:
        self._place += 1
        return Statement(
            text=text,
            start=place.start,
            end=place.end,
            kind=kind,
            lead=lead,
            asked=self._asked,
            headings=tuple(title for _, title in self._headings),
            cells=cells,
            place=self._place - 1,
        )


def _short_ones_joined(block: Block) -> list[Span]:
    """«No.» says nothing alone: a sentence of a word or two takes the next one along."""
    joined: list[Span] = []
    for span in block.sentences:
        if joined and _is_short(plain_text(block, joined[-1])):
            joined[-1] = Span(start=joined[-1].start, end=span.end)
        else:
            joined.append(span)
    return joined


def _is_short(sentence: str) -> bool:
    return len(tokens(sentence)) < _FEW_WORDS and not sentence.endswith(("?", ":"))


def _after_space(block: Block, position: int) -> int:
    """The first place from a position on where there is a word or a mark."""
    rest = block.source[position : block.end]
    return position + len(rest) - len(rest.lstrip())
