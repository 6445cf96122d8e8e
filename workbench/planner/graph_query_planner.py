"""Plan a question as a query to the graph, or say that the graph has no answer to it."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import partial
from typing import NamedTuple

from workbench.domain.entities import ResolvedEntity
from workbench.domain.graph_query import CountAnswer, GraphQuery, ListAnswer
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
from workbench.planner.independent_clauses import Clause, clause_of, independent_clauses
from workbench.planner.messages import localized_text
from workbench.planner.protocol import PlanRequest
from workbench.workspace import Workspace

AMBIGUOUS = 0.6
"""Factor of the confidence of a query about a name that may equally mean another node."""
GUESSED = 0.45
"""Confidence of a query along one of several relations that fit, or over things that no word names:
it is never shown as likely."""
MOST_GROUPS = 12
"""Most groups of a list that are shown at once."""


class GraphPlan(NamedTuple):
    """How the graph can answer a question."""

    planned: PlanningResult
    """The plan of a query, or of a call that says why the graph has no answer; off-topic if the
    question names nothing in the graph."""
    answers: bool = False
    """Whether a query answers the whole question, with some confidence."""
    is_sure: bool = True
    """Whether no document is needed to answer the question."""
    may_be_empty: bool = False
    """Whether the graph may turn out to have nothing of what the query asks for."""
    leaves_none: bool = False
    """Whether "none" is the answer: an exclusion leaves no node."""
    unread: tuple[str, ...] = ()
    """Words of the question that the graph has nothing for."""
    values: tuple[str, ...] = ()
    """Words of the question that the query uses as values to filter nodes by."""
    counts: bool = False
    """Whether a query counts nodes that the question names, which the paths of intents list."""

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
        """Return how the graph can answer a question.

        A query that is not sure is not run beside documents: its plan names the words that were
        not understood. "Rank the clubs by members" asks of the graph's clubs all the same.
        """
        parts = self._parts(request)
        is_sure = all(map(self._is_sure, parts))
        if self._has_documents:
            parts = [one if self._may_run(one) else _unclear(one) for one in parts]
        return GraphPlan(
            self._planned(request, parts),
            answers=is_sure,
            is_sure=is_sure or not self._has_documents,
            may_be_empty=self._has_documents and any(one.may_be_empty for one in parts),
            leaves_none=all(one.leaves_none for one in parts),
            unread=tuple(word for one in parts for word in one.query.unread),
            values=tuple(word for one in parts for word in one.values),
            counts=any(map(_counts, parts)),
        )

    def _is_sure(self, composed: Composition) -> bool:
        is_meant = composed.asks_of_graph and not composed.is_half_said
        return is_meant and composed.confidence >= self._threshold

    def _may_run(self, composed: Composition) -> bool:
        return composed.verdict != "composed" or self._is_sure(composed)

    def _parts(self, request: PlanRequest) -> list[Composition]:
        """Return the query of a question, or those of the questions that it joins.

        "Who designed X and who built it?" is two, and so is "When did X open and close?". A part
        that is not understood is named beside the answer to the other.
        """
        text, entities = request.question.text, request.resolution.entities
        composed_of = partial(self._composed, _earlier(request))
        clauses = independent_clauses(text, entities)
        if len(clauses) > 1:
            parts = list(map(composed_of, clauses))
            if _are_independent(clauses, parts):
                return [
                    _completed(one, clause.text) for one, clause in zip(parts, clauses, strict=True)
                ]
        composed = composed_of(Clause(text, entities))
        if composed.verdict == "unclear":
            texts = self._composer.coordinated(text)
            parts = [composed_of(clause_of(one, text, entities)) for one in texts]
            if parts and all(one.asks_of_graph for one in parts):
                return parts
        return [composed]

    def _composed(self, earlier: GraphQuery | None, clause: Clause) -> Composition:
        composed = self._composer.compose(clause.text, earlier, clause.entities)
        if any(map(_is_ambiguous_name, clause.entities)):
            composed = replace(composed, confidence=composed.confidence * AMBIGUOUS)
        return composed

    def _planned(self, request: PlanRequest, parts: Sequence[Composition]) -> PlanningResult:
        language = request.question.language
        spec = self._workspace.spec
        off_topic = all(one.verdict == "off_topic" for one in parts)
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
            confidence=round(min(map(_confidence, parts)), 4),
            scope="off_topic" if off_topic else "in_scope",
        )
        codes = {
            "composed": "composed",
            "absent": "composed_absent",
            "unclear": "composed_unclear",
            "off_topic": "off_topic" if off_topic else "composed_absent",
        }
        reasons = dict.fromkeys(
            localized_text(codes[one.verdict], language, ", ".join(one.query.unread))
            for one in parts
        )
        return PlanningResult(plan=plan, origin="offline", reasons=tuple(reasons))

    def _entities(self, query: GraphQuery, language: str) -> Iterator[PlanEntity]:
        for name in query.named_nodes():
            node = self._workspace.nodes[name]
            yield PlanEntity(type=node.type, id=name, name=node.label(language))


def _counts(composed: Composition) -> bool:
    return isinstance(composed.query.answer, CountAnswer) and not composed.is_indirect


def _earlier(request: PlanRequest) -> GraphQuery | None:
    """Return the query of the turn that a question follows; None if it follows none."""
    carried = request.memory.carried if request.memory.decision == "follow_up" else None
    return carried.query if carried else None


def _are_independent(clauses: Sequence[Clause], parts: Sequence[Composition]) -> bool:
    """Return True if the clauses are independent queries.

    Beside one with a name, a query without a name may be about it: "Who built X and what is the
    toll?".
    """
    named = [bool(clause.entities) for clause in clauses]
    unnamed = (one for one, has_name in zip(parts, named, strict=True) if not has_name)
    depends = any(named) and any(one.verdict == "composed" for one in unnamed)
    return any(one.asks_of_graph for one in parts) and not depends


def _completed(composed: Composition, clause: str) -> Composition:
    """Return the composition of a clause, completed for the message if it is empty."""
    if composed.verdict == "composed" or composed.query.unread:
        return composed
    return replace(composed, query=composed.query.model_copy(update={"unread": (clause,)}))


def _unclear(composed: Composition) -> Composition:
    return Composition("unclear", GraphQuery(unread=composed.query.unread, unclear=True))


def _confidence(composed: Composition) -> float:
    is_guess = composed.is_guess or composed.is_half_said or composed.is_indirect
    return min(composed.confidence, GUESSED) if is_guess else composed.confidence


def _is_ambiguous_name(entity: ResolvedEntity) -> bool:
    return entity.span is not None and entity.is_ambiguous


def _style(parts: Sequence[Composition]) -> str:
    """Return the style of a plan: that of its query, or a list of the answers of several."""
    composed, *others = [one for one in parts if one.verdict == "composed"] or parts
    if others:
        return BULLETS_STYLE
    answer = composed.query.answer
    is_grouped = getattr(answer, "group_by", None) is not None
    if isinstance(answer, ListAnswer) and composed.size > 1:
        return GROUPED_STYLE if is_grouped else BULLETS_STYLE
    return BULLETS_STYLE if is_grouped else SHORT_STYLE
