"""Find what a question takes for granted and the sources contradict or do not state."""

from collections.abc import Iterator, Sequence
from itertools import pairwise

from workbench.extractive.denied_premise import denied_premise
from workbench.extractive.word_credit import match_credit
from workbench.nlp.amounts import CALENDAR, MONEY, Amount, amounts, same_value, unit_of
from workbench.nlp.asked_relation import subject_names
from workbench.nlp.cross_language import translations
from workbench.nlp.grammar import in_word_list, is_function_word
from workbench.nlp.morphology import is_cyrillic
from workbench.nlp.name_keys import is_transcribed
from workbench.nlp.phrases import find_phrases, has_phrase
from workbench.nlp.premise_clause import premise_clause
from workbench.nlp.question_type import QuestionType, read_question
from workbench.nlp.terms import Term, contains, content_terms, term_set
from workbench.nlp.times_of_day import times_of_day
from workbench.nlp.tokens import tokens
from workbench.nlp.weekdays import weekdays
from workbench.nlp.word_lists import word_list

_ON_SUBJECT = 0.5
"""Least share of the question's other words in a statement whose value counts."""
_LABEL_END = ": "
"""Between the label and the value of a fact: "Storm and flood: Not covered"."""


def contradicted_premise(question: str, shown: Sequence[str]) -> str:
    """Return the words of the question that the statements contradict; empty if there are none.

    Only a question for a reason, or since when something is so, asserts its values: "Why is it
    closed on Tuesdays?", and one that opens with a premise: "Since it is closed on Tuesdays, …".
    Elsewhere they are conditions: "How much leave do I get after 5 years?".
    """
    clause = premise_clause(question)
    asked = read_question(clause or question)
    if not (clause or _takes_for_granted(asked)):
        return ""
    found = (words for text in shown for words in _contradicted(asked, text))
    return next(found, "") or _denied(asked, shown) or denied_premise(asked, shown)


def unsupported_premise(question: str, mentions: Sequence[str], texts: Sequence[str]) -> str:
    """Return the first value or name that the question takes for granted and no source has.

    Args:
        question: the question, or a part of it.
        mentions: words of the question that name known entities, in whatever language.
        texts: the texts and headings of all sources found.
    """
    asked = read_question(question)
    if not texts or not _takes_for_granted(asked):
        return ""
    values = (asked.text[one.start : one.end] for one in _asserted(asked, texts))
    return next(values, "") or next(_unknown_names(asked, texts, mentions), "")


def absent_name(question: str, mentions: Sequence[str], texts: Sequence[str]) -> str:
    """Return the first name of any question over documents that no source has; else empty.

    "Can it send alerts to Telegram?" is not answered by sources without Telegram. A common word
    with a capital is not a name, and a question written as a title has none.
    """
    if not texts or _is_title(question):
        return ""
    names = _unknown_names(read_question(question), texts, mentions)
    return next((name for name in names if not translations(name)), "")


def _is_title(question: str) -> bool:
    """Return True if a function word inside is capitalised: "What Is the Rota?"."""
    within = tokens(question)[1:]
    return any(is_function_word(word.text) and word.text[0].isupper() for word in within)


def _takes_for_granted(asked: QuestionType) -> bool:
    return asked.wants_reason or has_phrase(asked.text, word_list("presupposing_questions"))


def _asserted(asked: QuestionType, texts: Sequence[str]) -> Iterator[Amount]:
    """Yield the numbers of the question that no text has, with whatever unit.

    A measure does not support a count: "twelve minutes" is not "twelve engineers".
    """
    have = [one for text in texts for one in amounts(text)]
    counts = [one for one in have if not one.unit]
    for amount in amounts(asked.text):
        is_word = amount.value == 1 and not asked.text[amount.start].isdigit()
        comparable = counts if _is_count(asked, amount) else have
        if is_word or amount.unit == CALENDAR or any(same_value(one, amount) for one in comparable):
            continue
        yield amount


def _is_count(asked: QuestionType, amount: Amount) -> bool:
    """Return True for a number whose next word is what it counts: "twelve engineers"."""
    return not amount.unit and any(term.start == amount.end + 1 for term in asked.terms)


def _unknown_names(
    asked: QuestionType, texts: Sequence[str], mentions: Sequence[str]
) -> Iterator[str]:
    """Yield the names that no text has in any spelling; all texts are in the question's script."""
    everything = " ".join(texts)
    if is_cyrillic(asked.text) != is_cyrillic(everything):
        return
    words = {word.text for word in tokens(everything)}
    known = " ".join((everything, *mentions))
    for name in subject_names(asked.text, ""):
        terms = content_terms(name)
        if not terms or any(match_credit(term, known) for term in terms):
            continue
        if not any(is_transcribed(name, word) or word.startswith(name) for word in words):
            yield name  # "ARM64" tells of ARM


def _contradicted(asked: QuestionType, text: str) -> Iterator[str]:
    """Yield each value of the question that a statement on its subject contradicts."""
    for word in tokens(asked.text):
        days, stated = weekdays(word.text), weekdays(text)
        if days and stated and days.isdisjoint(stated) and _is_on_subject(asked, text, word.text):
            yield word.text
    for hours in find_phrases(asked.text, word_list("around_the_clock")):
        words = asked.text[hours.start : hours.end]
        if _has_hours(text) and _is_on_subject(asked, text, words):
            yield words
    for amount in _amounts_and_ones(asked.text):
        words = asked.text[amount.start : amount.end]
        if _has_another(amount, text) and _is_on_subject(asked, text, words):
            yield words


def _amounts_and_ones(text: str) -> list[Amount]:
    """Return the amounts of a text, and "one year", which is elsewhere read as an article."""
    ones = (
        Amount(1.0, unit_of(unit.text), one.start, one.end)
        for one, unit in pairwise(tokens(text))
        if in_word_list(one.text, "plain_one") and unit_of(unit.text)
    )
    return [*amounts(text), *ones]


def _has_hours(text: str) -> bool:
    """Return True for "from 8:00 to 22:00", without words for all day."""
    return len(times_of_day(text)) > 1 and not has_phrase(text, word_list("around_the_clock"))


def _denied(asked: QuestionType, shown: Sequence[str]) -> str:
    """Return the words of an affirmative question that all facts on its subject deny.

    The value of such a fact opens with a negation: "Storm and flood: Not covered". Without a limit
    is not a denial.
    """
    if any(in_word_list(word.text, "negation") for word in tokens(asked.text)):
        return ""
    facts = [text for text in shown if _is_on_subject(asked, text, "")]
    if not facts or not all(map(_is_denial, facts)):
        return ""
    found = [term for term in content_terms(asked.text) if contains(term, term_set(facts[0]))]
    return asked.text[found[0].start : found[-1].end] if found else ""


def _is_denial(text: str) -> bool:
    _, label_end, value = text.rpartition(_LABEL_END)
    first = next(iter(tokens(value)), None)
    is_negated = first is not None and in_word_list(first.text, "negation")
    return bool(label_end) and is_negated and not has_phrase(value, word_list("without_amount"))


def _has_another(amount: Amount, text: str) -> bool:
    """Return True if a text has values of the amount's unit, and none equal to it."""
    if not amount.unit or amount.unit == CALENDAR:
        return False
    stated = [one for one in _amounts_and_ones(text) if one.unit == amount.unit]
    is_free = amount.unit in MONEY and has_phrase(text, word_list("without_amount"))
    return (bool(stated) or is_free) and not any(same_value(one, amount) for one in stated)


def _is_on_subject(asked: QuestionType, text: str, value: str) -> bool:
    words = term_set(text)
    others = [term for term in asked.terms if not _is_value(term, value)]
    found = sum(contains(term, words) for term in others)
    return bool(others) and found >= _ON_SUBJECT * len(others)


def _is_value(term: Term, value: str) -> bool:
    """Return True for a word of a value, or a unit: «рублей»."""
    return term.text in value or term.text.isdigit() or bool(unit_of(term.text))
