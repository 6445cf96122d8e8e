"""Whether words state something, though they stand where a label or a question stands."""

import re

from workbench.nlp.amounts import amounts
from workbench.nlp.grammar import in_list, readings
from workbench.nlp.terms import content_terms
from workbench.nlp.tokens import tokens

_NUMBERING = re.compile(r"^\W*(?:\d+[.)]|\d+(?:\.\d+)+[.)]?)\s+")
_MARKUP = " \t\n#*_>|"
_STOPS = (".", "!")
_FINITE = frozenset({"VERB", "PRTS"})
_A_LOT = 100
"""Smaller whole numbers without a unit count what follows («3 plans»), or number it."""
_ENOUGH_TERMS = 3


def names_amount(text: str) -> bool:
    """True for a sum, a share, a measure, a date or a year: numbers that can be right or wrong."""
    told = _NUMBERING.sub("", text, count=1)
    return any(one.unit or one.value >= _A_LOT or one.value % 1 for one in amounts(told))


def is_sentence(text: str) -> bool:
    """True for a whole sentence: one that ends like one, or has a verb and does not ask.

    No dictionary of English is at hand: its auxiliaries («is included») are known, other verbs not.
    """
    bare = text.strip(_MARKUP)
    words = tokens(bare)
    if len(content_terms(bare)) < _ENOUGH_TERMS or bare.endswith("?"):
        return False
    if bare.endswith(_STOPS):
        return True
    return not in_list(words[0].text, "question_words") and has_verb(bare)


def has_verb(text: str) -> bool:
    """True when a verb stands there in a form that makes a sentence."""
    return any(_is_finite(token.text) for token in tokens(text))


def _is_finite(word: str) -> bool:
    likeliest = next(iter(readings(word)), None)
    if likeliest is not None:
        return bool(likeliest.marks & _FINITE)
    return in_list(word, "auxiliaries")
