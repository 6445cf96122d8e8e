"""The register of graph gaps: relations and values that questions asked for and the graph lacks."""

from collections.abc import Iterable, Iterator
from datetime import datetime
from typing import Literal, TypeAlias, get_args

from pydantic import Field

from workbench.domain.base import Value, content_id
from workbench.domain.drafts import EdgeDraft
from workbench.domain.evidence import Evidence, ExecutedCall, Gap
from workbench.domain.graph_query import (
    CombinedSet,
    EdgesAnswer,
    FollowSet,
    GraphQuery,
    LinkedSet,
    NodesSet,
    PathAnswer,
    TopSet,
    ValueAnswer,
    WhereSet,
)
from workbench.domain.plan import Filters, ToolArgs

GapReason: TypeAlias = Literal["absent", "filtered", "unknown_entity"]
"""Why the graph had no answer: nothing is there, nothing meets a condition, a name is unknown.

Calls that failed and questions that were not understood say nothing about the graph.
"""
_REASONS = get_args(GapReason)
MOST_PASSAGES = 5
"""Passages that a line of the register keeps, of the newest runs first."""


class RunWithGaps(Value):
    """What a run asked for in vain, and the passages that it found."""

    run_id: str
    question: str
    created_at: datetime
    gaps: tuple[Gap, ...]
    tool_calls: tuple[ExecutedCall, ...]
    passages: tuple[Evidence, ...] = ()


class GapRun(Value):
    """A run in the register."""

    id: str
    question: str
    created_at: datetime


class MissingFact(Value):
    """What a call asked the graph for; parts that are not known are None or empty."""

    subject: str | None = None
    """The node that an edge leads from, or that has a property."""
    relation: str = ""
    """A type of edge, a property or an intent."""
    object: str | None = None
    """The node that an edge leads to."""
    words: tuple[str, ...] = ()
    """Words of the question that nothing in the graph stands for."""
    filters: Filters = Field(default_factory=dict)
    """The condition that nothing meets."""

    @property
    def is_edge(self) -> bool:
        """Whether both ends and the relation are known."""
        return bool(self.subject and self.relation and self.object)


class GraphGap(Value):
    """A line of the register: what was missing, how often and in which runs."""

    id: str
    missing: MissingFact
    reason: GapReason
    message: str
    """Why there was no answer, as the newest run says it."""
    times: int
    last_at: datetime
    runs: tuple[GapRun, ...]
    """Newest first."""
    passages: tuple[Evidence, ...] = ()
    """What the documents had instead, of the newest runs first."""
    draft: EdgeDraft | None = None
    """The missing edge, where both ends are known and a passage names them."""
    is_drafted: bool = False
    """Whether ``draft`` is in the review queue, or was decided about."""


def gap_register(runs: Iterable[RunWithGaps]) -> tuple[GraphGap, ...]:
    """Return the gaps of runs, each once: the most frequent first, then the latest.

    Args:
        runs: newest first.
    """
    found: dict[str, GraphGap] = {}
    for run in runs:
        for key, gap in _lines(run).items():
            found[key] = _with_earlier(found[key], gap) if key in found else gap
    return tuple(sorted(found.values(), key=lambda gap: (-gap.times, -gap.last_at.timestamp())))


def _lines(run: RunWithGaps) -> dict[str, GraphGap]:
    """Return the register of a single run; a gap that occurs twice counts once."""
    lines: dict[str, GraphGap] = {}
    for gap in run.gaps:
        missing = _missing(gap, run.tool_calls) if gap.reason in _REASONS else None
        if missing is None:
            continue
        key = missing.model_dump_json() if missing != MissingFact() else gap.message
        line = GraphGap.model_validate(
            {
                "id": content_id("gap", key, gap.reason),
                "missing": missing,
                "reason": gap.reason,
                "message": gap.message,
                "times": 1,
                "last_at": run.created_at,
                "runs": [GapRun(id=run.run_id, question=run.question, created_at=run.created_at)],
                "passages": run.passages[:MOST_PASSAGES],
            }
        )
        lines.setdefault(line.id, line)
    return lines


def _with_earlier(gap: GraphGap, earlier: GraphGap) -> GraphGap:
    passages = {one.id: one for one in (*gap.passages, *earlier.passages)}
    update = {
        "times": gap.times + earlier.times,
        "runs": (*gap.runs, *earlier.runs),
        "passages": tuple(passages.values())[:MOST_PASSAGES],
    }
    return gap.model_copy(update=update)


def _missing(gap: Gap, calls: tuple[ExecutedCall, ...]) -> MissingFact | None:
    """Return what a gap's call asked the graph for; None for a search or a table."""
    args: ToolArgs | None = calls[gap.call].args if gap.call < len(calls) else None
    query = args.graph_query if args else None
    if query is None:
        if args is None or args.intent_id is None:
            return None
        filters = args.applied_filters if gap.reason == "filtered" else {}
        return MissingFact(subject=gap.entity_id, relation=gap.relation, filters=filters)
    if query.answer is None or gap.reason == "filtered":
        return MissingFact(words=query.unread)
    return _asked_for(query)


def _asked_for(query: GraphQuery) -> MissingFact:
    """Return what a query asked for: an edge or a property, with the nodes that it names."""
    match query.answer:
        case EdgesAnswer(of=of, edge=edge, direction=direction, with_=other):
            ends = (_node(query, of), _node(query, other))
            subject, target = reversed(ends) if direction == "in" else ends
            return MissingFact(subject=subject, relation=edge, object=target)
        case ValueAnswer(of=of, property=name):
            return MissingFact(subject=_node(query, of), relation=name)
        case PathAnswer(of=of, with_=other):
            return MissingFact(subject=_node(query, of), object=_node(query, other))
        case None:
            return MissingFact(words=query.unread)
        case answer:
            return next(_of_sets(query, answer.of), MissingFact())


def _of_sets(query: GraphQuery, set_id: str) -> Iterator[MissingFact]:
    """Yield what the sets that a set is made of ask for, the last step first."""
    match query.by_id().get(set_id):
        case FollowSet(of=of, edge=edge, direction=direction):
            end = _node(query, of)
            if direction == "in":
                yield MissingFact(relation=edge, object=end)
            else:
                yield MissingFact(subject=end, relation=edge)
        case LinkedSet(edge=edge):
            yield MissingFact(relation=edge)
        case WhereSet(property=name):
            yield MissingFact(relation=name)
        case CombinedSet(of=of, with_=other):
            yield from _of_sets(query, of)
            yield from _of_sets(query, other)
        case TopSet(of=of):
            yield from _of_sets(query, of)


def _node(query: GraphQuery, set_id: str) -> str | None:
    """Return the node of a set that names a single one."""
    found = query.by_id().get(set_id)
    return found.ids[0] if isinstance(found, NodesSet) and len(found.ids) == 1 else None
