"""Check whether a statement says that what a question asks about may, must or must not be done."""

from workbench.extractive.word_credit import RELATED_CREDIT, match_credit
from workbench.nlp.grammar import in_word_list
from workbench.nlp.question_type import QuestionType
from workbench.nlp.terms import content_terms
from workbench.nlp.tokens import tokens


def states_permission(asked: QuestionType, text: str) -> bool:
    """Return True if the first content word after "may" or "not" is one of a yes-or-no question.

    "Please do not forward these letters" answers "May I forward a letter?"; "Letters that you may
    read are forwarded" does not.
    """
    if not asked.wants_verdict:
        return False
    content = content_terms(text)
    ends = [word.end for word in tokens(text) if in_word_list(word.text, "deontic_words")]
    acts = (next((term.text for term in content if term.start >= end), "") for end in ends)
    return any(match_credit(term, act) >= RELATED_CREDIT for act in acts for term in asked.terms)
