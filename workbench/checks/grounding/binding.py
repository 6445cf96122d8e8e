"""Bind a claim to the statement that it restates: its names, numbers and dates belong together.

Words alone support "Basic costs $35" by "Basic costs $20 and Plus costs $35". A claim is held
against the one statement, and the part of it, that has most of its words; its numbers and names
must be there.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from workbench.checks.grounding.bound_names import absent_names, mixed_word, unbound_names
from workbench.checks.grounding.bound_quantities import differences
from workbench.checks.grounding.claim_keys import Key, is_label
from workbench.checks.grounding.computed_quantities import difference_sign, is_sum
from workbench.checks.grounding.contrasted_clauses import contrasted_word
from workbench.checks.grounding.evidence_index import EvidenceIndex, Window
from workbench.checks.grounding.named_numbers import other_numbers
from workbench.checks.grounding.relation_direction import reversed_relation
from workbench.checks.messages import localized_text
from workbench.domain.local_text import Language
from workbench.nlp.quantities import is_entailed, quantities

_FIGURE = re.compile(r"\d(?:[\w.,:/-]*\w)?")
_AFTER_LABEL = " — "
"""Between the first cell of a row and the others."""
_COMPARED = 8
"""Statements compared in parts, those with most of the claim's words."""
_NEAR = 0.1
"""Share of a claim's words by which a statement may have less than the best and still be meant."""
_WHOLE = 0.95
"""Share from which a claim takes nothing from other statements."""
_REVERSED_FROM = 0.85
"""Share from which a statement with subject and object exchanged contradicts."""


@dataclass(frozen=True)
class Binding:
    """The statement that a claim restates, and where the two differ."""

    window: Window | None = None
    covered: float = 0.0
    """Weighted share of the claim's words in that statement."""
    part: str = ""
    """The part of the statement that has most of the claim's words; a cell of a table row."""
    differs: tuple[str, ...] = ()
    """Reasons for a contradiction: another number, unit or date in its place."""
    unbound: tuple[str, ...] = ()
    """Reasons why a number or a name is not said of this subject."""
    is_computed: bool = False
    """Whether the claim adds up, or subtracts, numbers of several statements, and rightly."""


def bind(claim: str, keys: Sequence[Key], pool: EvidenceIndex, language: Language) -> Binding:
    """Return the statement that a claim restates, and where the claim differs from it."""
    nearest = _nearest(claim, keys, pool)
    if not nearest:
        return Binding()
    covered, window = nearest[0]
    near = [one for share, one in nearest if share >= covered - _NEAR]
    found = list(differences(claim, keys, [one for _, one in nearest], language))
    differs = [reason for reason, is_conflict in found if is_conflict]
    differs += _reversals(claim, nearest, language)
    differs += other_numbers(claim, keys, [one for _, one in nearest], language)
    unbound = [reason for reason, is_conflict in found if not is_conflict]
    if not found and _is_computed(claim, nearest):
        unbound += [
            localized_text("unbound", language, what=name) for name in absent_names(keys, near)
        ]
        return Binding(
            window, covered, window.text, tuple(differs), tuple(unbound), is_computed=True
        )
    mixed = mixed_word(claim, keys, nearest) if covered < _WHOLE else ""
    if word := mixed or contrasted_word(keys, [one for _, one in nearest]):
        unbound.append(localized_text("unbound", language, what=word))
    for name in unbound_names(claim, keys, near, pool):
        unbound.append(localized_text("unbound", language, what=name))
    return Binding(
        window,
        covered,
        _nearest_part(keys, window),
        tuple(dict.fromkeys(differs)),
        tuple(dict.fromkeys(unbound)),
    )


def _nearest(claim: str, keys: Sequence[Key], pool: EvidenceIndex) -> list[tuple[float, Window]]:
    """Return the statements with the largest shares of the claim's words, those shares first.

    Of two with one share, that with all words of a name comes first, then that with more numbers
    of the claim as they are written (the rows of a table have the same words), then the shorter.
    """
    total = sum(key.weight for key in keys)
    figures = _FIGURE.findall(claim)
    stated = _rows_of(claim, pool.statements)
    ranked = sorted(
        (
            -sum(key.weight for key in keys if key.is_in(parted.words)) / total,
            -sum(key.is_whole_in(parted.words) for key in keys),
            -sum(figure in window.text for figure in figures),
            len(window.text),
            at,
        )
        for at, window in enumerate(stated)
        if total and (parted := window.parted) is not None
    )
    return [(-share, stated[at]) for share, *_, at in ranked[:_COMPARED] if share < 0]


def _rows_of(claim: str, statements: Sequence[Window]) -> Sequence[Window]:
    """Return the rows that begin with the number by which a claim names its row, or all.

    "1.16.x — Support ends: …" is of that row alone, whatever rows have the words of its columns.
    """
    label, dash, _ = claim.partition(_AFTER_LABEL)
    if not dash or not _FIGURE.search(label):
        return statements
    named = [
        one
        for one in statements
        if one.parted and one.parted.cells and one.parted.cells[0][1] == label
    ]
    return named or statements


def _is_computed(claim: str, nearest: Sequence[tuple[float, Window]]) -> bool:
    """Return True for a claim with "in total", or "5 more than", and a number that none states.

    "In total, Boris owns the car" adds up nothing.
    """
    stated = [one for _, window in nearest for one in quantities(window.said)]
    return any(
        not any(is_entailed(one, other) for other in stated)
        for one in quantities(claim)
        if not one.is_implied
        and not is_label(one, claim)
        and (is_sum(claim) or difference_sign(one, claim))
    )


def _nearest_part(keys: Sequence[Key], window: Window) -> str:
    """Return the cell of a row that has most of the claim's words, or the whole statement."""
    stated = window.parted
    if stated is None or len(stated.cells) < 2:
        return window.text
    best = max(stated.parts, key=lambda part: sum(k.weight * k.share_in(part) for k in keys))
    return best.text


def _reversals(
    claim: str, nearest: Sequence[tuple[float, Window]], language: Language
) -> Iterator[str]:
    """Yield a reason if the nearest statement has the claim's subject as its object."""
    covered, window = nearest[0]
    verb = reversed_relation(claim, window.text) if covered >= _REVERSED_FROM else ""
    if verb:
        yield localized_text("reversed", language, what=verb)
