"""Find the clause of a question that takes something for granted: "Since passes expire, …"."""

import re

from workbench.nlp.amounts import CALENDAR, amounts
from workbench.nlp.phrases import find_phrases
from workbench.nlp.question_type import asking_part
from workbench.nlp.tokens import tokens
from workbench.nlp.word_lists import word_list
from workbench.nlp.years import BARE_YEARS

_CLAUSE_END = re.compile(r",(?!\d)")
_FEWEST_WORDS = 3
"""Fewest words of such a clause: "since 2019" has none."""


def premise_clause(question: str) -> str:
    """Return what a question takes for granted before its first comma, without "since"; else "".

    "Since May 2019, how many boats were sold?" only says from when they are counted.
    """
    asking = asking_part(question)
    opening = next(
        (one for one in find_phrases(asking, word_list("premise_openings")) if not one.start), None
    )
    end = _CLAUSE_END.search(asking, opening.end) if opening else None
    if opening is None or end is None:
        return ""
    clause = asking[opening.end : end.start()].strip()
    is_short = len(tokens(clause)) < _FEWEST_WORDS
    return "" if is_short or _opens_with_date(clause) else clause


def _opens_with_date(clause: str) -> bool:
    first = next((one for one in amounts(clause) if not one.start), None)
    return first is not None and (first.unit == CALENDAR or first.value in BARE_YEARS)
