"""Check whether a number of a claim is a sum or a difference of numbers in the evidence."""

from collections.abc import Sequence
from itertools import combinations, permutations
from typing import NamedTuple

from workbench.checks.grounding.claim_keys import Key
from workbench.nlp.grammar import in_word_list
from workbench.nlp.phrases import has_phrase
from workbench.nlp.quantities import Quantity
from workbench.nlp.tokens import tokens
from workbench.nlp.word_lists import word_list

_MOST_ADDED = 3
"""Numbers added up."""
_MOST_TERMS = 12
"""Most numbers to choose from: among more, some three add up to nearly any number."""


class Term(NamedTuple):
    """A number of the evidence, with the words of the claim that it belongs to."""

    value: float
    keys: frozenset[Key]


def is_sum(claim: str) -> bool:
    """Return True for a claim that adds up: "together", "in total"."""
    return has_phrase(claim, word_list("sums"))


def difference_sign(claimed: Quantity, claim: str) -> int:
    """Return 1 for "5 more seats than", -1 for "5 fewer seats than", and 0 for no difference."""
    after = [word.text for word in tokens(claim[claimed.end :])]
    end = next((at for at, word in enumerate(after) if in_word_list(word, "comparison_joints")), 0)
    for word in after[:end]:
        if in_word_list(word, "greater_words"):
            return 1
        if in_word_list(word, "lesser_words"):
            return -1
    return 0


def is_computed(claimed: Quantity, claim: str, terms: Sequence[Term]) -> bool:
    """Return True if numbers of the claim's names make up its number, as it says.

    "Anna and Oleg sold 23 in total" takes one number of each; "Anna sold 5 more than Oleg" takes
    that of Oleg from that of Anna. Names that all numbers have do not distinguish them.
    """
    names = {key for term in terms for key in term.keys if key.is_name}
    distinctive = frozenset(key for key in names if not all(key in term.keys for term in terms))
    named = [term for term in terms if not distinctive or term.keys & distinctive]
    if len(named) > _MOST_TERMS:
        return False
    if is_sum(claim):
        return _adds_up(claimed.value, named, distinctive)
    return _differs(difference_sign(claimed, claim) * claimed.value, named, distinctive)


def _adds_up(value: float, terms: Sequence[Term], names: frozenset[Key]) -> bool:
    return any(
        _is_about(sum(term.value for term in some), value) and _have_all(some, names)
        for count in range(2, _MOST_ADDED + 1)
        for some in combinations(terms, count)
    )


def _differs(value: float, terms: Sequence[Term], names: frozenset[Key]) -> bool:
    """Return True if the first name has a number greater by ``value`` than one of the other."""
    if len(names) != 2:
        return False
    first, other = sorted(names, key=lambda key: key.start)
    return any(
        _is_about(one.value - two.value, value) and first in one.keys and other in two.keys
        for one, two in permutations(terms, 2)
    )


def _have_all(terms: Sequence[Term], names: frozenset[Key]) -> bool:
    return names <= frozenset[Key]().union(*(term.keys for term in terms))


def _is_about(one: float, other: float) -> bool:
    return abs(one - other) < 1e-9 * max(1.0, abs(one))
