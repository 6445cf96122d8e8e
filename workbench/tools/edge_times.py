"""The spans of the edges behind a fact, where a query asks for a time: "(2001 – 2006)"."""

from collections.abc import Iterable, Iterator
from typing import Any

from workbench.domain.evidence import GraphPath
from workbench.domain.graph_query import FollowSet, LinkedSet
from workbench.i18n.messages import messages
from workbench.i18n.properties import property_text
from workbench.retrieval.graph_query.spans import Span
from workbench.tools.answered_query import Answered


def with_times(answered: Answered, text: str, paths: Iterable[GraphPath]) -> str:
    """Return a text about what the paths lead to, with the spans of their edges in brackets.

    They are those of the relations that the query asks for at a time; the text alone without any.
    """
    sets = answered.query.sets
    asked = {
        one.edge for one in sets if isinstance(one, FollowSet | LinkedSet) and one.at is not None
    }
    if not asked:
        return text
    shown = ", ".join(dict.fromkeys(_spans(answered, asked, paths)))
    return f"{text} ({shown})" if shown else text


def _spans(answered: Answered, asked: set[str], paths: Iterable[GraphPath]) -> Iterator[str]:
    evaluator, language = answered.evaluator, answered.context.language
    words: dict[str, str] = messages("workbench.tools")[language]["query"]["spans"]
    for path in paths:
        for edge_id in path.edges:
            edge = evaluator.store.edge(edge_id)
            span = evaluator.schema.edge_spans.get(edge.type) if edge else None
            if edge is not None and span is not None and edge.type in asked:
                yield _span_text(edge.properties, span, words, language)


def _span_text(values: Any, span: Span, words: dict[str, str], language: str) -> str:
    """Return "2001 – 2006", or "since 2001" of an edge without an end."""
    ends = {"begin": values.get(span.begin), "end": values.get(span.end)}
    known = {
        name: property_text(value, language) for name, value in ends.items() if value is not None
    }
    kind = "both" if len(known) == len(ends) else next(iter(known))
    return words[kind].format(**known)
