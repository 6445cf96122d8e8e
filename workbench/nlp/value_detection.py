"""Detect whether a text has a value of the kind that a question asks for."""

import re
from collections.abc import Callable, Mapping, Sequence
from itertools import pairwise

from workbench.nlp.addresses import has_email, has_link, has_phone
from workbench.nlp.ages import has_age
from workbench.nlp.amounts import (
    CALENDAR,
    MONEY,
    TIME_UNITS,
    Amount,
    amounts,
    month_of,
)
from workbench.nlp.answer_type import ValueKind, subject_terms
from workbench.nlp.asked_relation import read_relation
from workbench.nlp.counted_units import counted_unit, counts_one, is_number_of, labels_unit
from workbench.nlp.grammar import in_word_list, readings
from workbench.nlp.morphology import is_cyrillic
from workbench.nlp.name_detection import has_person, has_place, has_title
from workbench.nlp.number_roles import counted_word, is_in_name
from workbench.nlp.phrases import has_phrase
from workbench.nlp.quantities import quantities
from workbench.nlp.query_words import is_past_form
from workbench.nlp.question_type import QuestionType, has_time
from workbench.nlp.relation_lexicon import is_one_of
from workbench.nlp.terms import stem_key
from workbench.nlp.times_of_day import times_of_day
from workbench.nlp.tokens import tokens
from workbench.nlp.weekdays import weekdays
from workbench.nlp.word_lists import word_list
from workbench.nlp.years import BARE_YEARS

_BESIDE = 6
"""Characters between a month and the numbers of its date: "December 10, 2025"."""
_PERIODS = TIME_UNITS | {"second", "millisecond"}
# Two numbers that are no amounts: "24/7".
_RATIO = re.compile(r"\b\d+/\d+\b")


def has_value_of_kind(asked: QuestionType, kind: ValueKind, texts: Sequence[str]) -> bool:
    """Return True if a text has a value of the kind that the question does not have itself."""
    if kind in _FOUND_BY_FORM:
        return any(map(_FOUND_BY_FORM[kind], texts))
    return any(_FOUND_FOR_QUESTION[kind](asked, text) for text in texts)


def _new_amounts(asked: QuestionType, text: str) -> list[Amount]:
    """Return the amounts that are not in the question, without dates and articles.

    "After 40 days the plot goes to the next on the list" has no period of the list.
    """
    known = {amount.value for amount in amounts(asked.text)}
    others = _starts_of_others(asked, text)
    return [
        one
        for one in amounts(text)
        if one.value not in known
        and one.start not in others
        and not (_is_article(one, text) or _is_of_date(one, text))
    ]


def _starts_of_others(asked: QuestionType, text: str) -> frozenset[int]:
    """Return where periods stand after which something happens, if it is not to the subject."""
    periods = [one for one in quantities(text) if one.bound == "start" and one.unit in _PERIODS]
    is_other = bool(periods) and _is_only_mentioned(asked, text)
    return frozenset(one.start for one in periods) if is_other else frozenset()


def _is_only_mentioned(asked: QuestionType, text: str) -> bool:
    """Return True if the subject of a question stands after a preposition: "on the waiting list".

    Of its words in a row, the first one tells: the list of «в листе ожидания».
    """
    keys = {term.key for term in subject_terms(asked)}
    words = [word for word in tokens(text) if not in_word_list(word.text, "the_words")]
    is_subject = [stem_key(word.text) in keys for word in words]
    firsts = [
        before.text
        for (before, _), (was, now) in zip(pairwise(words), pairwise(is_subject), strict=True)
        if now and not was
    ]
    opens_text = is_subject[:1] == [True]
    lists = ("place_signs", "swap_prepositions")
    return (
        bool(firsts)
        and not opens_text
        and all(any(in_word_list(one, name) for name in lists) for one in firsts)
    )


def _has_number(asked: QuestionType, text: str) -> bool:
    """Return False for "holds 12 people" where days are asked for."""
    found = _new_amounts(asked, text)
    if has_phrase(asked.text, word_list("counting_questions")):
        found = [one for one in found if not is_in_name(one, text)]
        if counts_one(read_relation(asked.text).word, text):
            return True
    unit = counted_unit(asked.text)
    is_of_unit = not unit or labels_unit(unit, text)
    return has_phrase(text, word_list("without_amount")) or any(
        is_of_unit or is_number_of(unit, one) for one in found
    )


def _has_money(asked: QuestionType, text: str) -> bool:
    """Return False for years and for counts: "23 teachers" have no price."""
    units = MONEY | ({"percent"} if has_phrase(asked.text, word_list("share_nouns")) else set())
    return has_phrase(text, word_list("without_amount")) or any(
        one.unit in units or (not one.unit and _may_be_money(one, text))
        for one in _new_amounts(asked, text)
    )


def _may_be_money(amount: Amount, text: str) -> bool:
    counted = counted_word(amount, text)
    if has_phrase(counted, word_list("currency_words")):
        return True
    is_time = any(one.start <= amount.start < one.end for one in times_of_day(text))
    is_other = counted or is_time or is_year(amount, text) or is_in_name(amount, text)
    is_other = is_other or _is_in_ratio(amount, text)
    return not is_other and text[amount.start].isdigit()


def _is_in_ratio(amount: Amount, text: str) -> bool:
    """Return True for both numbers of "24/7", False for "500/month"."""
    return any(found.start() <= amount.start < found.end() for found in _RATIO.finditer(text))


def _has_percent(asked: QuestionType, text: str) -> bool:
    is_share = any(one.unit == "percent" for one in _new_amounts(asked, text))
    parts = [entry.partition(" ")[0] for entry in word_list("fraction_words")]
    return is_share or has_phrase(text, parts)


def _answers_when(asked: QuestionType, text: str) -> bool:
    """Return True for a date, a period or an occasion; a year does not tell when a shop opens.

    A number by itself may be the day of a month, "64 homes" tell no time. What happened has a date,
    or was told of in the past: "wait for 40 minutes" does not say when something began.
    """
    if _asks_about_past(asked.text) and not (_has_date(text) or _has_past_form(text)):
        return False
    if _asks_for_past_opening(asked.text):
        return _has_season(text) or (has_time(text) and not _has_only_hours(text))
    if has_phrase(asked.text, word_list("calendar_questions")):
        return _has_date(text) or has_time(text)
    if has_phrase(text, _times()) or times_of_day(text) or _has_season(text):
        return True
    if has_time(text):
        return not (_asks_for_hours(asked.text) and _has_past_year(text))
    return any(
        text[one.start].isdigit()
        and not (one.unit or counted_word(one, text) or is_in_name(one, text))
        for one in _new_amounts(asked, text)
    )


def _asks_about_past(question: str) -> bool:
    """Return True for "When did it begin?" and «Когда начали строить?»."""
    words = [word.text for word in tokens(question)]
    lists = ("past_auxiliaries", "past_forms_of_be")
    is_past = any(in_word_list(word, name) for word in words for name in lists)
    return is_past or any("past" in _first_marks(word) for word in words)


def _has_date(text: str) -> bool:
    dated = any(one.unit == CALENDAR or one.value in BARE_YEARS for one in amounts(text))
    return dated or _has_season(text)


def _has_past_form(text: str) -> bool:
    return any(_is_past(word.text) for word in tokens(text))


def _first_marks(word: str) -> frozenset[str]:
    return next((one.marks for one in readings(word)), frozenset())


def _has_season(text: str) -> bool:
    """Return True for a month or season of no year: "every March", «летом»."""
    words = tokens(text)
    return any(
        any(in_word_list(word.text, name) for name in ("months", "seasons"))
        and in_word_list(before.text, "season_signs")
        for before, word in pairwise(words)
    ) or any(_is_season_alone(word.text) for word in words)


def _is_season_alone(word: str) -> bool:
    """Return True for «летом», a season in the instrumental."""
    is_season = is_cyrillic(word) and in_word_list(word, "seasons")
    return is_season and any("ablt" in one.marks for one in readings(word))


def _times() -> tuple[str, ...]:
    """Words that answer "when" without a date: "on Mondays", "after the approval"."""
    return word_list("weekdays") + word_list("conditions") + word_list("clock_words")


def _asks_for_hours(question: str) -> bool:
    """Return True for "When does it open?", which is not about the past: «Когда открывается»."""
    relation = read_relation(question).word
    has_auxiliary = any(in_word_list(one.text, "past_auxiliaries") for one in tokens(question))
    return is_one_of(relation, "hours_relations") and not (has_auxiliary or _is_past(relation))


def _asks_for_past_opening(question: str) -> bool:
    """Return True for "When was the mill opened?", which no opening hours answer."""
    words = [one.text for one in tokens(question)]
    is_passive = any(in_word_list(word, "past_forms_of_be") for word in words)
    return is_passive and any(_is_past(x) and is_one_of(x, "hours_relations") for x in words)


def _has_only_hours(text: str) -> bool:
    """Return True for a text whose only times are those of the day: "from 6:30 on weekdays"."""
    hours = times_of_day(text)
    others = (
        one
        for one in amounts(text)
        if one.unit in TIME_UNITS | {CALENDAR} or is_year(one, text)
        if not any(hour.start <= one.start < hour.end for hour in hours)
    )
    return bool(hours) and not any(others)


def _has_past_year(text: str) -> bool:
    """Return True for a text of the past whose dates are all bare years: "Opened in 2009"."""
    dated = [
        one
        for one in amounts(text)
        if one.unit == CALENDAR or (one.unit in TIME_UNITS and one.value not in BARE_YEARS)
    ]
    return not dated and _has_past_form(text)


def _is_past(word: str) -> bool:
    """Return True for "opened", «открылся», «построена»."""
    return not _first_marks(word).isdisjoint({"past", "PRTS"}) or is_past_form(word.lower())


def _has_clock(asked: QuestionType, text: str) -> bool:
    if times_of_day(text) or has_phrase(text, word_list("clock_words")):
        return True
    before = {end.start: start.text for start, end in pairwise(tokens(text))}
    return any(
        one.unit == "hour" and in_word_list(before.get(one.start, ""), "clock_prepositions")
        for one in _new_amounts(asked, text)
    )


def _has_duration(asked: QuestionType, text: str) -> bool:
    """Return True for a period, for two dates or times between which something is, and "until"."""
    known = {one.value for one in quantities(asked.text)}
    others = _starts_of_others(asked, text)
    periods = (
        one.unit in _PERIODS and one.value not in known and one.start not in others
        for one in quantities(text)
    )
    is_between = (
        len(times_of_day(text)) > 1 or sum(one.unit == CALENDAR for one in amounts(text)) > 1
    )
    return any(periods) or is_between or has_phrase(text, word_list("endless_periods"))


def _has_frequency(text: str) -> bool:
    return bool(weekdays(text)) or has_phrase(text, word_list("frequencies"))


def _is_of_date(amount: Amount, text: str) -> bool:
    """Return True for a month, and for a number beside one: the day and year of «12 May 2023».

    A number after a colon, or of something counted, is not part of the date: "Fired in March: 2",
    "In March 40 people came".
    """
    if amount.unit != CALENDAR and _counts_other(amount, text):
        return False
    months = [one for one in amounts(text) if one.unit == CALENDAR]
    return any(
        one.start - _BESIDE <= amount.end
        and amount.start <= one.end + _BESIDE
        and ":" not in text[one.end : amount.start]
        for one in months
    )


def _counts_other(amount: Amount, text: str) -> bool:
    """Return True for "40 people", False for "12 May", "2023 the" and «2023 года»."""
    counted = counted_word(amount, text)
    is_date = month_of(counted) or amount.value in BARE_YEARS or not counted.islower()
    return bool(counted) and not is_date


def is_year(amount: Amount, text: str) -> bool:
    """Return True for four digits that are rather a year than a price: "Since: 2023"."""
    digits = text[amount.start : amount.end]
    return not amount.unit and digits.isdecimal() and amount.value in BARE_YEARS


def _is_article(amount: Amount, text: str) -> bool:
    """Return True for a number word that counts nothing: "once confirmed", "one of the forms"."""
    word = text[amount.start : amount.end]
    return amount.value == 1 and not amount.unit and not word[:1].isdigit()


_FOUND_BY_FORM: Mapping[ValueKind, Callable[[str], bool]] = {
    "frequency": _has_frequency,
    "age": has_age,
    "phone": has_phone,
    "email": has_email,
    "link": has_link,
}
_FOUND_FOR_QUESTION: Mapping[ValueKind, Callable[[QuestionType, str], bool]] = {
    "number": _has_number,
    "money": _has_money,
    "percent": _has_percent,
    "time": _answers_when,
    "clock": _has_clock,
    "duration": _has_duration,
    "who": has_person,
    "name": has_title,
    "place": has_place,
}
