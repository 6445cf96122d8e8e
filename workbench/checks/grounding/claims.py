"""Split an answer into claims with their offsets."""

from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import NamedTuple, TypeAlias

from workbench.checks.grounding.json_labels import is_assertion
from workbench.domain.base import Span
from workbench.nlp.assertions import is_sentence, names_amount
from workbench.nlp.phrases import has_phrase
from workbench.nlp.terms import content_terms
from workbench.nlp.word_lists import word_list
from workbench.text import Block
from workbench.text.citation_marks import Unmarked
from workbench.text.cited_cells import CellLabels, CitedCell, cited_cells
from workbench.text.clauses import label_of, split_clauses, starts_with_pronoun, subject_of
from workbench.text.plain_text import plain_text

_CellsOfRows: TypeAlias = Mapping[int, tuple[CitedCell, ...]]
"""The cells that are claims, by the start of their row."""
_ENOUGH_ASKED = 4
"""Fewest content terms of a question that is checked as an assertion."""


class ClaimSpan(NamedTuple):
    """A span of the answer; labels, offers and courtesies are not checkable."""

    text: str
    start: int
    end: int
    checkable: bool
    unread: str = ""
    """The reason why a possible claim is not checked: «code»."""
    about: str = ""
    """What a clause is about: the subject of the report of absence before it, which its pronoun
    refers to, the labels of its sentence, or those of a cell.
    """
    cell: CellLabels | None = None
    """The labels of a cell that is a claim of its own."""

    @property
    def text_with_subject(self) -> str:
        """The claim's text, preceded by its subject."""
        return f"{self.about} {self.text}" if self.about else self.text


@lru_cache(maxsize=64)
def split_claims(answer: Unmarked) -> tuple[ClaimSpan, ...]:
    """Return the claims of a text in order: sentences, list items, table rows, cells, clauses.

    A cell is a claim of its own where the table cites cell by cell. Three checks of an answer read
    the claims one after the other.
    """
    text, cells = answer.parsed, cited_cells(answer).rows
    last = len(text.source.rstrip())
    return tuple(
        claim for block in text.blocks for claim in _claims(block, text.source, last, cells)
    )


def _claims(block: Block, text: str, last: int, cells: _CellsOfRows) -> Iterator[ClaimSpan]:
    """Yield the claims of one block; ``last`` is where the whole text's words end."""
    match block.kind:
        case "code":
            code = block.lines_of_code
            yield _span(text, code.start, code.end, checkable=False)._replace(unread="code")
        case "heading":
            states = names_amount(block.text) or is_sentence(block.text)
            yield _span(text, *block.lines, checkable=states)
        case "row":
            yield from _of_row(block, text, cells)
        case "string":
            yield from _of_string(block, text, cells)
        case "paragraph" | "item":
            first = ""
            for span in block.sentences:
                yield from _clauses(block, span, last, first)
                words = plain_text(block, span)
                first = (first or words) if words.endswith(";") else ""


def _of_row(row: Block, text: str, cells: _CellsOfRows) -> Iterator[ClaimSpan]:
    """Yield the cells of a row that cites cell by cell, or else the row."""
    if row.start in cells:
        yield from (_cell(text, cell) for cell in cells[row.start])
        return
    said = (text[cell.start : cell.end] for cell in row.cells)
    states = not row.is_head or names_amount(row.text) or any(map(is_sentence, said))
    yield _span(text, row.start, row.end, checkable=states)


def _of_string(block: Block, text: str, cells: _CellsOfRows) -> Iterator[ClaimSpan]:
    """Yield the claims of a JSON value: its sentences, and the cells of such a table in it.

    The header of a table states as little there as in Markdown.
    """
    is_stated = is_assertion(block.text, block.field)
    for part in block.parts:
        if part.start in cells or part.is_head:
            yield from _of_row(part, text, cells)
            continue
        for span in part.sentences:
            states = is_stated and _states(plain_text(block, span))
            yield _span(text, span.start, span.end, checkable=states)


def _cell(text: str, cell: CitedCell) -> ClaimSpan:
    """Return a cell as a claim; one without a source may report that something is absent."""
    words = text[cell.span.start : cell.span.end]
    states = cell.is_cited or not has_phrase(words, word_list("absence"))
    span = _span(text, cell.span.start, cell.span.end, checkable=states)
    return span._replace(about=cell.labels.about, cell=cell.labels)


def _clauses(block: Block, sentence: Span, last: int, first: str) -> Iterator[ClaimSpan]:
    """Yield the clauses of a sentence that can be checked separately.

    ``first`` is the first part of a list in a line: "Injury: Basic 40" of "…; Plus 60".
    """
    before = ""
    for start, end in split_clauses(block.source, sentence.start, sentence.end):
        if any(char.isalnum() for char in block.source[start:end]):
            words = plain_text(block, Span(start=start, end=end))
            words = words if end < last else _without_colon(words)
            clause = _span(block.source, start, end, checkable=_states(words))
            is_pronoun = starts_with_pronoun(words)
            about = subject_of(before) if is_pronoun else label_of(first, words) if first else ""
            yield clause._replace(about=about)
            before = words


def _without_colon(sentence: str) -> str:
    """Strip the colon of a sentence at the end of a text, where it is not a lead-in."""
    bare = sentence.rstrip(": ")
    return bare if is_sentence(bare) else sentence


def _span(text: str, start: int, end: int, *, checkable: bool) -> ClaimSpan:
    raw = text[start:end]
    start += len(raw) - len(raw.lstrip())
    end = start + len(raw.strip())
    return ClaimSpan(text[start:end], start, end, checkable)


def _states(sentence: str) -> bool:
    """Return True for a checkable sentence; it has no Markdown.

    Not checkable are reports of absence and, unless they name an amount, offers, lead-ins,
    courtesies and short questions. A longer question may assert («Did you know that …?»).
    """
    if has_phrase(sentence, word_list("absence")):
        return False
    if names_amount(sentence):
        return True
    if sentence.endswith(":") or has_phrase(sentence, word_list("offers")):
        return False
    if sentence.endswith("?"):
        offers = has_phrase(sentence, word_list("offering_questions"))
        return not offers and len(content_terms(sentence)) >= _ENOUGH_ASKED
    courtesies = word_list("courtesy")
    return any(term.text.lower() not in courtesies for term in content_terms(sentence))
