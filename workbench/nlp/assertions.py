"""Detect statements in headings, labels and questions."""

import re

from workbench.nlp.amounts import amounts
from workbench.nlp.grammar import in_word_list, readings
from workbench.nlp.terms import content_terms
from workbench.nlp.tokens import tokens

# Numbering at the start of a line: «1. », «2) », «3.1 ».
_NUMBERING = re.compile(r"^\W*(?:\d+[.)]|\d+(?:\.\d+)+[.)]?)\s+")
_MARKUP = " \t\n#*_>|"
_STOPS = (".", "!")
# pymorphy3 grammemes of a predicate: a finite verb, a short participle («включён»).
_FINITE = frozenset({"VERB", "PRTS"})
_MIN_BARE_AMOUNT = 100
"""Smaller whole numbers without a unit count («3 plans») or number («Plan 3») something."""
_MIN_TERMS = 3
"""Content words of a sentence; shorter texts («Our plans») are labels."""


def names_amount(text: str) -> bool:
    """Return True if the text has a sum, a share, a measurement, a date or a year."""
    unnumbered = _NUMBERING.sub("", text, count=1)
    return any(
        amount.unit or amount.value >= _MIN_BARE_AMOUNT or amount.value % 1
        for amount in amounts(unnumbered)
    )


def is_sentence(text: str) -> bool:
    """Return True for a full sentence: one with a full stop, or with a verb and not a question.

    There is no English dictionary: of English verbs only auxiliaries («is included») are detected.
    """
    bare = text.strip(_MARKUP)
    words = tokens(bare)
    if len(content_terms(bare)) < _MIN_TERMS or bare.endswith("?"):
        return False
    if bare.endswith(_STOPS):
        return True
    return not in_word_list(words[0].text, "question_words") and has_verb(bare)


def has_verb(text: str) -> bool:
    """Return True if the text has a finite verb."""
    return any(_is_finite(token.text) for token in tokens(text))


def _is_finite(word: str) -> bool:
    likeliest = next(iter(readings(word)), None)
    if likeliest is not None:
        return bool(likeliest.marks & _FINITE)
    return in_word_list(word, "auxiliaries")
