"""Find the evidence with the row and column labels of a table cell, or of its neighbours."""

from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache

from workbench.checks.grounding.evidence_index import EvidenceIndex, Window, plain
from workbench.checks.grounding.evidence_parts import PartedStatement
from workbench.nlp.grammar import in_word_list, word_set
from workbench.nlp.quantities import Quantity, is_entailed, quantities
from workbench.nlp.terms import Term, contains, content_terms
from workbench.nlp.tokens import tokens
from workbench.text.cited_cells import CellLabels
from workbench.text.statements import row_text

_FEW = 0.5
"""A statement with at most this share of a value's words does not have the value."""


def under_labels(labels: CellLabels, pool: EvidenceIndex) -> EvidenceIndex:
    """Return the statements that have both labels of a cell, rows of tables as its column alone.

    A statement with a longer label of the table is about that one: "Basic Plus" is not "Basic".
    """
    row, column = _needed(labels.row, pool), _needed(labels.column, pool)
    if row is None or column is None or not (row or column):
        return EvidenceIndex(())
    longer = (*_longer(labels.row, labels.rows), *_longer(labels.column, labels.columns))
    found = (
        _narrowed(one, (column, row))
        for one in pool.statements
        if _has(one, (*row, *column)) and not any(_has(one, other) for other in longer)
    )
    return EvidenceIndex(tuple(found))


def column_with_value(value: str, labels: CellLabels, pool: EvidenceIndex) -> str:
    """Return another column for which the evidence has the value in this row, else "".

    It has the value word for word, or the numbers and words of one with numbers.
    """
    for column in dict.fromkeys(labels.columns):
        if column and column != labels.column:
            other = under_labels(labels._replace(column=column), pool)
            is_same = other.verbatim(value) is not None
            if is_same or (_counted(value) and has_words(value, other)):
                return column
    return ""


def has_labels(labels: CellLabels, pool: EvidenceIndex) -> bool:
    """Return True if the evidence has the words of both labels, in one statement or in several."""
    return all(_needed(one, pool) for one in (labels.row, labels.column))


def has_words(value: str, own: EvidenceIndex) -> bool:
    """Return True if a statement has all words and numbers of a value."""
    terms, counted = content_terms(value), _counted(value)
    return any(
        all(contains(term, one.words) for term in terms)
        and all(any(is_entailed(q, known) for known in quantities(one.text)) for q in counted)
        for one in own.windows
    )


def lacks_value(value: str, own: EvidenceIndex, pool: EvidenceIndex) -> bool:
    """Return True if no statement has a value without numbers: none or few of its words.

    With half of them, or fewer, a further one must be in other evidence: "covered as charged".
    """
    terms = content_terms(value)
    if not terms or _counted(value):
        return False
    most = max(sum(contains(term, one.words) for term in terms) for one in own.windows)
    is_unknown = any(not contains(term, pool.words) for term in terms)
    return not most or (is_unknown and most / len(terms) <= _FEW)


def is_yes(value: str) -> bool | None:
    """Return True for "yes", False for "no", and None for another value."""
    said = plain(value)
    if said in word_set("affirmations"):
        return True
    return False if said in word_set("denials") else None


def denies(window: Window, labels: CellLabels) -> bool:
    """Return True if a statement has a negation beside those of the labels: "Not covered"."""
    return _negations(window.text) > _negations(labels.about)


def _negations(text: str) -> int:
    return sum(in_word_list(token.text, "negation") for token in tokens(text))


def _counted(value: str) -> list[Quantity]:
    return [one for one in quantities(value) if not one.is_implied]


def _needed(label: str, pool: EvidenceIndex) -> tuple[Term, ...] | None:
    """Return the words of a label that a statement needs, None if the evidence lacks one.

    A word without a capital that the evidence lacks is not needed: "Premier package".
    """
    terms = content_terms(label)
    known = tuple(term for term in terms if contains(term, pool.words))
    is_lost = any(term not in known and not term.text.islower() for term in terms)
    return None if is_lost or (terms and not known) else known


@lru_cache(maxsize=1024)
def _longer(label: str, labels: tuple[str, ...]) -> tuple[tuple[Term, ...], ...]:
    """Return the words of the labels that have all words of a label, and others."""
    own = {term.key for term in content_terms(label)}
    if not own:
        return ()
    others = (content_terms(one) for one in labels)
    return tuple(one for one in others if own < {term.key for term in one})


def _has(window: Window, terms: Sequence[Term]) -> bool:
    return all(contains(term, window.words) for term in terms)


def _narrowed(window: Window, labels: Sequence[tuple[Term, ...]]) -> Window:
    """Return a row of a table with the one cell that one of the labels names, else as it is."""
    cells = window.parted.cells if window.parted is not None else ()
    for terms in filter(None, labels):
        named = [cell for cell in cells[1:] if all(_names(cell[0], term) for term in terms)]
        if named:
            cell = min(named, key=lambda one: len(one[0]))
            text = row_text((cells[0], cell))
            return replace(window, text=text, parted=PartedStatement(text, window.context))
    return window


def _names(label: str, term: Term) -> bool:
    return any(one.key == term.key for one in content_terms(label))
