"""Plan a question as a query to the graph, or say that the graph has no answer to it."""

from collections.abc import Iterator, Sequence
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
from workbench.planner.standing_clauses import standing_clauses
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
        parts = self._parts(request)
        is_sure = all(one.asks_of_graph and one.confidence >= self._threshold for one in parts)
        if self._has_documents and parts[0].verdict == "composed" and not is_sure:
            unclear = GraphQuery(unread=parts[0].query.unread, unclear=True)
            parts = [Composition("unclear", unclear)]
        return GraphPlan(
            self._planned(request, parts),
            is_sure=is_sure or not self._has_documents,
            may_be_empty=self._has_documents and any(one.may_be_empty for one in parts),
            unread=tuple(word for one in parts for word in one.query.unread),
        )

    def _parts(self, request: PlanRequest) -> list[Composition]:
        """Return the query of a question, or those of the questions that it joins.

        "Who designed X and who built it?" is two, and so is "When did X open and close?". A part
        that is not understood tells so beside the answer to the other.
        """
        text, entities = request.question.text, request.resolution.entities
        clauses = standing_clauses(text, entities)
        if len(clauses) > 1:
            parts = [self._composer.compose(one) for one in clauses]
            if any(one.asks_of_graph for one in parts):
                return parts
        composed = self._composed(request)
        if composed.verdict == "unclear":
            parts = [self._composer.compose(one) for one in self._composer.coordinated(text)]
            if parts and all(one.asks_of_graph for one in parts):
                return parts
        return [composed]

    def _composed(self, request: PlanRequest) -> Composition:
        follows = request.memory.decision == "follow_up" and request.memory.carried is not None
        earlier = request.memory.carried.query if follows and request.memory.carried else None
        composed = self._composer.compose(
            request.question.text, earlier, request.resolution.entities
        )
        if any(map(_is_ambiguous_name, request.resolution.entities)):
            composed = replace(composed, confidence=composed.confidence * AMBIGUOUS)
        return composed

    def _planned(self, request: PlanRequest, parts: Sequence[Composition]) -> PlanningResult:
        language = request.question.language
        spec = self._workspace.spec
        off_topic = parts[0].verdict == "off_topic"
        calls = [
            ToolCall(tool=spec.tools.graph, args=GraphQueryArgs(query=one.query)) for one in parts
        ]
        entities = dict.fromkeys(
            entity for one in parts for entity in self._entities(one.query, language)
        )
        plan = QueryPlan(
            intents=(GRAPH_QUERY,),
            entities=tuple(entities),
            tool_calls=() if off_topic else tuple(calls),
            fallback=Fallback(
                tool=spec.tools.search, enabled=self._has_documents and not off_topic
            ),
            limits=Limits(max_items=spec.caps[NAMES], max_groups=MOST_GROUPS),
            render_style=_style(parts),
            answer_style=spec.default_style(language),
            confidence=round(min(one.confidence for one in parts), 4),
            scope="off_topic" if off_topic else "in_scope",
        )
        codes = {
            "composed": "composed",
            "absent": "composed_absent",
            "unclear": "composed_unclear",
            "off_topic": "off_topic",
        }
        reasons = dict.fromkeys(
            localized_text(codes[one.verdict], language, ", ".join(one.query.unread))
            for one in parts
        )
        return PlanningResult(plan=plan, origin="offline", reasons=tuple(reasons))

    def _entities(self, query: GraphQuery, language: str) -> Iterator[PlanEntity]:
        named = dict.fromkeys(
            name for one in query.sets if isinstance(one, NodesSet) for name in one.ids
        )
        for name in named:
            node = self._workspace.nodes[name]
            yield PlanEntity(type=node.type, id=name, name=node.label(language))


def _is_ambiguous_name(entity: ResolvedEntity) -> bool:
    return entity.span is not None and entity.is_ambiguous


def _style(parts: Sequence[Composition]) -> str:
    """Return the style of a plan: that of its query, or a list of the answers of several."""
    if len(parts) > 1:
        return BULLETS_STYLE
    composed = parts[0]
    answer = composed.query.answer
    is_grouped = getattr(answer, "group_by", None) is not None
    if isinstance(answer, ListAnswer) and composed.size > 1:
        return GROUPED_STYLE if is_grouped else BULLETS_STYLE
    return BULLETS_STYLE if is_grouped else SHORT_STYLE
