"""Write the search queries of the offline planner."""

from workbench.nlp.defined_terms import without_term_noun
from workbench.planner.graph_calls import IntentCalls, PlanningContext
from workbench.planner.protocol import PlanRequest
from workbench.retrieval.filters import filter_values

_ALIASES = frozenset({"alias", "transliteration"})
"""Matches whose words are not those of the name; documents may use either."""


def standalone_question(request: PlanRequest) -> str:
    """Return the rewritten follow-up; empty for a request for more of a list."""
    return "" if request.memory.pages else request.memory.rewritten


def search_query(request: PlanRequest, context: PlanningContext) -> str:
    """Return the search query: the question, and names it refers to implicitly or by an alias.

    Of an elliptical follow-up it is the rewritten question.
    """
    text = without_term_noun(standalone_question(request) or request.question.text)
    names = [e.name for e in context.sure if e.span is None]
    names += [e.name for e in context.own if e.matched_by in _ALIASES]
    return " ".join([text, *(name for name in names if name.casefold() not in text.casefold())])


def compares_values(found: IntentCalls) -> bool:
    """Whether a filter of a search lists several values, each of which it searches apart."""
    filters = (call.args.applied_filters for call in found.calls)
    return any(len(filter_values(value)) > 1 for one in filters for value in one.values())
