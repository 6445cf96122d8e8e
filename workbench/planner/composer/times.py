"""Distinguish the time of an event from a state in the words of a question."""

from workbench.domain.graph_query import Test
from workbench.nlp.grammar import word_set
from workbench.nlp.operators import Operator
from workbench.nlp.periods import Period
from workbench.nlp.query_words import plain
from workbench.nlp.recurring_dates import RecurringDate
from workbench.planner.composer.linked_question import LinkedQuestion
from workbench.planner.composer.meanings import PropertyName, TypeName
from workbench.retrieval.graph_query.graph_schema import PropertyOf

TIMES: dict[Operator, Test] = {
    "after": "gt",
    "since": "ge",
    "before": "lt",
    "until": "le",
    "during": "eq",
}
"""Operators of conditions with a year."""
_EVENT_REACH = 2
"""How many words before a verb "did" may be: "did not open"."""


def is_date(asked: LinkedQuestion, named: PropertyName) -> bool:
    """Whether a property holds times."""
    one = PropertyOf(named.type, named.name)
    return one in asked.evaluator.dates or "time" in asked.schema.dimensions.get(one, ())


def denotes_time(asked: LinkedQuestion, at: int, node_type: str) -> bool:
    """Whether a mention means when something happened, and no state of the same name.

    "Did not open in August" and "When did it open?" ask for a date, "are not open" for a state. In
    "which closed bridges opened before 1950" the first is a state all the same.
    """
    dates = (one for one in asked.meanings(at, PropertyName) if one.type == node_type)
    if not any(is_date(asked, one) for one in dates):
        return False
    after = at + 1
    if after < asked.size and asked.meanings(after, TypeName):
        return False
    return bool(asked.operators("when")) or _is_before_time(asked, after) or _is_of_past(asked, at)


def _is_before_time(asked: LinkedQuestion, at: int) -> bool:
    """Whether a date, or a word such as "before", stands at a place."""
    if at >= asked.size:
        return False
    is_date_said = bool(asked.meanings(at, Period)) or bool(asked.meanings(at, RecurringDate))
    return is_date_said or bool(asked.operators_at(at) & {*TIMES})


def _is_of_past(asked: LinkedQuestion, at: int) -> bool:
    """Whether "did" makes a verb an event: "did not close"."""
    start = asked.mentions[at].start
    before = asked.words[max(0, start - _EVENT_REACH) : start]
    return any(plain(word.text) in word_set("past_auxiliaries") for word in before)
