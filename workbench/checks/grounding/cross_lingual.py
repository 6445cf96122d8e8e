"""Compare amounts and names of a claim with evidence in another language."""

import re
from collections.abc import Iterator
from functools import lru_cache

from workbench.checks.grounding.claim_features import name_terms, share
from workbench.checks.grounding.evidence_index import EvidenceIndex, Window
from workbench.domain.local_text import Language
from workbench.nlp.amounts import Amount, amounts, amounts_agree
from workbench.nlp.morphology import is_cyrillic
from workbench.nlp.terms import Term, contains, content_terms
from workbench.nlp.tokens import tokens

_READABLE_FROM = 0.5
"""Share of a claim's words in the nearest evidence from which the two are compared by words."""
_ENOUGH_WORDS = 2
"""Lower-case words that show a claim's language; with fewer it may be names and identifiers."""
# The comma of «3,5», which English writes as "3.5".
_DECIMAL_COMMA = re.compile(r"(?<=\d),(?=\d)")


@lru_cache(maxsize=8192)
def language_of_script(text: str) -> Language | None:
    """Return Russian if most letters are Cyrillic, else English; None without letters."""
    letters = [c for c in text if c.isalpha()]
    if not letters:
        return None
    return "ru" if 2 * sum(is_cyrillic(c) for c in letters) > len(letters) else "en"


def language_of_claim(text: str) -> Language | None:
    """Return the language of a claim; None if it has only names and identifiers."""
    script = language_of_script(text)
    words = [one.text for one in tokens(text) if one.text.isalpha() and one.text.islower()]
    own = [word for word in words if is_cyrillic(word) == (script == "ru")]
    return script if len(own) >= _ENOUGH_WORDS else None


def is_readable(claim: str, nearest: Window, pool: EvidenceIndex) -> bool:
    """Return True if the evidence shares the claim's script or its words."""
    terms = content_terms(claim)
    words = [term for term in terms if term.text.islower()] or terms  # of a cell: "Aston"
    if share(words, nearest.words) >= _READABLE_FROM:
        return True
    script = language_of_script(claim)
    return script is None or any(language_of_script(one.text) == script for one in pool.windows)


def missing_amounts(claim: str, pool: EvidenceIndex) -> tuple[str, ...]:
    """Return the claim's amounts that no evidence has, as written in the claim.

    A comma is read both as a decimal and as a thousands separator («1,234»). Counts in words are
    skipped: «оба» may mean "two".
    """
    known = [amount for window in pool.windows for amount in _both_readings(window.said)]
    comma_as_point = {one.start: one for one in amounts(_with_points(claim))}
    return tuple(
        dict.fromkeys(
            claim[one.start : one.end]
            for one in amounts(claim)
            if _is_exact(one, claim)
            and not any(
                amounts_agree(reading, other)
                for reading in (one, comma_as_point.get(one.start, one))
                for other in known
            )
        )
    )


def missing_names(claim: str, pool: EvidenceIndex) -> tuple[str, ...]:
    """Return names and identifiers, spelt alike in both languages, that no evidence has."""
    lost = (term.text for term in _shared_spellings(claim) if not contains(term, pool.words))
    return tuple(dict.fromkeys(lost))


def _shared_spellings(claim: str) -> Iterator[Term]:
    """Yield Latin words; of an English claim only those with inner capitals or digits."""
    russian = language_of_script(claim) == "ru"
    for term in content_terms(claim) if russian else name_terms(claim):
        latin = term.text.isascii() and any(c.isalpha() for c in term.text)
        if latin and (russian or any(not c.islower() for c in term.text[1:])):
            yield term


def _is_exact(amount: Amount, claim: str) -> bool:
    return bool(amount.unit) or any(c.isdigit() for c in claim[amount.start : amount.end])


@lru_cache(maxsize=8192)
def _both_readings(text: str) -> tuple[Amount, ...]:
    return (*amounts(text), *amounts(_with_points(text)))


def _with_points(text: str) -> str:
    """Replace commas between digits by decimal points, keeping all offsets."""
    return _DECIMAL_COMMA.sub(".", text)
