"""Compare the years that a text tells with a bound of a question: "before 2020", "in 2017"."""

import re
from typing import NamedTuple

from workbench.nlp.operator_spans import TIME_OPERATORS, operator_spans
from workbench.nlp.operators import Operator
from workbench.nlp.phrase_lists import named_phrases
from workbench.nlp.query_words import query_words
from workbench.nlp.years import BARE_YEAR_PATTERN, is_year

# A year by itself, and no part of "1,900 documents" or "v2.2019".
_YEAR = re.compile(rf"(?<![\d.,]){BARE_YEAR_PATTERN}(?![\d,.]?\d)")
_SINCE_REACH = 2
"""Words between "since" and its year: "since the spring of" has more."""


class YearBound(NamedTuple):
    """A year with the operator before it."""

    operator: Operator
    year: int


class Years(NamedTuple):
    """The first and the last year of a text; no last one for "since March 2023"."""

    first: int
    last: int | None


def read_year_bound(phrase: str) -> YearBound | None:
    """Return the bound that a phrase is: of "before 2020", and of "2017" by itself."""
    words = query_words(phrase)
    if len(words) == 1 and is_year(words[0].text):
        return YearBound("during", int(words[0].text))
    for mention in operator_spans(words, ()):
        after = words[mention.end : mention.end + 1]
        is_time = isinstance(mention.meaning, str) and mention.meaning in TIME_OPERATORS
        if is_time and not mention.start and after and is_year(after[0].text):
            return YearBound(mention.meaning, int(after[0].text))  # type: ignore[arg-type]
    return None


def meets_bound(bound: YearBound, text: str) -> bool:
    """Whether a time between the years of a text meets a bound; False for a text without years."""
    years = _years_of(text)
    if years is None:
        return False
    operator, year = bound
    last = years.last if years.last is not None else max(year, years.first) + 1
    match operator:
        case "before":
            return years.first < year
        case "until":
            return years.first <= year
        case "after":
            return last > year
        case "since":
            return last >= year
        case _:
            return years.first <= year <= last


def _years_of(text: str) -> Years | None:
    found = [int(one.group()) for one in _YEAR.finditer(text)]
    if not found:
        return None
    is_open = len(set(found)) == 1 and _opens_since(text)
    return Years(min(found), None if is_open else max(found))


def _opens_since(text: str) -> bool:
    """Whether "since" stands before the year of a text: "since March 2023"."""
    words = query_words(text)
    years = [at for at, word in enumerate(words) if _YEAR.fullmatch(word.text)]
    since = [one for one in named_phrases(words, "graph_operators") if one.name == "since"]
    return any(0 <= at - one.end < _SINCE_REACH for at in years for one in since)
