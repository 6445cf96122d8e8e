"""Find a value that a question takes for granted and the sources contradict."""

from collections.abc import Iterator, Sequence

from workbench.nlp.amounts import CALENDAR, MONEY, Amount, amounts, same_value, unit_of
from workbench.nlp.phrases import has_phrase
from workbench.nlp.question_type import QuestionType, read_question
from workbench.nlp.terms import Term, contains, term_set
from workbench.nlp.tokens import tokens
from workbench.nlp.weekdays import weekdays
from workbench.nlp.word_lists import word_list

_ON_SUBJECT = 0.5
"""Share of the question's other words in a statement, for its value to be the right one."""


def contradicted_premise(question: str, shown: Sequence[str]) -> str:
    """Return the words of the value that the statements contradict; empty if there is none.

    Only a question for a reason asserts its values: "Why is it closed on Tuesdays?". Elsewhere they
    are conditions: "How much leave do I get after 5 years?".
    """
    asked = read_question(question)
    if not asked.wants_reason:
        return ""
    return next((words for text in shown for words in _contradicted(asked, text)), "")


def _contradicted(asked: QuestionType, text: str) -> Iterator[str]:
    """Yield each value of the question instead of which a statement on its subject has another."""
    for word in tokens(asked.text):
        days, told = weekdays(word.text), weekdays(text)
        if days and told and days.isdisjoint(told) and _is_on_subject(asked, text, word.text):
            yield word.text
    for amount in amounts(asked.text):
        words = asked.text[amount.start : amount.end]
        if _has_another(amount, text) and _is_on_subject(asked, text, words):
            yield words


def _has_another(amount: Amount, text: str) -> bool:
    """Return True if a text has values of the amount's unit, and none equal to it."""
    if not amount.unit or amount.unit == CALENDAR:
        return False
    told = [one for one in amounts(text) if one.unit == amount.unit]
    is_free = amount.unit in MONEY and has_phrase(text, word_list("without_amount"))
    return (bool(told) or is_free) and not any(same_value(one, amount) for one in told)


def _is_on_subject(asked: QuestionType, text: str, value: str) -> bool:
    words = term_set(text)
    others = [term for term in asked.terms if not _is_value(term, value)]
    found = sum(contains(term, words) for term in others)
    return bool(others) and found >= _ON_SUBJECT * len(others)


def _is_value(term: Term, value: str) -> bool:
    """Return True for a word of a value, or a unit: «рублей»."""
    return term.text in value or term.text.isdigit() or bool(unit_of(term.text))
