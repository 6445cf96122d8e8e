"""Tell which passages define the term that a question asks about."""

from collections.abc import Sequence

from workbench.extractive.statement_traits import defines
from workbench.nlp.compared_sides import compared_terms
from workbench.nlp.question_type import read_question
from workbench.nlp.terms import Term
from workbench.text.statements import statements

_MOST_TERMS = 2
"""Content words of a question for what a word means: "What is a smoke test?"."""


def defined_terms(question: str) -> Sequence[Term]:
    """Return the words that a question asks the meaning of; none of another question.

    A comparison that names no aspect asks it too: how two things differ follows from what each is.
    """
    asked = read_question(question)
    terms = compared_terms(question) or (asked.terms if asked.wants_definition else ())
    return terms if len(terms) <= _MOST_TERMS else ()


def is_defined(terms: Sequence[Term], passage: str) -> bool:
    """Whether a statement of a passage defines one of the terms.

    The entry of a glossary has a term once, where other passages have it again and again.
    """
    return bool(terms) and any(defines(terms, one) for one in statements(passage))
