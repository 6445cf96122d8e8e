"""Statements that support an answer: their blocks, their repetitions, the text to show."""

from collections.abc import Sequence
from dataclasses import dataclass

from workbench.extractive.question_likeness import same_section
from workbench.extractive.word_credit import match_credit
from workbench.nlp.answer_type import answer_type
from workbench.nlp.compared_sides import compared_sides
from workbench.nlp.grammar import in_word_list
from workbench.nlp.phrases import has_phrase
from workbench.nlp.question_type import QuestionType
from workbench.nlp.terms import contains, term_set
from workbench.nlp.value_detection import has_value_of_kind
from workbench.nlp.word_lists import word_list
from workbench.text.statements import Statement, row_text

_MIN_REPEATED = 0.6
"""Jaccard similarity of terms from which one statement repeats another."""
_BETWEEN_ITEMS = 3
"""Most statements of a paragraph between two items of a list."""
_WIDE_TABLE = 3
"""Rows with more cells are shortened to the columns that the question names."""


@dataclass(frozen=True)
class SupportingStatement:
    """A selected statement, the index of its source, its score, and the text to show."""

    source: int
    statement: Statement
    score: float
    text: str
    heading: str = ""
    """The heading above it, if that is one of the things asked for; it opens the text."""


def with_subject(one: SupportingStatement) -> str:
    """Return the text of a statement with its FAQ question and its nearest heading."""
    return f"{one.text} {one.statement.asked} {' '.join(one.statement.headings[-1:])}"


def besides_subject(one: Statement) -> str:
    """Return the text of an item, or of a row without its first cell."""
    return row_text(one.cells[1:]) if len(one.cells) > 1 else one.text


def block_of(near: Sequence[SupportingStatement], at: int) -> list[SupportingStatement]:
    """Return the list or table that a statement stands in: its neighbours of the same kind.

    Of a form, it is all values of a field. Items below one lead-in may have a paragraph of one of
    them between them.
    """
    best = near[at].statement
    if best.label:
        return [one for one in near if _same_block(one.statement, best)]
    most = _BETWEEN_ITEMS if best.lead and best.kind == "item" else 0
    own = [place for place, one in enumerate(near) if _same_block(one.statement, best)]
    before = _unbroken([place for place in reversed(own) if place <= at], most)
    after = _unbroken([place for place in own if place >= at], most)
    return [near[place] for place in (*reversed(before[1:]), *after)]


def _unbroken(places: Sequence[int], most: int) -> list[int]:
    """Return the places up to the first gap of more than so many others."""
    kept = list(places[:1])
    for place in places[1:]:
        if abs(place - kept[-1]) > most + 1:
            break
        kept.append(place)
    return kept


def _same_block(one: Statement, best: Statement) -> bool:
    same = one.kind == best.kind and same_section(one, best)
    labels = [label for label, _ in one.cells] == [label for label, _ in best.cells]
    return same and one.lead == best.lead and labels


def follows(one: Statement, best: Statement) -> bool:
    """Return True if a sentence goes on with what the best one says; a line of a form does not."""
    is_line = bool(one.label or best.label)
    return one.kind == "sentence" and not is_line and same_section(one, best)


def limits(text: str) -> bool:
    """Return True for a text with "only" or "not"."""
    return has_phrase(text, word_list("negation") + word_list("limitations"))


def repeats(one: str, other: str) -> bool:
    """Return True if two texts have mostly the same words."""
    a, b = term_set(one), term_set(other)
    return bool(a and b) and len(a & b) / len(a | b) >= _MIN_REPEATED


def shown_text(one: Statement, asked: QuestionType) -> str:
    """Return the text to show: of a wide table row, the columns that the question names.

    "Price an hour" is left out where "price a month" has one more word of the question. The words
    for things that the question compares name rows: "the heated hall" no "Heating". A row that
    opens with a number or a code has what it stands for too.
    """
    if len(one.cells) > _WIDE_TABLE:
        subject, *rest = one.cells
        compared = {term for side in compared_sides(asked.text) or () for term in side}
        terms = [term for term in asked.terms if term not in compared]
        words = [{term.key for term in terms if match_credit(term, cell[0])} for cell in rest]
        named = [
            cell
            for cell, own in zip(rest, words, strict=True)
            if own and not any(own < others for others in words)
        ]
        if named:
            coded = rest[: in_word_list(subject[0], "identifier_words")]
            kept = {*coded, *named, *_cells_asked_for(asked, named, rest)}
            return row_text([subject, *(cell for cell in rest if cell in kept)])
    return one.text


def _cells_asked_for(
    asked: QuestionType, named: Sequence[tuple[str, str]], cells: Sequence[tuple[str, str]]
) -> list[tuple[str, str]]:
    """Return the cells that have a word of the question, and the values of the kind asked for.

    "How much did the beekeepers get?" names the column "Report received" by chance: the group and
    the amount are shown too. Of the columns that it names, one may have the value.
    """
    matching = [cell for cell in cells if any(contains(x, term_set(cell[1])) for x in asked.terms)]
    kind = answer_type(asked)
    if (
        kind is None
        or not matching
        or any(has_value_of_kind(asked, kind, [cell[1]]) for cell in named)
    ):
        return matching
    return [*matching, *(cell for cell in cells if has_value_of_kind(asked, kind, [cell[1]]))]
