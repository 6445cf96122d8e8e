"""Tell which passages define the term that a question asks about."""

from collections.abc import Sequence

from workbench.extractive.statement_traits import defines, defines_exactly
from workbench.nlp.compared_sides import compared_terms
from workbench.nlp.question_type import read_question
from workbench.nlp.terms import Term
from workbench.text.statements import statements

_MOST_TERMS = 2
"""Content words of a question for what a word means: "What is a smoke test?"."""
_ONE_OF_THEM = 0.5
"""Share of a passage that defines one of the terms, or something named by more words."""


def defined_terms(question: str) -> Sequence[Term]:
    """Return the words that a question asks the meaning of; none of another question.

    A comparison that names no aspect asks it too: how two things differ follows from what each is.
    """
    asked = read_question(question)
    terms = compared_terms(question) or (asked.terms if asked.wants_definition else ())
    return terms if len(terms) <= _MOST_TERMS else ()


def defining_share(terms: Sequence[Term], passage: str) -> float:
    """Return 1 if a statement of a passage defines the terms, less if it defines one of them.

    The entry of a glossary has a term once, where other passages have it again and again. "Work" is
    half of "covered work".
    """
    found = statements(passage) if terms else ()
    if any(defines_exactly(terms, one) for one in found):
        return 1.0
    return _ONE_OF_THEM * any(defines(terms, one) for one in found)
