"""Compare a claim with the number and the members of a fact that was computed from a graph.

Words alone do not tell "Prado: 3 paintings" from "Louvre: 3 paintings" where the evidence has both
museums: the claim's numbers and members must be those of the fact about its own subject.
"""

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from workbench.checks.grounding.evidence_index import EvidenceIndex, Window
from workbench.checks.messages import localized_text
from workbench.domain.local_text import Language
from workbench.nlp.amounts import amounts, same_value
from workbench.nlp.spelling import normalize_spelling

# "Prado: 3 paintings — Saturn, The Third of May": the subject, its number, and its members.
_FORM = re.compile(r"^(?P<subject>.+?): (?P<value>[^—]*\d[^—]*?)(?: — (?P<members>.+?))?[.;]?$")


class _Computed(NamedTuple):
    """A computed fact: its subject and members in lower case, and its window."""

    subject: str
    members: frozenset[str]
    window: Window


def computed_conflicts(claim: str, pool: EvidenceIndex, language: Language) -> list[str]:
    """Return what the computed fact about a claim's subject says differently."""
    known = [fact for window in pool.windows if (fact := _fact(window)) is not None]
    low = _folded(claim)
    about = [fact for fact in known if _names(fact.subject, low)]
    if not about:
        return []
    return [*_wrong_numbers(claim, about, language), *_wrong_members(claim, about, known, language)]


def _fact(window: Window) -> _Computed | None:
    form = _FORM.match(window.text) if window.is_computed else None
    if form is None:
        return None
    return _Computed(_folded(form["subject"]), _members(form["members"]), window)


def _wrong_numbers(claim: str, about: Sequence[_Computed], language: Language) -> Iterator[str]:
    """Yield the numbers of a claim that its facts do not have; those of names are not numbers."""
    names = [name for fact in about for name in (fact.subject, *fact.members)]
    own = [(fact.window.text, amount) for fact in about for amount in fact.window.amounts]
    for one in amounts(claim):
        what = claim[one.start : one.end]
        is_own = any(same_value(one, other) for _, other in own)
        if not is_own and not any(what in name for name in names):
            stated = ", ".join(text[other.start : other.end] for text, other in own)
            yield localized_text("number_other", language, what=what, other=stated)


def _wrong_members(
    claim: str, about: Sequence[_Computed], known: Sequence[_Computed], language: Language
) -> Iterator[str]:
    """Yield the members that a claim adds: those it lists, and those of other facts."""
    own = frozenset[str]().union(*(fact.members for fact in about))
    if not own:
        return
    form = _FORM.match(claim.strip())
    listed = _members(form["members"]) if form is not None else frozenset()
    others = frozenset[str]().union(*(one.members for one in known))
    low = _folded(claim)
    named = {name for name in others if _names(name, low)}
    subjects = {one.subject for one in known}
    for name in sorted((listed | named) - own - subjects):
        if not any(name in member for member in own):
            yield localized_text("member", language, what=name)


def _members(text: str | None) -> frozenset[str]:
    return frozenset(_folded(name) for name in text.split(", ")) if text else frozenset()


def _names(name: str, text: str) -> bool:
    return re.search(rf"(?<!\w){re.escape(name)}(?!\w)", text) is not None


def _folded(text: str) -> str:
    return normalize_spelling(text).casefold().strip()
