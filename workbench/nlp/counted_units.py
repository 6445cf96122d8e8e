"""Find the unit whose number a question asks for: "days" of "after how many days"."""

from workbench.nlp.amounts import amounts, unit_of
from workbench.nlp.phrases import find_phrases
from workbench.nlp.question_type import TIME_UNITS
from workbench.nlp.tokens import tokens
from workbench.nlp.word_lists import word_list

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
    units = TIME_UNITS if unit in TIME_UNITS else {unit}
    return any(one.unit in units for one in amounts(text))
