"""Find names of a claim that the evidence has, but not where it has the rest of the claim."""

from collections.abc import Iterator, Sequence

from workbench.checks.grounding.claim_keys import Key
from workbench.checks.grounding.evidence_index import EvidenceIndex, Window, common_words
from workbench.checks.grounding.evidence_parts import PartedStatement, split_at
from workbench.nlp.grammar import in_word_list
from workbench.nlp.quantities import quantities
from workbench.nlp.terms import content_terms, term_set
from workbench.nlp.tokens import tokens

_LENT = 0.5
"""Weight of the first part's words for a part with another name: «за пуск» is not lent in full."""
_RIVAL_FROM = 0.45
_RIVAL_NEAR = 0.35
"""A statement that a claim is mixed from has at least .45 of its words, .35 below the best one."""
_TOGETHER = 0.8
"""Share of the claim's words that the part with its name must have."""


def unbound_names(
    claim: str, keys: Sequence[Key], near: Sequence[Window], pool: EvidenceIndex
) -> Iterator[str]:
    """Yield the claim's names that none of the near statements has, or not with its words."""
    missing = absent_names(keys, near)
    yield from missing
    if not missing and any(key.is_name for key in keys):
        stated = [window.parted for window in near if window.parted is not None]
        for own in _groups(claim, keys):
            if not any(_is_together(own, one, pool) for one in stated):
                yield next(key.text for key in own if key.is_name)
                return


def _groups(claim: str, keys: Sequence[Key]) -> list[list[Key]]:
    """Return the keys of each part of a claim that says something of its own name.

    "$5 under Basic and $9 under Plus" has two groups; "Anna trained Oleg and Ivan" is one.
    """
    spans = split_at(claim, [key.start for key in keys if key.is_name])
    groups = [[key for key in keys if start <= key.start < end] for start, end in spans]
    counted = [one.start for one in quantities(claim) if not one.is_implied]
    says = [
        any(start <= at < end for at in counted) or not all(key.is_name for key in group)
        for (start, end), group in zip(spans, groups, strict=True)
    ]
    return groups if all(says) else [list(keys)]


def absent_names(keys: Sequence[Key], windows: Sequence[Window]) -> list[str]:
    """Return the claim's names that none of the given statements has."""
    return [
        key.text
        for key in keys
        if key.is_name and not any(w.parted and key.is_in(w.parted.words) for w in windows)
    ]


def mixed_word(claim: str, keys: Sequence[Key], nearest: Sequence[tuple[float, Window]]) -> str:
    """Return a word that a claim takes from a statement about another subject, else "".

    "Amelia signs for vegetables" mixes "Amelia signs for fish" and "Dennis signs for vegetables":
    each has the verb, and lacks a word of the claim that the other one has. So do two rows of one
    table, unless the claim joins them: "Lena has the morning and the weekend shift".
    """
    covered, best = nearest[0]
    mine = best.parted.words if best.parted is not None else frozenset()
    joins = any(in_word_list(word.text, "part_conjunctions") for word in tokens(claim))
    for share, window in nearest[1:]:
        if window.parted is None or share < max(_RIVAL_FROM, covered - _RIVAL_NEAR):
            continue
        theirs, are_rows = window.parted.words, _are_of_one_table(best, window)
        if are_rows and joins and _share_value(keys, best, window):
            continue
        telling = [key for key in keys if are_rows or _is_informative(key)]
        taken = [key for key in telling if key.is_in(theirs) and not key.is_in(mine)]
        lacking = [key for key in keys if key.is_in(mine) and not key.is_in(theirs)]
        shared = [key for key in keys if key.is_in(_own(best)) and key.is_in(_own(window))]
        if taken and lacking and (are_rows or any(not key.is_name for key in shared)):
            return taken[0].text
    return ""


def _is_informative(key: Key) -> bool:
    return any(term.key not in common_words() for term in key.terms)


def _are_of_one_table(one: Window, other: Window) -> bool:
    """Whether two statements are rows with the same columns."""
    columns = [[label for label, _ in row.parted.cells] for row in (one, other) if row.parted]
    return len(columns) == 2 and bool(columns[0]) and columns[0] == columns[1]


def _share_value(keys: Sequence[Key], one: Window, other: Window) -> bool:
    """Whether two rows both have a value of the claim."""
    rows = [row.parted.cells for row in (one, other) if row.parted]
    first, second = (term_set(" ".join(value for _, value in row)) for row in rows)
    return any(key.is_in(first) and key.is_in(second) for key in keys)


def _own(window: Window) -> frozenset[str]:
    return term_set(window.text)


def _is_together(keys: Sequence[Key], stated: PartedStatement, pool: EvidenceIndex) -> bool:
    """Return True if one part of a statement has most of the claim's words that it has."""
    parts = _named_parts(stated, pool)
    had = [key for key in keys if key.is_in(stated.words)]
    total = sum(key.weight for key in had)
    if len(parts) < 2 or not total:
        return True
    around, first = term_set(stated.around) | stated.labels, parts[0]
    best = 0.0
    for at, part in enumerate(parts):
        share = 0.0
        for key in had:
            own = key.is_in(part) or key.is_in(around)
            share += key.weight * (1.0 if own else _LENT if at and key.is_in(first) else 0.0)
        best = max(best, share / total)
    return best >= _TOGETHER


def _named_parts(stated: PartedStatement, pool: EvidenceIndex) -> list[frozenset[str]]:
    """Return the words of each part with a name and a word beside it; a list of names is one."""
    if len(stated.cells) > 1:
        return []
    terms = content_terms(stated.text)
    spans = split_at(stated.text, [term.start for term in terms if term.key in pool.names])
    for start, end in spans:
        own = [term for term in terms if start <= term.start < end]
        if all(term.key in pool.names for term in own):
            return []
    return [term_set(stated.text[start:end]) for start, end in spans]
