"""Find the unit whose number a question asks for: "days" of "after how many days"."""

from workbench.nlp.amounts import Amount, amounts, unit_of
from workbench.nlp.phrases import find_phrases
from workbench.nlp.question_type import TIME_UNITS
from workbench.nlp.tokens import tokens
from workbench.nlp.word_lists import word_list
from workbench.nlp.years import BARE_YEARS

_WITHIN = 2
"""Words after "how many" among which the unit stands: "how many working days"."""


def counted_unit(question: str) -> str:
    """Return the canonical unit that a question asks a number of; "" where it asks for none."""
    found = next(find_phrases(question, word_list("counting_questions")), None)
    if found is None:
        return ""
    after = [word for word in tokens(question) if word.start >= found.end]
    return next(filter(None, (unit_of(word.text) for word in after[:_WITHIN])), "")


def has_number_of(unit: str, text: str) -> bool:
    """Return True if a text has a number of a unit; of a unit of time, of any unit of time."""
    return any(is_number_of(unit, one) for one in amounts(text))


def is_number_of(unit: str, amount: Amount) -> bool:
    """Return True for a number of a unit, or of any unit of time for one; 1987 is none of years."""
    units = TIME_UNITS if unit in TIME_UNITS else {unit}
    is_date = amount.unit == "year" and amount.value in BARE_YEARS
    return amount.unit in units and not is_date


def names_unit(unit: str, text: str) -> bool:
    """Return True if a word of a text is a unit, as in the header "Capacity, litres"."""
    return any(unit_of(word.text) == unit for word in tokens(text))
