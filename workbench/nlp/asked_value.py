"""Tell which kind of value answers a question, and whether a text holds one."""

import re
from collections.abc import Sequence
from typing import Literal, TypeAlias

from workbench.nlp.amounts import CALENDAR, MONEY, Amount, amounts
from workbench.nlp.grammar import in_word_list
from workbench.nlp.phrases import find_phrases, has_phrase
from workbench.nlp.question_type import QuestionType, holds_new_name, holds_time
from workbench.nlp.tokens import Token, tokens
from workbench.nlp.word_lists import word_list

ValueKind: TypeAlias = Literal["number", "money", "time", "who", "reason"]

# A reason without a word for it: ", as traces of clay stain it", "to coordinate the response",
# and a sentence after a colon: "Never use water: the bricks crack".
_REASON_MARK = re.compile(
    r",\s+as\s|(?P<before>\b\w+)\s+to\s+[a-z]{3,}|:\s+[a-z\u0430-\u044f\u0451]"
)
_NOUN_WITHIN = 4
"""Words after "what" or «какой» among which its noun is looked for: "what is my yearly budget"."""
_BESIDE = 6
"""Characters between a month and the numbers of its date: "December 10, 2025"."""
_LIKELY_YEARS = range(1900, 2100)
_MONEY_UNITS = MONEY | {"percent", ""}
"""Units of an amount of money or a share; prices are often written without one."""


def asked_value(asked: QuestionType) -> ValueKind | None:
    """Return the kind of value that the question asks for; None if words may answer it.

    "How much does it cost" asks for money, "what is the rate" for a number, "who" for a person.
    """
    if asked.wants_reason or asked.wants_steps or asked.wants_verdict:
        return None
    if asked.wants_time:
        return "time" if _opens_with(asked.text, "time_questions") else None
    noun = _noun_asked_for(asked.text)
    if asked.wants_amount or noun:
        is_money = has_phrase(noun or asked.text, word_list("money_nouns"))
        return "money" if is_money else "number"
    return "who" if _opens_with(asked.text, "person_questions") else None


def _opens_with(text: str, phrases: str) -> bool:
    """Return False for "what happens when …", where another question word comes first."""
    first = next((word for word in tokens(text) if in_word_list(word.text, "question_words")), None)
    found = list(find_phrases(text, word_list(phrases)))
    return bool(found) and (first is None or any(one.start <= first.start for one in found))


def _noun_asked_for(text: str) -> str:
    """Return the noun of a quantity after "what" or «какой»; empty without one.

    "In what area …" and «В каких районах …» ask for a place.
    """
    words = tokens(text)
    for place, word in enumerate(words):
        if in_word_list(word.text, "plain_interrogatives"):
            if place and in_word_list(words[place - 1].text, "swap_prepositions"):
                return ""
            near = words[place + 1 : place + 1 + _NOUN_WITHIN]
            return next((one.text for one in near if _is_measured(one)), "")
    return ""


def _is_measured(word: Token) -> bool:
    return in_word_list(word.text, "measured_nouns")


def tells_reason(text: str) -> bool:
    """Return True if a text has a word or a mark of a reason or a purpose."""
    words = word_list("reasons") + word_list("reason_signs")
    return has_phrase(text, words) or any(
        not in_word_list(found["before"] or "", "verbs_with_infinitive")
        for found in _REASON_MARK.finditer(text)
    )


def holds_value(asked: QuestionType, kind: ValueKind, texts: Sequence[str]) -> bool:
    """Return True if a text has a value of the kind that the question does not have itself."""
    return any(_holds(asked, kind, text) for text in texts)


def _holds(asked: QuestionType, kind: ValueKind, text: str) -> bool:
    if kind == "who":
        return holds_new_name(asked, text) or has_phrase(text, word_list("person_nouns"))
    if kind == "time" and (holds_time(text) or has_phrase(text, _times())):
        return True
    if kind != "time" and has_phrase(text, word_list("without_amount")):
        return True
    known = {amount.value for amount in amounts(asked.text)}
    found = [
        one
        for one in amounts(text)
        if one.value not in known and not (_is_article(one, text) or _is_of_date(one, text))
    ]
    if kind == "time":
        return any(text[one.start].isdigit() for one in found)
    if kind == "money":
        return any(one.unit in _MONEY_UNITS and not _is_year(one, text) for one in found)
    return bool(found)


def _times() -> tuple[str, ...]:
    """Words that answer "when" without a date: "on Mondays", "after the approval"."""
    return word_list("weekdays") + word_list("conditions")


def _is_of_date(amount: Amount, text: str) -> bool:
    """Return True for a month, and for a number beside one: the day and year of «12 May 2023».

    A number after a colon is no part of the date: "Fired in March: 2".
    """
    months = [one for one in amounts(text) if one.unit == CALENDAR]
    return any(
        one.start - _BESIDE <= amount.end
        and amount.start <= one.end + _BESIDE
        and ":" not in text[one.end : amount.start]
        for one in months
    )


def _is_year(amount: Amount, text: str) -> bool:
    """Return True for four digits that are rather a year than a price: "Since: 2023"."""
    digits = text[amount.start : amount.end]
    return not amount.unit and digits.isdecimal() and amount.value in _LIKELY_YEARS


def _is_article(amount: Amount, text: str) -> bool:
    """Return True for a number word that counts nothing: "once confirmed", "one of the forms"."""
    word = text[amount.start : amount.end]
    return amount.value == 1 and not amount.unit and not word[:1].isdigit()
