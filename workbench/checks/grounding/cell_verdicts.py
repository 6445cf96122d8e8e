"""Judge a table cell by the statements with its labels, or by the neighbouring cells."""

from typing import NamedTuple

from workbench.checks.grounding.evidence_index import EvidenceIndex, Window
from workbench.checks.grounding.labelled_evidence import (
    column_with_value,
    denies,
    has_labels,
    has_words,
    is_yes,
    under_labels,
)
from workbench.checks.messages import localized_text
from workbench.domain.diagnostics import Verdict
from workbench.domain.local_text import Language
from workbench.text.cited_cells import CellLabels

_AGREES, _SWAPPED, _ELSEWHERE = 0.8, 0.1, 0.3
"""The probability of a "yes" or "no" that agrees with the evidence; of a cell that the evidence
denies, or whose value it states of another column; and of one that has its value there alone."""


class CellVerdict(NamedTuple):
    """A verdict, and the statement that decides it."""

    verdict: Verdict
    probability: float | None
    """None for a value that the statement has word for word."""
    window: Window
    reasons: tuple[str, ...] = ()


def read_cell(
    value: str, labels: CellLabels, own: EvidenceIndex, pool: EvidenceIndex, language: Language
) -> CellVerdict | None:
    """Return the verdict on a cell; None if its words have to be compared with the statements.

    A value that its statements lack, and that the evidence states of another column, is
    contradicted. If it has no statement, it is not in the sources.

    Args:
        value: the cell.
        labels: of its row and its column.
        own: the statements with both labels.
        pool: all evidence.
        language: of the reasons.
    """
    if (stated := own.verbatim(value)) is not None:
        return CellVerdict("supported", None, stated)
    if own.windows and (is_said := is_yes(value)) is not None:
        return _yes_or_no(is_said, labels, own, language)
    if has_words(value, own) or not (own.windows or has_labels(labels, pool)):
        return None
    if not (other := column_with_value(value, labels, pool)):
        return None
    reasons = (localized_text("said_of", language, what=other),)
    if own.windows:
        return CellVerdict("contradicted", _SWAPPED, own.windows[0], reasons)
    beside = under_labels(labels._replace(column=other), pool).windows[0]
    return CellVerdict("not_in_sources", _ELSEWHERE, beside, reasons)


def _yes_or_no(
    is_said: bool, labels: CellLabels, own: EvidenceIndex, language: Language
) -> CellVerdict:
    """Return the verdict on a "yes" or "no", by whether a statement with the labels is negative.

    "Yes" agrees with "$500" as well, "no" with "Not covered".
    """
    agreeing = (one for one in own.windows if denies(one, labels) is not is_said)
    if (window := next(agreeing, None)) is not None:
        return CellVerdict("supported", _AGREES, window)
    reasons = (localized_text("negation", language),)
    return CellVerdict("contradicted", _SWAPPED, own.windows[0], reasons)
