"""Split a passage into statements: sentences, list items, table rows and FAQ answers."""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import zip_longest
from textwrap import dedent
from typing import Literal, NamedTuple, TypeAlias

from workbench.domain.base import Span
from workbench.nlp.code_names import opens_with_option
from workbench.nlp.phrases import has_phrase
from workbench.nlp.tokens import tokens
from workbench.nlp.word_lists import list_pattern, word_list
from workbench.text.block_roles import (
    defined_term,
    indent_of,
    is_answered_item,
    is_heading_item,
    is_text,
    is_titled_item,
    line_start,
    question_end,
)
from workbench.text.blocks import blocks_of, fence_language
from workbench.text.fenced_code import with_fenced_code
from workbench.text.field_lines import FieldLine, field_lines
from workbench.text.joined_sentences import ENOUGH_WORDS, join_sentences
from workbench.text.lead_ins import LeadIns
from workbench.text.model import BOLD_HEADING, Block
from workbench.text.plain_text import plain_text
from workbench.text.sentences import dash_before

_LABEL = list_pattern("question_labels")
_QUESTION_LABEL = re.compile(
    rf"{_LABEL}\s*:\s+|(?=\w\w){_LABEL}\.\s+|(?=\w\b){_LABEL}\.\s+(?=.*\?$)", re.IGNORECASE
)
"""``Question: …``, «Вопрос: …»; a letter and a full stop only in ``Q. Why?``, not ``Q. Smith``."""
_ANSWER_LABEL = re.compile(rf"{list_pattern('answer_labels')}\s*[:.]\s+", re.IGNORECASE)
"""``A: …``, «Ответ: …»."""
_PAGE = rf"{list_pattern('page_words')}\s*\d+"
_BOILERPLATE = re.compile(
    rf"\b{_PAGE}\s*{list_pattern('page_joints')}\s*\d+\b|^\s*(?:©|{_PAGE}$)"
    r"|^(?P<manual>\S+\(\d\w*\))\s.*\s(?P=manual)$",
    re.IGNORECASE,
)
"""A page counter, ``Page 3 of 7``, «стр. 3 из 7», a copyright notice, or the first line of a manual
page, ``SHRED(1)  User Commands  SHRED(1)``."""
_CODE_STRETCH = re.compile(r"\S(?:[^\n]|\n(?!\s*\n))*(?<=\S)")
"""Consecutive lines that are not empty."""
_SPACE = re.compile(r"\s+")
_MOST_QUESTION_SENTENCES = 3
"""A longer paragraph that ends with a question mark is not a question as a whole."""

_NOWHERE = -1
"""No column: the lines below a question are not found by their indent."""
_NO_LANGUAGE = "code"
"""What a fence says that names no language, so that it is not taken for one around prose."""

_Kind: TypeAlias = Literal["sentence", "item", "row"]


class Code(NamedTuple):
    """Lines of code as they stand in a passage, and the language that their fence names."""

    language: str
    lines: str


@dataclass(frozen=True)
class Statement:
    """A statement; ``start`` and ``end`` are the offsets of its Markdown in the passage."""

    text: str
    """The text without Markdown; for a table row, its cells as ``Label: value``."""
    start: int
    end: int
    kind: _Kind = "sentence"
    lead: str = ""
    """The lead-in of a list item or a table row: ``We do not pay for:``."""
    label: str = ""
    """The label of a line of a form; its value is an item if the field has several."""
    asked: str = ""
    """The FAQ question that the statement answers."""
    headings: tuple[str, ...] = ()
    cells: tuple[tuple[str, str], ...] = ()
    """The column label and the value of each cell of a table row."""
    place: int = 0
    """The number of statements since the last heading or question."""
    code: Code | None = None
    """The code that the statement is."""


_FEWEST_BARS = 2
"""Those around the only cell of a row."""


@lru_cache(maxsize=4096)
def statements(text: str) -> tuple[Statement, ...]:
    """Return the statements of a passage in order, without headings and boilerplate."""
    return tuple(_Reader().read(blocks_of(text)))


def is_table_row(text: str) -> bool:
    """Return True for a line that is written as a row of a table: ``| Rex | no | no |``."""
    return text.count("|") >= _FEWEST_BARS


def row_text(cells: Sequence[tuple[str, str]]) -> str:
    """Return a table row as one line: ``Travel — Excess: $75; Limit: $500``."""
    if not cells:
        return ""
    (_, subject), *rest = cells
    values = [f"{label}: {value}" if label else value for label, value in rest if value]
    if not subject:
        return "; ".join(values)
    return f"{subject} — {'; '.join(values)}" if values else subject


class _Reader:
    """Reads the blocks of a passage in order, with the context that the next ones depend on."""

    def __init__(self) -> None:
        self._headings: list[tuple[int, str]] = []
        self._asked = ""
        self._asked_here = False
        self._leads = LeadIns()
        self._columns: tuple[str, ...] = ()
        self._place = 0
        self._announces_list = True
        self._is_above_items = False
        self._answered_below = _NOWHERE

    def read(self, blocks: Iterable[Block]) -> Iterator[Statement]:
        found = list(with_fenced_code(list(blocks)))
        before: Block | None = None
        for block, after in zip_longest(found, found[1:]):
            self._announces_list = not is_text(after)
            self._is_above_items = after is not None and after.kind == "item"
            if block.kind not in ("row", "rule") or _is_apart(before, block):
                self._columns = ()
            before = block
            if block.kind == "heading" or is_titled_item(block, after):
                self._heading(block)
            elif is_answered_item(block, after):
                self._ask(plain_text(block))
            elif block.kind == "row":
                yield from self._row(block)
            elif block.kind == "item":
                self._leads.enter(block)
                yield from self._sentences(block, lead=self._leads.nearest, kind="item")
                if is_heading_item(block, after):
                    self._leads.announce(f"{plain_text(block)}:", block)
            elif block.kind == "code":
                yield from self._code(block)
            elif block.kind == "paragraph":
                yield from self._paragraph(block)

    def _heading(self, block: Block) -> None:
        title = plain_text(block)
        level = block.level if block.kind == "heading" else BOLD_HEADING
        self._headings = [one for one in self._headings if one[0] < level]
        self._headings.append((level, title))
        self._ask(title if title.endswith("?") else "")
        self._leads.clear()

    def _row(self, block: Block) -> Iterator[Statement]:
        cells = tuple(plain_text(block, cell) for cell in block.cells)
        if block.is_head and not self._columns:
            self._columns = cells
            return
        labels = [*self._columns, *[""] * (len(cells) - len(self._columns))]
        pairs = tuple(zip(labels, cells, strict=False))
        self._leads.enter(block)
        if text := row_text(pairs):
            yield self._statement(text, block, kind="row", lead=self._leads.nearest, cells=pairs)

    def _paragraph(self, block: Block) -> Iterator[Statement]:
        """Yield a paragraph's statements; an opening question in bold applies to it alone."""
        if indent_of(block) <= self._answered_below:
            self._ask("")
        if end := question_end(block):
            self._ask(plain_text(block, Span(start=block.start, end=end)))
            self._answered_below = indent_of(block)
            block = replace(block, start=_after_space(block, end))
        elif defined := defined_term(block):
            yield from self._definition(block, plain_text(block, defined))
            return
        if fields := field_lines(block):
            yield from self._fields(block, fields)
            return
        if not dash_before(block.text):
            self._leads.close(block)
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

    def _definition(self, block: Block, term: str) -> Iterator[Statement]:
        """Yield a term with its definition as an item: "Hot: The data of the last days."."""
        for one in self._sentences(block, lead=self._leads.nearest, kind="item"):
            rest = one.text.removeprefix(term).removeprefix(" :")
            is_first = rest != one.text and rest.startswith(" ")
            yield replace(one, text=f"{term}:{rest}") if is_first else one

    def _fields(self, block: Block, lines: Sequence[FieldLine]) -> Iterator[Statement]:
        """Yield the lines of a form, the values of a repeated label as the items below it."""
        for one in lines:
            start = one.value if one.is_repeated else one.start
            text = plain_text(block, Span(start=start, end=one.end))
            line = Span(start=one.start, end=one.end)
            kind: _Kind = "item" if one.is_repeated else "sentence"
            lead = f"{one.label}:" if one.is_repeated else ""
            yield replace(self._statement(text, line, kind=kind, lead=lead), label=one.label)

    def _code(self, block: Block) -> Iterator[Statement]:
        """Yield the code between fences and empty lines, since a question may ask for a command."""
        self._leads.close(block)
        code = block.lines_of_code
        language = fence_language(block.source[block.start : code.start]) or _NO_LANGUAGE
        for found in _CODE_STRETCH.finditer(block.source, code.start, code.end):
            span = Span(start=found.start(), end=found.end())
            words = _SPACE.sub(" ", found.group())
            stated = self._statement(words, span, kind="sentence")
            lines = dedent(block.source[line_start(block, span) : span.end])
            yield replace(stated, code=Code(language, lines))

    def _ask(self, question: str) -> None:
        self._asked = question
        self._answered_below = _NOWHERE
        self._place = 0

    def _sentences(
        self, block: Block, lead: str = "", kind: Literal["sentence", "item"] = "sentence"
    ) -> Iterator[Statement]:
        spans = join_sentences(block)
        shown = [plain_text(block, span) for span in spans]
        is_short = 1 < len(shown) <= _MOST_QUESTION_SENTENCES
        if kind == "sentence" and is_short and shown[-1].endswith("?"):
            self._ask(" ".join(shown))
            return
        for span, words in zip(spans, shown, strict=True):
            text = self._without_label(words)
            if not tokens(text) or _BOILERPLATE.search(text):
                continue
            if text.endswith("?") and kind == "sentence":
                self._ask(text)
            elif text.endswith(":"):
                self._leads.announce(text, block)
                is_read = len(tokens(text)) >= ENOUGH_WORDS and span is spans[-1]
                if is_read and not self._announces_list:
                    yield self._statement(text, span, kind=kind, lead=lead)
            elif dash := dash_before(text):
                item = text.removeprefix(dash).rstrip(";, ")
                yield self._statement(item, span, kind="item", lead=self._leads.nearest)
            elif _is_option(block, span):
                yield self._statement(text, span, kind="item", lead=lead or self._leads.nearest)
            else:
                yield self._statement(text.rstrip(";, "), span, kind=kind, lead=lead)
                if kind == "sentence" and span is spans[-1] and self._is_announcement(text):
                    self._leads.announce(text, block)

    def _is_announcement(self, text: str) -> bool:
        """Return True for "Choose one of the following ways." above a list."""
        return self._is_above_items and has_phrase(text, word_list("list_openings"))

    def _without_label(self, text: str) -> str:
        """Strip an answer's label; for a labelled question, record it and return ``""``."""
        if label := _QUESTION_LABEL.match(text):
            self._ask(text[label.end() :])
            return ""
        label = _ANSWER_LABEL.match(text) if self._asked or self._is_under_question() else None
        return text[label.end() :] if label else text

    def _is_under_question(self) -> bool:
        """Return True below a heading like ``**Q: A storm tore down my fence.**``."""
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


def _is_apart(before: Block | None, block: Block) -> bool:
    """Whether an empty line stands between two blocks, as between two tables."""
    between = block.source[before.end : block.start] if before is not None else ""
    return between.count("\n") > 1


def _is_option(block: Block, span: Span) -> bool:
    """Return True for the line of an option, "-k, --keep  Keep the files"; not for `` `-k` ``."""
    return opens_with_option(block.source[span.start : span.end])


def _after_space(block: Block, position: int) -> int:
    """Return the first offset from ``position`` on that is not white space."""
    rest = block.source[position : block.end]
    return position + len(rest) - len(rest.lstrip())
