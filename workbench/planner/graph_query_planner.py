"""Plan a question as a query to the graph, or say that the graph has no answer to it."""

from collections.abc import Iterator
from dataclasses import replace
from typing import NamedTuple

from workbench.domain.entities import ResolvedEntity
from workbench.domain.graph_query import GraphQuery, ListAnswer, NodesSet
from workbench.domain.plan import (
    BULLETS_STYLE,
    GRAPH_QUERY,
    GROUPED_STYLE,
    NAMES,
    SHORT_STYLE,
    Fallback,
    GraphQueryArgs,
    Limits,
    PlanEntity,
    PlanningResult,
    QueryPlan,
    ToolCall,
)
from workbench.planner.composer import Composer, Composition
from workbench.planner.messages import localized_text
from workbench.planner.protocol import PlanRequest
from workbench.workspace import Workspace

AMBIGUOUS = 0.6
"""Factor of the confidence of a query about a name that may equally mean another node."""
MOST_GROUPS = 12
"""Groups of a list that are shown at once."""


class GraphPlan(NamedTuple):
    """What the graph has to do with a question."""

    planned: PlanningResult
    """The plan of a query, or of a call that says why the graph has no answer; off-topic if the
    question names nothing in the graph."""
    is_sure: bool = True
    """Whether no document is needed to answer the question."""
    may_be_empty: bool = False
    """Whether the graph may turn out to have nothing of what the query asks for."""
    unread: tuple[str, ...] = ()
    """Words of the question that the graph has nothing for."""

    @property
    def names_graph(self) -> bool:
        """Whether the question names something in the graph."""
        return self.planned.plan.scope != "off_topic"


class GraphQueryPlanner:
    """Plans questions over the graph of a workspace. Holds no state of a question."""

    def __init__(
        self,
        workspace: Workspace,
        composer: Composer,
        *,
        threshold: float,
        has_documents: bool,
    ) -> None:
        """Create a planner.

        Args:
            workspace: the workspace.
            composer: composes queries to its graph.
            threshold: the least confidence of a plan if documents can answer instead.
            has_documents: whether there are documents. Without them the graph alone decides
                whether a question is off-topic, or about something that it does not hold.
        """
        self._workspace = workspace
        self._composer = composer
        self._threshold = threshold
        self._has_documents = has_documents

    def plan(self, request: PlanRequest) -> GraphPlan:
        """Return what the graph has to do with a question.

        A query that is not sure is not run beside documents: its plan names the words that were
        not understood. "Rank the clubs by members" asks of the graph's clubs all the same.
        """
        composed = self._composed(request)
        is_sure = composed.asks_of_graph and composed.confidence >= self._threshold
        if self._has_documents and composed.verdict == "composed" and not is_sure:
            unclear = GraphQuery(unread=composed.query.unread, unclear=True)
            composed = Composition("unclear", unclear)
        return GraphPlan(
            self._planned(request, composed),
            is_sure=is_sure or not self._has_documents,
            may_be_empty=self._has_documents and composed.may_be_empty,
            unread=composed.query.unread,
        )

    def _composed(self, request: PlanRequest) -> Composition:
        follows = request.memory.decision == "follow_up" and request.memory.carried is not None
        earlier = request.memory.carried.query if follows and request.memory.carried else None
        composed = self._composer.compose(
            request.question.text, earlier, request.resolution.entities
        )
        if any(map(_is_ambiguous_name, request.resolution.entities)):
            composed = replace(composed, confidence=composed.confidence * AMBIGUOUS)
        return composed

    def _planned(self, request: PlanRequest, composed: Composition) -> PlanningResult:
        language = request.question.language
        spec = self._workspace.spec
        off_topic = composed.verdict == "off_topic"
        call = ToolCall(tool=spec.tools.graph, args=GraphQueryArgs(query=composed.query))
        plan = QueryPlan(
            intents=(GRAPH_QUERY,),
            entities=tuple(self._entities(composed.query, language)),
            tool_calls=() if off_topic else (call,),
            fallback=Fallback(
                tool=spec.tools.search, enabled=self._has_documents and not off_topic
            ),
            limits=Limits(max_items=spec.caps[NAMES], max_groups=MOST_GROUPS),
            render_style=_style(composed),
            answer_style=spec.default_style(language),
            confidence=round(composed.confidence, 4),
            scope="off_topic" if off_topic else "in_scope",
        )
        codes = {
            "composed": "composed",
            "absent": "composed_absent",
            "unclear": "composed_unclear",
            "off_topic": "off_topic",
        }
        words = ", ".join(composed.query.unread)
        reason = localized_text(codes[composed.verdict], language, words)
        return PlanningResult(plan=plan, origin="offline", reasons=(reason,))

    def _entities(self, query: GraphQuery, language: str) -> Iterator[PlanEntity]:
        named = dict.fromkeys(
            name for one in query.sets if isinstance(one, NodesSet) for name in one.ids
        )
        for name in named:
            node = self._workspace.nodes[name]
            yield PlanEntity(type=node.type, id=name, name=node.label(language))


def _is_ambiguous_name(entity: ResolvedEntity) -> bool:
    return entity.span is not None and entity.is_ambiguous


def _style(composed: Composition) -> str:
    answer = composed.query.answer
    is_grouped = getattr(answer, "group_by", None) is not None
    if isinstance(answer, ListAnswer) and composed.size > 1:
        return GROUPED_STYLE if is_grouped else BULLETS_STYLE
    return BULLETS_STYLE if is_grouped else SHORT_STYLE
