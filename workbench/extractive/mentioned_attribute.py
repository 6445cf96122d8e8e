"""Check whether an answer gives the attribute that a question asks for, or only mentions it."""

import re
from collections.abc import Sequence

from workbench.extractive.missing_thing import names_thing
from workbench.extractive.sources import SourceSet
from workbench.extractive.word_credit import match_credit
from workbench.nlp.answer_type import answer_type
from workbench.nlp.asked_relation import read_relation
from workbench.nlp.grammar import in_word_list
from workbench.nlp.morphology import is_cyrillic
from workbench.nlp.phrases import has_phrase
from workbench.nlp.question_type import QuestionType, read_question
from workbench.nlp.relation_lexicon import has_attribute_value
from workbench.nlp.terms import Term, content_terms
from workbench.nlp.tokens import tokens
from workbench.nlp.word_lists import word_list

_VALUE = re.compile(r"\s*(?:[\"“„«`']|\w*\d)")
"""Right behind a noun: a quotation mark, or a word with a digit ("port 8080")."""
_LABEL_END = ": "
"""Between a label and its value: "Licence: MIT"."""


def mentioned_attribute(question: str, library: SourceSet, shown: Sequence[str]) -> str:
    """Return the noun for an attribute that the best statement mentions and none gives; else "".

    "Enter the password of the account" does not tell what the password of the account is; "The
    password of the account is in the safe" tells of it. A number, a person or a place is looked
    for by its kind.

    Args:
        question: the question, a follow-up in its rewritten form.
        library: the sources of the answer.
        shown: its statements, with their lead-ins.
    """
    asked, relation = read_question(question), read_relation(question)
    noun = next((term for term in asked.terms if term.text == relation.word), None)
    if noun is None or relation.is_counted or not _asks_for_one(asked):
        return ""
    naming = [one for one in shown if match_credit(noun, one) == 1.0]
    is_mentioned = bool(shown) and bool(library.sources) and shown[0] in naming
    is_given = any(_gives(asked, noun, one) for one in naming)
    return noun.text if is_mentioned and not is_given else ""


def _asks_for_one(asked: QuestionType) -> bool:
    """Whether the question opens with "what" or «какой», and asks for no kind of value or name."""
    words = tokens(asked.text)
    if has_phrase(asked.text, word_list("naming_words")):
        return False
    opens = any(in_word_list(one.text, "plain_interrogatives") for one in words[:1])
    wants_other = asked.wants_steps or asked.wants_reason or asked.wants_list
    return opens and not wants_other and answer_type(asked) is None


def _gives(asked: QuestionType, noun: Term, one: str) -> bool:
    """Whether a statement is on the attribute, labels it, or has a name or a value beside it."""
    if is_cyrillic(asked.text) != is_cyrillic(one) or _LABEL_END in one:
        return True
    opening = content_terms(one)[: len(asked.terms)]
    known = {term.key for term in asked.terms}
    is_subject = any(term.key == noun.key for term in opening) and opening[0].key in known
    is_told = is_subject or _is_quoted(noun, one) or has_attribute_value(noun.text, one)
    return is_told or names_thing(asked, noun, one)


def _is_quoted(noun: Term, one: str) -> bool:
    """Whether something in quotation marks, or with a digit, stands right behind the noun."""
    places = (word.end for word in tokens(one) if match_credit(noun, word.text) == 1.0)
    return any(_VALUE.match(one, end) is not None for end in places)
