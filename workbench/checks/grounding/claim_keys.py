"""The words by which a claim's statement is found: content words and names, without its numbers."""

from dataclasses import dataclass
from functools import cache

from workbench.checks.grounding.evidence_index import EvidenceIndex
from workbench.checks.grounding.evidence_parts import Part
from workbench.nlp.amounts import unit_of
from workbench.nlp.grammar import in_word_list, is_function_word
from workbench.nlp.morphology import is_cyrillic
from workbench.nlp.quantities import Quantity, dates, quantities
from workbench.nlp.terms import Term, contains, content_terms, stem_key
from workbench.nlp.word_lists import word_list

_IMPLIED_BY_NUMBER = 0.3
"""Weight of a verb that the number of a claim implies: "costs $95"."""


@dataclass(frozen=True)
class Key:
    """A content word, or a name of several words, one of which is enough: "Priya Raman"."""

    terms: tuple[Term, ...]
    weight: float
    is_name: bool

    @property
    def start(self) -> int:
        """Offset of its first word in the claim."""
        return self.terms[0].start

    @property
    def text(self) -> str:
        """Its words."""
        return " ".join(term.text for term in self.terms)

    def is_in(self, words: frozenset[str]) -> bool:
        """Return True if a ``term_set`` has one of the words."""
        return any(contains(term, words) for term in self.terms)

    def is_whole_in(self, words: frozenset[str]) -> bool:
        """Return True if a ``term_set`` has all of the words: "Home Insurance" is no other one."""
        return all(contains(term, words) for term in self.terms)

    def share_in(self, part: Part) -> float:
        """Return the weight with which a part has it, on 0-1."""
        return max(part.weight(term) for term in self.terms)


def claim_keys(claim: str, pool: EvidenceIndex) -> list[Key]:
    """Return the keys of a claim in order, weighted by how rare they are in the evidence."""
    keys: list[Key] = []
    for term in _compared_terms(claim, pool):
        key = Key((term,), _weight(term, claim, pool), _is_name(term, claim, pool))
        if keys and (key.is_name or keys[-1].is_name) and _continue_name(claim, keys[-1], term):
            last = keys.pop()
            key = Key((*last.terms, term), max(last.weight, key.weight), is_name=True)
        keys.append(key)
    return keys


def _weight(term: Term, claim: str, pool: EvidenceIndex) -> float:
    """Return how rare a word is; a verb that the number implies counts less: "costs $95"."""
    is_told = term.key in _verbs_of_measure() and any(
        not one.is_implied for one in quantities(claim)
    )
    return pool.weight(term) * (_IMPLIED_BY_NUMBER if is_told else 1.0)


@cache
def _verbs_of_measure() -> frozenset[str]:
    entries = (entry.partition(": ")[2].split(" | ") for entry in word_list("measure_verbs"))
    return frozenset(stem_key(verb) for verbs in entries for verb in verbs)


def _is_name(term: Term, claim: str, pool: EvidenceIndex) -> bool:
    """Whether the evidence has a word as a name.

    Beside capitalised names, "works" is not a name, though the evidence has "Brunel Works".
    """
    known = term.key in pool.names or term.folded in pool.names
    if not known or in_word_list(term.text, "not_names"):
        return False
    return term.text[0].isupper() or not any(one[0].isupper() for one in claim.split()[1:])


def _continue_name(claim: str, last: Key, term: Term) -> bool:
    """Return True for two capitalised words side by side: "Priya" "Raman"."""
    before = last.terms[-1]
    between = claim[before.end : term.start]
    return between.isspace() and before.text[0].isupper() and term.text[0].isupper()


_ENDS = (":", "=", ",", ";")
"""What ends a name: a number after it is a value."""


def is_label(one: Quantity, claim: str) -> bool:
    """Return True for the number of a name: "Tram 4", "Python 3.8"; not for "Kazan: 120"."""
    before = claim[: one.start].rstrip(" -/").split(" ")[-1].strip('«“"(')
    if one.unit or not claim[one.start].isdigit() or before.endswith(_ENDS):
        return False
    is_glued = claim[one.start - 1] in "-/"
    is_first = not claim[: one.start].rstrip(" -/").count(" ")
    return before[:1].isupper() and (is_glued or not is_first or is_name_like(before))


def is_name_like(word: str) -> bool:
    """Return True for a word that may be a name at the beginning of a sentence: "Tram"."""
    return word.isascii() and not in_word_list(word, "stop_words")


def _compared_terms(claim: str, pool: EvidenceIndex) -> list[Term]:
    """Return the content words of a claim, without those of its quantities, dates and sums.

    A unit is one of them where the evidence has it as a name, such as the label of a column.
    """
    stated = [one for one in quantities(claim) if not one.is_implied]
    counted = [(one.start, one.end) for one in stated if not is_label(one, claim)]
    counted += [(one.start, one.end) for one in dates(claim)]
    return [
        term
        for term in content_terms(claim)
        if not any(start <= term.start < end for start, end in counted)
        and not _is_unit(term, claim, pool)
        and not in_word_list(term.text, "sums")
    ]


def _is_unit(term: Term, claim: str, pool: EvidenceIndex) -> bool:
    """Return True for a unit of measurement, but not for that of a compound: "day shift"."""
    if not unit_of(term.text):
        return False
    after = claim[term.end :].split(" ")[1:2]
    if _follows_number(term, claim):
        return True
    if term.key in pool.labels:
        return False
    is_compound = claim[term.end : term.end + 1] == " " and any(
        one.isalpha() and not is_function_word(one) for one in after
    )
    return term.key not in pool.names and (is_cyrillic(term.text) or not is_compound)


def _follows_number(term: Term, claim: str) -> bool:
    return any(0 <= term.start - one.end <= 1 for one in quantities(claim) if not one.is_implied)
