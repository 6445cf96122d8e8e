"""Compare the numbers and dates of a claim with those of the statement that it restates."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import NamedTuple

from workbench.checks.grounding.claim_keys import Key, is_label
from workbench.checks.grounding.computed_quantities import (
    Term,
    difference_sign,
    is_computed,
    is_sum,
)
from workbench.checks.grounding.evidence_index import Window
from workbench.checks.grounding.evidence_parts import LENT, Part, PartedStatement, split_parts
from workbench.checks.messages import localized_text
from workbench.domain.local_text import Language
from workbench.nlp.periods import Period
from workbench.nlp.quantities import (
    Quantity,
    are_comparable,
    are_equal,
    are_opposite,
    are_pair,
    dates,
    is_entailed,
    quantities,
    with_bound,
)
from workbench.nlp.terms import contains

_NEAR = 0.05
"""Share of a claim's words by which a part may have less than the best one and still be meant."""
_LENT_NEAR = 1.0 - LENT + _NEAR
"""The same for a part without words of its own: "up to 30 days" in "$25 a day, up to 30 days"."""
_COMPARABLE_NEAR = 0.15
"""The same for a part with a number of the claimed dimension, where the best one has none."""
_DATED_NEAR = 0.3
"""The same for a part with the claimed dates: "in 2020 $45" has "revenue" from the part before."""
_LEAST = 0.4
"""Share of a claim's words that a part must have for its numbers to be those of the claim."""
_UNKNOWN = 0.5
"""Weight of a word that no compared statement has, against that of a word that one has."""
_SURE = 0.6
"""Share from which another number in its place is a contradiction."""
Difference = tuple[str, bool]
"""A reason, and whether it contradicts the claim."""


@dataclass(frozen=True)
class _ClaimPart:
    """A stretch of a claim with its weighted words, its numbers and its dates."""

    claim: str
    keys: tuple[tuple[Key, float], ...]
    quantities: tuple[Quantity, ...]
    dates: tuple[Period, ...]
    has_own_words: bool


class _Place(NamedTuple):
    """A part of a statement, with the share of the claim's words that it has."""

    share: float
    stated: PartedStatement
    part: Part

    def has(self, claimed: Quantity) -> bool:
        """Return True if the part, its row's subject or the headings state a claimed quantity.

        A bound is met by one of its own unit if there is one: "fewer than 240 years: 4 hours" not
        by the 4 hours beside "fewer than 3 years".
        """
        known = self._known()
        if any(are_equal(claimed, one) and is_entailed(claimed, one) for one in known):
            return True
        counted = [one for one in known if not one.is_implied]
        of_unit = [one for one in counted if one.unit == claimed.unit]
        return any(is_entailed(claimed, one) for one in of_unit or counted)

    def rivals(self, claimed: Quantity, claim: str) -> list[tuple[Quantity, str]]:
        """Return the quantities in the place of a claimed one, each with the text that it is in.

        Those of its unit, which a row may have in its subject, stand before others.
        """
        found = [
            (one, text)
            for text in (self.part.text, self.stated.subject)
            for one in quantities(text)
            if _is_rival(claimed, one, claim, text)
        ]
        same = [(one, text) for one, text in found if one.unit == claimed.unit]
        own = [(one, text) for one, text in found if text == self.part.text]
        return same or own

    def _known(self) -> list[Quantity]:
        around = (self.stated.subject, self.stated.around)
        return [*self.part.quantities, *(one for text in around for one in quantities(text))]

    def may_state(self, part: _ClaimPart) -> bool:
        """Return True if it has a date, and a quantity of each dimension, where a claim has."""
        return all(
            any(are_comparable(claimed, one) for one in self.part.quantities)
            for claimed in part.quantities
        ) and not (part.dates and not dates(self.part.text))

    def has_date(self, claimed: Period) -> bool:
        """Return True if a stated date lies in the claimed one: 14 June 2017 in 2017."""
        return any(
            claimed.first <= one.first and one.last <= claimed.last
            for text in (self.part.text, self.stated.subject, self.stated.around)
            for one in dates(text)
        )


def differences(
    claim: str, keys: Sequence[Key], windows: Sequence[Window], language: Language
) -> Iterator[Difference]:
    """Yield where the numbers and dates of a claim are not those of its statement."""
    for part in _claim_parts(claim, keys):
        ranked = _of_dates(part, _of_named(part, _ranked_places(part, windows)))
        places = _meant_places(part, ranked)
        if not places:
            stated = [one for window in windows for one in quantities(window.said)]
            for claimed in part.quantities:
                known = any(is_entailed(claimed, one) for one in stated)
                if not known and not _is_computed(claimed, claim, ranked, keys):
                    what = claim[claimed.start : claimed.end]
                    yield localized_text("number", language, what=what), False
            continue
        for claimed in part.quantities:
            if holders := [place for place in places if place.has(claimed)]:
                if rivals := _closer(part, claimed, ranked, holders):
                    yield _other_quantity(claimed, claim, rivals, language)
                continue
            if _is_computed(claimed, claim, ranked, keys):
                continue
            comparable = _with_comparable(claimed, ranked)
            if not any(place.has(claimed) for place in comparable):
                yield _other_quantity(claimed, claim, comparable or places, language)
        for date in part.dates:
            if not any(place.has_date(date) for place in places):
                yield _other_date(date, claim, places[0], language)
        if any(_is_turned(claim, part, place) for place in places[:1]):
            yield localized_text("reversed", language, what=_pair_text(claim, part)), True


def _claim_parts(claim: str, keys: Sequence[Key]) -> Iterator[_ClaimPart]:
    """Yield the parts of a claim; the words of the first one hold for the others too."""
    spans = split_parts(claim)
    stated = [one for one in quantities(claim) if not one.is_implied and not is_label(one, claim)]
    for at, (start, end) in enumerate(spans):
        own = tuple((key, key.weight) for key in keys if start <= key.start < end)
        head = spans[0][1] if at else 0
        lent = tuple((key, LENT * key.weight) for key in keys if key.start < head)
        yield _ClaimPart(
            claim,
            (*own, *lent),
            tuple(one for one in stated if start <= one.start < end),
            tuple(one for one in dates(claim) if start <= one.start < end),
            bool(own),
        )


def _ranked_places(part: _ClaimPart, windows: Sequence[Window]) -> list[_Place]:
    """Return the parts of the statements, those with most of the claim's words first."""
    known = frozenset[str]().union(*(one.parted.words for one in windows if one.parted))
    total = sum(w * (1.0 if key.is_in(known) else _UNKNOWN) for key, w in part.keys)
    if not total:
        return []
    found = [
        _Place(sum(w * key.share_in(one) for key, w in part.keys) / total, stated, one)
        for window in windows
        if (stated := window.parted) is not None
        for one in stated.parts
    ]
    return sorted(found, key=lambda place: -place.share)


def _meant_places(part: _ClaimPart, ranked: Sequence[_Place]) -> list[_Place]:
    """Return the places that a part of a claim may restate: those with nearly the most words."""
    return [
        one
        for one in ranked
        if one.share >= max(ranked[0].share - _NEAR, _LEAST)
        or (
            one.part.lent
            and not part.has_own_words
            and one.share >= max(ranked[0].share - _LENT_NEAR, _LEAST)
        )
    ]


def _with_comparable(claimed: Quantity, ranked: Sequence[_Place]) -> Sequence[_Place]:
    """Return the nearest places that state a quantity of the claimed dimension, if near enough."""
    some = [
        place
        for place in ranked
        if any(are_comparable(claimed, one) for one in place.part.quantities)
    ]
    least = max(ranked[0].share - _COMPARABLE_NEAR, _LEAST)
    if not some or some[0].share < least:
        return ()
    return [place for place in some if place.share >= some[0].share - _NEAR]


def _of_named(part: _ClaimPart, ranked: Sequence[_Place]) -> Sequence[_Place]:
    """Return the places with all words of the claim's names, or with one of each, or all places.

    Only places with enough words of the claim count.
    """
    names = [key for key, _ in part.keys if key.is_name]
    near = [place for place in ranked if place.share >= _LEAST]
    named = [one for one in near if all(key.is_in(one.stated.words) for key in names)]
    whole = [one for one in named if all(key.is_whole_in(one.stated.words) for key in names)]
    return (whole if any(one.may_state(part) for one in whole) else named) or ranked


def _of_dates(part: _ClaimPart, ranked: Sequence[_Place]) -> Sequence[_Place]:
    """Return the places that state the claim's dates, or all if none of enough words does.

    The revenue of 2019 is not that of 2020.
    """
    if not part.dates or not ranked:
        return ranked
    least = max(ranked[0].share - _DATED_NEAR, _LEAST)
    dated = [
        place for place in ranked if place.share >= least and all(map(place.has_date, part.dates))
    ]
    return dated or ranked


def _closer(
    part: _ClaimPart, claimed: Quantity, ranked: Sequence[_Place], holders: Sequence[_Place]
) -> list[_Place]:
    """Return the places with another such quantity whose statements have more of the claim.

    "Car: 21 days" is not of "Home: 21 days" if there is "Car: 14 days", which has all of its words.
    """
    had = [_words_had(part, holder.stated) for holder in holders]
    return [
        place
        for place in ranked
        if place.share >= _SURE
        and all(words < _words_had(part, place.stated) for words in had)
        and not place.has(claimed)
        and any(are_comparable(claimed, one) for one in place.part.quantities)
    ]


def _words_had(part: _ClaimPart, stated: PartedStatement) -> frozenset[str]:
    """Return the words of a claim that a statement has, each word of a name by itself."""
    terms = (term for key, _ in part.keys for term in key.terms)
    return frozenset(term.key for term in terms if contains(term, stated.words))


def _is_computed(
    claimed: Quantity, claim: str, ranked: Sequence[_Place], keys: Sequence[Key]
) -> bool:
    """Return True if a claim adds up, or subtracts, numbers that are stated of its subjects."""
    if not (is_sum(claim) or difference_sign(claimed, claim)):
        return False
    terms = []
    for stated in {id(place.stated): place.stated for place in ranked}.values():
        own = _meant_parts([place.part for place in ranked if place.stated is stated], keys)
        terms += [
            Term(one.value, _keys_of(one_part, stated, keys))
            for one_part in own
            for one in one_part.quantities
            if are_comparable(claimed, one)
        ]
    return is_computed(claimed, claim, terms)


def _keys_of(part: Part, stated: PartedStatement, keys: Sequence[Key]) -> frozenset[Key]:
    """Return the claim's words that a part has; one without a name has those of the statement."""
    own = frozenset(key for key in keys if key.is_in(part.own))
    if any(key.is_name for key in own):
        return own
    return frozenset(key for key in keys if key.is_in(stated.words))


def _meant_parts(parts: Sequence[Part], keys: Sequence[Key]) -> Sequence[Part]:
    """Return the parts with a word of the claim that other parts lack; all if none has one."""
    own = [frozenset(key for key in keys if key.is_in(part.own)) for part in parts]
    common = frozenset.intersection(*own)
    return [part for part, had in zip(parts, own, strict=True) if had - common] or parts


def _other_quantity(
    claimed: Quantity, claim: str, places: Sequence[_Place], language: Language
) -> Difference:
    """Return the reason why a quantity differs, and whether that is a contradiction."""
    what = claim[claimed.start : claimed.end]
    rivals = [found for place in places for found in place.rivals(claimed, claim)]
    if not rivals:
        return localized_text("number", language, what=what), False
    written = (with_bound(one, text) for one, text in rivals[:2])
    other = ", ".join(dict.fromkeys(written))
    one, text = rivals[0]
    # Another number in the first cell of a row makes it another row.
    sure = places[0].share >= _SURE and any(text == place.part.text for place in places)
    if _is_other_unit(claimed, one, claim, text):
        return localized_text("unit", language, what=claimed.unit, other=one.unit), sure
    said = with_bound(claimed, claim)
    return localized_text("number_other", language, what=said, other=other), sure


def _is_rival(claimed: Quantity, one: Quantity, claim: str, text: str) -> bool:
    """Whether a quantity of a text may stand in the place of a claimed one."""
    return (
        are_comparable(claimed, one)
        or (are_equal(claimed, one) and are_opposite(claimed, one))
        or _is_other_unit(claimed, one, claim, text)
    )


def _is_other_unit(one: Quantity, other: Quantity, claim: str, text: str) -> bool:
    """Return True for one number in two units: "36 weeks" and "36 months"."""
    if not one.unit or not other.unit or one.unit == other.unit:
        return False
    mine, theirs = claim[one.start : one.end], text[other.start : other.end]
    return mine.strip("$€£₽ ").lower() == theirs.strip("$€£₽ ").lower()


def _other_date(claimed: Period, claim: str, place: _Place, language: Language) -> Difference:
    what = claim[claimed.start : claimed.end]
    text = place.part.text
    apart = [
        text[one.start : one.end]
        for one in dates(text)
        if one.last < claimed.first or claimed.last < one.first
    ]
    if not apart:
        return localized_text("number", language, what=what), False
    reason = localized_text("number_other", language, what=what, other=", ".join(apart[:2]))
    return reason, place.share >= _SURE


def _is_turned(claim: str, part: _ClaimPart, place: _Place) -> bool:
    """Return True if two numbers of a pair change places: "from 3 to 14" for "from 14 to 3"."""
    text = place.part.text
    for one, other in pairwise(part.quantities):
        for first, second in pairwise(place.part.quantities):
            if are_equal(one, second) and are_equal(other, first) and not are_equal(one, other):
                return are_pair(one, other, claim) and are_pair(first, second, text)
    return False


def _pair_text(claim: str, part: _ClaimPart) -> str:
    return claim[part.quantities[0].start : part.quantities[-1].end]
