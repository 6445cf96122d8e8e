"""Find what a question takes for granted and a sentence denies, or says the opposite of."""

import re
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from typing import TypeAlias

from workbench.extractive.word_credit import RELATED_CREDIT, match_credit
from workbench.nlp.grammar import in_word_list, readings
from workbench.nlp.opposites import opposites_of
from workbench.nlp.question_type import QuestionType
from workbench.nlp.terms import Term, content_terms, stem_key
from workbench.nlp.tokens import Token, tokens
from workbench.nlp.word_lists import word_list

_FEWEST = 2
"""Words of the question that must follow the negation."""
_ON_SUBJECT, _SAME_BUT_ONE = 0.5, 0.66
"""Least share of the question's words in a statement that denies them; and of the other words in
one that has the opposite of a word."""
_ORDERING = ("superlatives", "comparative_words", "ordinal_words")
"""Word lists of words that tell one of several things: the last boat is no denial of the first."""
_NEAR = 2
"""Words before a negation, one of which may open a subordinate clause."""
_CLAUSE_END = re.compile(r"[,;:.!?()\u2013\u2014]\s")

_Check: TypeAlias = Callable[[QuestionType, str], Iterator[list[Term]]]
"""Yields the words of a question that a statement denies."""


def denied_premise(asked: QuestionType, shown: Sequence[str]) -> str:
    """Return the words of a question that a statement denies; "" if there are none.

    "A yank does not delete any code" denies what "Why does yanking a version delete its code?"
    takes for granted, and "Passes expire in May" that they never expire. What the question itself
    limits or forbids is no such premise: "Do not feed the ducks" is not against "Why is it
    forbidden to feed the ducks?".
    """
    if _has_negation(asked.text):
        checks: tuple[_Check, ...] = (_affirmed,)
    else:
        checks = (_opposed,) if _is_limited(asked) else (_denied, _opposed)
    found = (terms for check in checks for text in shown for terms in check(asked, text))
    terms = next(found, [])
    return asked.text[terms[0].start : terms[-1].end] if terms else ""


def _has_negation(text: str) -> bool:
    return any(in_word_list(word.text, "negation") for word in tokens(text))


def _is_limited(asked: QuestionType) -> bool:
    """Return True for "why is it forbidden" and "why only …"."""
    is_limited = any(in_word_list(word.text, "limitations") for word in tokens(asked.text))
    return is_limited or any(match_credit(term, _prohibitions()) for term in asked.terms)


@cache
def _prohibitions() -> str:
    return " ".join(word_list("limitations"))


def _opposed(asked: QuestionType, text: str) -> Iterator[list[Term]]:
    """Yield each word of the question whose opposite a statement says of the others.

    "The tower is closed on Mondays" after "Why is the tower open on Mondays?".
    """
    if _has_negation(text):
        return
    said = {key for word in tokens(text) for key in _keys(word.text)}
    for term in asked.terms:
        keys = _keys(term.text)
        if any(in_word_list(term.text, name) for name in _ORDERING) or not said.isdisjoint(keys):
            continue
        others = [one for one in asked.terms if one is not term]
        is_opposed = any(not said.isdisjoint(opposites_of(key)) for key in keys)
        if is_opposed and others and _share(others, text) >= _SAME_BUT_ONE:
            yield [term]


def _affirmed(asked: QuestionType, text: str) -> Iterator[list[Term]]:
    """Yield the words of a question that deny what a statement on the subject says.

    "Passes expire in May" after "Since passes never expire, …".
    """
    if _has_negation(text) or _is_bounded(text):
        return
    words = tokens(asked.text)
    telling = [term for term in asked.terms if not in_word_list(term.text, "negation")]
    for at, word in enumerate(words):
        if not in_word_list(word.text, "negation") or _is_subordinate(words[:at]):
            continue
        denied = _denied_by(word, telling)
        others = [one for one in telling if one is not denied]
        if denied is None or match_credit(denied, text) < 1.0:
            continue
        if others and _share(others, text) >= _SAME_BUT_ONE:
            negation = Term("", "", word.text, word.start, word.end)
            yield sorted((negation, denied), key=lambda term: term.start)


def _denied_by(negation: Token, telling: Sequence[Term]) -> Term | None:
    """Return the word after a negation, or the one before it if none follows: «обойти нельзя»."""
    after = next((one for one in telling if one.start >= negation.end), None)
    before = (one for one in reversed(telling) if one.end <= negation.start)
    return after or next(before, None)


def _is_bounded(text: str) -> bool:
    """Return True for "only" and "unless": what is said so may still be false elsewhere."""
    return any(in_word_list(word.text, "limitations") for word in tokens(text))


def _keys(word: str) -> frozenset[str]:
    """Return the stems of all readings: «закрыта» is of «закрыть» and of «закрытый»."""
    return frozenset(map(stem_key, (word, *(one.normal for one in readings(word)))))


def _denied(asked: QuestionType, text: str) -> Iterator[list[Term]]:
    """Yield the words of the question, in its order, that follow each negation in its clause.

    The first content word after the negation has to be one of them: «не канал поддержки». "No"
    denies the verb before it as well: "makes no warranties".
    """
    if _share(asked.terms, text) < _ON_SUBJECT:
        return
    words = tokens(text)
    for at, word in enumerate(words):
        if not in_word_list(word.text, "negation") or _is_subordinate(words[:at]):
            continue
        is_noun_denied = in_word_list(word.text, "negative_determiners")
        before = " ".join(one.text for one in words[max(0, at - 1) : at] if is_noun_denied)
        clause = _rest_of_clause(text, word)
        first = next(iter(content_terms(clause)), None)
        denied = f"{before} {clause}"
        same = [term for term in asked.terms if match_credit(term, denied) >= RELATED_CREDIT]
        if first is None or len(same) < _FEWEST:
            continue
        if any(match_credit(term, first.text) >= RELATED_CREDIT for term in same):
            yield same


def _is_subordinate(before: Sequence[Token]) -> bool:
    """Return True for the negation of "a copy that is not …", "if the boat is not …"."""
    lists = ("complementizers", "sub_question_words", "conditions")
    return any(in_word_list(word.text, name) for word in before[-_NEAR:] for name in lists)


def _share(terms: Sequence[Term], text: str) -> float:
    found = sum(match_credit(term, text) >= RELATED_CREDIT for term in terms)
    return found / len(terms) if terms else 0.0


def _rest_of_clause(text: str, word: Token) -> str:
    end = _CLAUSE_END.search(text, word.end)
    return text[word.end : end.start() if end else len(text)]
