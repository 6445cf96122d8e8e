"""Find what a question takes for granted and a sentence denies: "It is not a support channel"."""

import re
from collections.abc import Iterator, Sequence
from functools import cache

from workbench.extractive.word_credit import RELATED_CREDIT, match_credit
from workbench.nlp.grammar import in_word_list
from workbench.nlp.question_type import QuestionType
from workbench.nlp.terms import Term, content_terms
from workbench.nlp.tokens import Token, tokens
from workbench.nlp.word_lists import word_list

_FEWEST = 2
"""Words of the question that must follow the negation."""
_ON_SUBJECT = 0.5
"""Least share of the question's words in the statement."""
_CLAUSE_END = re.compile(r"[,;:.!?()\u2013\u2014]\s")


def denied_premise(asked: QuestionType, shown: Sequence[str]) -> str:
    """Return the words of an affirmative question that a statement denies; "" if there are none.

    "A yank does not delete any code" denies what "Why does yanking a version delete its code?"
    takes for granted. What the question itself denies, limits or forbids is no such premise: "Do
    not feed the ducks" is not against "Why is it forbidden to feed the ducks?".
    """
    if _is_negative(asked):
        return ""
    found = (terms for text in shown for terms in _denied(asked, text))
    terms = next(found, [])
    return asked.text[terms[0].start : terms[-1].end] if terms else ""


def _is_negative(asked: QuestionType) -> bool:
    lists = ("negation", "limitations")
    is_denied = any(in_word_list(word.text, name) for word in tokens(asked.text) for name in lists)
    return is_denied or any(match_credit(term, _prohibitions()) for term in asked.terms)


@cache
def _prohibitions() -> str:
    return " ".join(word_list("limitations"))


def _denied(asked: QuestionType, text: str) -> Iterator[list[Term]]:
    """Yield the words of the question, in its order, that follow each negation in its clause.

    The first content word after the negation has to be one of them: «не канал поддержки».
    """
    if _share(asked, text) < _ON_SUBJECT:
        return
    for word in tokens(text):
        if not in_word_list(word.text, "negation"):
            continue
        clause = _rest_of_clause(text, word)
        first = next(iter(content_terms(clause)), None)
        same = [term for term in asked.terms if match_credit(term, clause) >= RELATED_CREDIT]
        if first is None or len(same) < _FEWEST:
            continue
        if any(match_credit(term, first.text) >= RELATED_CREDIT for term in same):
            yield same


def _share(asked: QuestionType, text: str) -> float:
    found = sum(match_credit(term, text) >= RELATED_CREDIT for term in asked.terms)
    return found / len(asked.terms) if asked.terms else 0.0


def _rest_of_clause(text: str, word: Token) -> str:
    end = _CLAUSE_END.search(text, word.end)
    return text[word.end : end.start() if end else len(text)]
