"""Where the evidence says otherwise: another number, unit or name, a negation, an opposite."""

from collections.abc import Iterator, Sequence
from functools import cache

from workbench.checks.claim_features import Features, name_terms
from workbench.checks.evidence_index import Window
from workbench.checks.messages import localized_text
from workbench.domain.local_text import Language
from workbench.nlp.amounts import CALENDAR, Amount, amounts, same_value
from workbench.nlp.terms import contains, content_terms, stem_key
from workbench.nlp.tokens import tokens
from workbench.nlp.word_lists import word_list

_NUMBER_FROM = 0.7
_OPPOSITE_FROM = 0.7
_NEGATION_FROM = 0.85
_NAME_FROM = 0.99
_FEW_RIVALS = 2
_NAME_LENGTH_SLACK = 3
_YEARS = range(1000, 2101)


def conflicts(claim: str, features: Features, language: Language) -> list[str]:
    """What a closely matching stretch of evidence says differently, in the reader's language."""
    twin, covered = features.aligned, features.covered_by_aligned
    if twin is None:
        return []
    found: list[str] = []
    if covered >= _NUMBER_FROM:
        found += _numbers(claim, twin, features.missing_amounts, language)
    pair = _opposite(claim, twin.text) if covered >= _OPPOSITE_FROM else None
    if pair:
        found.append(localized_text("opposite", language, what=pair[0], other=pair[1]))
    elif covered >= _NEGATION_FROM and _negated(claim) != _negated(twin.text):
        found.append(localized_text("negation", language))
    if _another_name(claim, twin, features.missing_names):
        found.append(localized_text("name", language, what=", ".join(features.missing_names)))
    return found


def _numbers(
    claim: str, twin: Window, missing: Sequence[Amount], language: Language
) -> Iterator[str]:
    """Numbers in whose place the twin has another number, or the same one in another unit."""
    stated = [(one.value, one.unit) for one in amounts(claim)]
    free = [one for one in twin.amounts if (one.value, one.unit) not in stated]
    for one in missing:
        moved = next((other for other in twin.amounts if same_value(one, other)), None)
        rivals = [other for other in free if _comparable(one, other)]
        if moved is not None:
            yield localized_text("unit", language, what=one.unit, other=moved.unit)
        elif 0 < len(rivals) <= _FEW_RIVALS:
            other = ", ".join(twin.text[rival.start : rival.end] for rival in rivals)
            yield localized_text(
                "number_other", language, what=claim[one.start : one.end], other=other
            )


def _comparable(one: Amount, other: Amount) -> bool:
    """Numbers of one kind: months, years, or counts whose units do not exclude each other."""
    if _kind(one) != _kind(other):
        return False
    return one.unit == other.unit or not one.unit or not other.unit


def _kind(amount: Amount) -> str:
    if amount.unit == CALENDAR:
        return CALENDAR
    return "year" if not amount.unit and amount.value in _YEARS else "count"


def _another_name(claim: str, twin: Window, missing: Sequence[str]) -> bool:
    """The claim differs from the twin in nothing but a name, and the twin has its own there."""
    terms = [term for term in content_terms(claim) if term.text not in missing]
    if not missing or len(terms) < 2 or not _as_long(claim, twin.text):
        return False
    if sum(contains(term, twin.words) for term in terms) / len(terms) < _NAME_FROM:
        return False
    said = {term.key for term in content_terms(claim)}
    return any(term.key not in said for term in name_terms(twin.text))


def _as_long(one: str, other: str) -> bool:
    return abs(len(tokens(one)) - len(tokens(other))) <= _NAME_LENGTH_SLACK


def _negated(text: str) -> bool:
    return any(token.text.lower().replace("’", "'") in _negating() for token in tokens(text))


@cache
def _negating() -> frozenset[str]:
    return frozenset(word_list("negation"))


def _opposite(claim: str, text: str) -> tuple[str, str] | None:
    """A word of the claim and its opposite in the text, where neither has the other's word."""
    said, there = _by_key(claim), _by_key(text)
    for one, other in _opposites():
        for mine, theirs in ((one, other), (other, one)):
            if mine in said and theirs in there and mine not in there and theirs not in said:
                return said[mine], there[theirs]
    return None


def _by_key(text: str) -> dict[str, str]:
    """Every word by its stem, function words too."""
    return {stem_key(token.text): token.text for token in tokens(text)}


@cache
def _opposites() -> tuple[tuple[str, str], ...]:
    pairs = (entry.split() for entry in word_list("opposites"))
    return tuple((stem_key(one), stem_key(other)) for one, other in pairs)
