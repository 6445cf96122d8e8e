"""Plan without a language model: a classifier over the workspace's examples, and entities."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from workbench.domain.plan import (
    GENERAL_UNSTRUCTURED,
    SHORT_STYLE,
    Fallback,
    PlanEntity,
    PlanningResult,
    QueryPlan,
)
from workbench.nlp.compared_sides import side_questions
from workbench.nlp.grammar import content_words
from workbench.nlp.sub_questions import sub_questions
from workbench.planner.classifier import Guess
from workbench.planner.emergency_plan import emergency_plan
from workbench.planner.graph_calls import (
    IntentCalls,
    distinct_calls,
    graph_calls,
    search_call,
)
from workbench.planner.limit_policy import limit_kind, limits_for
from workbench.planner.messages import localized_text
from workbench.planner.protocol import PlanRequest
from workbench.planner.question_reading import IntentReading, QuestionReader
from workbench.planner.scope import SURE_INTENT, ScopeGate, ScopeProbe
from workbench.planner.search_queries import compares_values, search_query, standalone_question
from workbench.planner.table_choice import TableChoice
from workbench.planner.table_plan import BestDocument, StatesAnswer, TablePlan
from workbench.planner.thread_references import leans_on_thread
from workbench.planner.unread_words import with_unread_words, with_words
from workbench.retrieval.worker_threads import graph_threads, run_in_thread
from workbench.settings import Settings
from workbench.workspace import Workspace
from workbench.workspace.intents import Intent

if TYPE_CHECKING:
    from workbench.planner.graph_query_planner import GraphPlan, GraphQueryPlanner
    from workbench.planner.tables.joins import ProveJoin
    from workbench.planner.tables.vocabulary import FindValues


INHERITED = 0.8
"""Confidence of a plan that repeats the earlier question for another entity."""


@dataclass(frozen=True)
class _Draft:
    """An intent with its calls and confidence."""

    intent: str
    calls: IntentCalls
    confidence: float
    reason: str = ""
    """Why the documents are searched instead."""
    clause: str = ""
    """What is asked, if the question asks several things."""


class OfflinePlanner:
    """Plans without a model. Created once for a workspace; holds no state of a question."""

    def __init__(
        self,
        workspace: Workspace,
        settings: Settings,
        probe: ScopeProbe | None = None,
        queries: "Callable[[], GraphQueryPlanner] | None" = None,
        best_document: BestDocument | None = None,
        find_values: "FindValues | None" = None,
        prove_join: "ProveJoin | None" = None,
        *,
        states_answer: StatesAnswer | None = None,
        tables_alone: bool = False,
        training: Path | None = None,
    ) -> None:
        """Create a planner.

        Args:
            workspace: the workspace.
            settings: the settings.
            probe: returns how relevant the documents are; without it no question is off-topic.
            queries: returns the planner of graph queries, if there is a graph; called for the first
                question that no intent surely covers.
            best_document: returns the document that a search would quote; without it only tables
                are queried.
            find_values: finds values of tables that their schemas do not list.
            prove_join: returns whether the data of two tables proves that a column joins them.
            states_answer: returns whether a document states the answer in one sentence; without it
                tables take precedence.
            tables_alone: whether the documents are tables, and nothing else. A question in another
                language than theirs is then not off-topic, since its words cannot be compared.
            training: the file that keeps the trained classifier for later processes.
        """
        self.workspace = workspace
        self.reader = QuestionReader(workspace, training)
        self._tables = TableChoice(
            workspace,
            find_values,
            prove_join,
            best_document=best_document,
            states_answer=states_answer,
            tables_alone=tables_alone and queries is None,
        )
        self._scope = ScopeGate(workspace, self.reader, probe)
        self._queries = queries
        self._has_structured = any(one.is_structured for one in workspace.spec.intents.values())
        self._threshold = settings.plan_confidence_threshold
        self._max_calls = settings.max_tool_calls

    async def plan(self, request: PlanRequest) -> PlanningResult:
        """Return a valid plan for any question."""
        guesses = self.reader.guesses(request)
        scores = tuple((guess.intent, round(guess.probability, 4)) for guess in guesses)
        tables = TablePlan()
        if self.workspace.tables and not self._covers_question(request, guesses[0]):
            tables = await self._tables.plan(request)
        planned = tables.query or await self._plan(request, guesses)
        planned = await self._tables.chosen(request, tables, planned)
        return planned.model_copy(update={"scores": scores})

    def _covers_question(self, request: PlanRequest, best: Guess) -> bool:
        """Return True if a structured intent is so certain that no table need be read."""
        is_sure = self._is_structured(best) and best.probability >= SURE_INTENT
        return is_sure and self._scope.is_familiar(request, best)

    async def _plan(self, request: PlanRequest, guesses: Sequence[Guess]) -> PlanningResult:
        language, best = request.question.language, guesses[0]
        if self.reader.is_fragment(request):
            drafts = self._inherited(request)
            if drafts:
                return self._planned(request, drafts, localized_text("inherited", language))
        is_certain = self._is_certain(request, best)
        needs_query = not is_certain or self.reader.needs_query(request, best)
        unsupported = self.reader.unsupported_words(request, best)
        may_count = self.reader.asks_for_number(request)
        if self._queries is None or not (needs_query or unsupported or may_count):
            return await self._by_intent(request, guesses)
        graph = await run_in_thread(graph_threads(), partial(self._composed, request))
        is_counted = may_count and graph.counts
        needs_graph = needs_query or is_counted or bool(unsupported & {*graph.values})
        if is_certain and (graph.unread or not needs_graph):
            return await self._by_intent(request, guesses)
        if graph.answers or (graph.is_sure and not self._is_sure(request, best)):
            return await self._graph_plan(request, graph)
        planned = await self._by_intent(request, guesses)
        return await self._declined_by_graph(request, graph) or planned

    def _composed(self, request: PlanRequest) -> "GraphPlan":
        assert self._queries is not None
        return self._queries().plan(request)

    async def _graph_plan(self, request: PlanRequest, graph: "GraphPlan") -> PlanningResult:
        """Return the plan of a query, which falls back to documents only if they may answer.

        Otherwise the answer states what the graph lacks.
        """
        if graph.leaves_none:
            return _without_fallback(graph.planned)
        if not graph.may_be_empty or await self._documents_answer(request, graph):
            return graph.planned
        return _without_fallback(graph.planned)

    async def _declined_by_graph(
        self, request: PlanRequest, graph: "GraphPlan"
    ) -> PlanningResult | None:
        """Return the plan that says why the graph has no answer, if the documents have none either.

        Where the workspace has intents for its graph, their examples decide what it is asked.
        """
        if self._has_structured or not graph.names_graph:
            return None
        found = await self._documents_answer(request, graph)
        return None if found else _without_fallback(graph.planned)

    async def _documents_answer(self, request: PlanRequest, graph: "GraphPlan") -> bool:
        text = standalone_question(request) or request.question.text
        return await self._scope.documents_hold(text, " ".join(graph.unread), request.embedder)

    async def _by_intent(self, request: PlanRequest, guesses: Sequence[Guess]) -> PlanningResult:
        """Plan by the classified intents, or else search the documents."""
        language, best = request.question.language, guesses[0]
        if not self._scope.is_familiar(request, best):
            if not leans_on_thread(request) and await self._scope.is_off_topic(request, best):
                return self._off_topic(request, best)
            if self._is_structured(best):
                return self._emergency(request, guesses, localized_text("unfamiliar", language))
        documents = self._documents_share(guesses)
        if best.probability < self._threshold <= documents and not self._is_structured(best):
            asked = self.reader.intents(request, best)[:1]
            drafts = [replace(self._draft(request, one), confidence=documents) for one in asked]
            return self._planned(request, drafts, localized_text("documents", language))
        if best.probability < self._threshold:
            share = f"{best.probability:.2f} < {self._threshold:.2f}"
            return self._emergency(request, guesses, localized_text("unsure", language, share))
        readings = self.reader.intents(request, best)
        drafts = [
            replace(self._draft(request, asked), clause=_text(request, asked)) for asked in readings
        ]
        return self._planned(request, drafts, localized_text("classified", language))

    def _is_sure(self, request: PlanRequest, best: Guess) -> bool:
        """Return True if an intent of the workspace is likely enough.

        The default intents, which do not cover its graph, never are.
        """
        clear = self._has_structured and best.probability >= self._threshold
        return clear and self._scope.is_familiar(request, best)

    def _is_certain(self, request: PlanRequest, best: Guess) -> bool:
        """Return True if an intent is likely even though its examples lack words of the question.

        A query that uses every word takes precedence over an intent whose few examples lack some.
        """
        certainty = best.probability * self.reader.trust(request, best)
        return certainty >= self._threshold and self._is_sure(request, best)

    def _is_structured(self, guess: Guess) -> bool:
        return self.workspace.spec.intents[guess.intent].is_structured

    def _documents_share(self, guesses: Sequence[Guess]) -> float:
        """Return the probability of all intents together that search the documents.

        Their plans differ little.
        """
        return sum(guess.probability for guess in guesses if not self._is_structured(guess))

    def _draft(self, request: PlanRequest, asked: IntentReading) -> _Draft:
        intent = self.workspace.spec.intents[asked.guess.intent]
        language = request.question.language
        query = search_query(request, asked.context)
        if not intent.is_structured:
            calls = self._searches(request, intent, query, asked)
            return _Draft(intent.id, calls, asked.guess.probability)
        unknown = self.reader.unknown_name(request, asked)
        if unknown:
            return self._searched(asked, query, localized_text("unknown_name", language, unknown))
        found = graph_calls(intent, asked.context, self.workspace)
        if found is None:
            return self._searched(asked, query, localized_text("no_start", language, intent.id))
        found = with_unread_words(found, request, asked, self.reader)
        return _Draft(intent.id, found, asked.guess.probability)

    def _searches(
        self, request: PlanRequest, intent: Intent, query: str, asked: IntentReading
    ) -> IntentCalls:
        """Return one search for each question that the text joins: "when … and how much …?".

        Of two things that a question compares, each is searched apart, unless a filter has both.
        """
        parts = sub_questions(query) if not standalone_question(request) else (query,)
        found = [search_call(intent, part, asked.context, self.workspace) for part in parts]
        if len(parts) == 1 and not compares_values(found[0]):
            sides = side_questions(query)
            found = [search_call(intent, side, asked.context, self.workspace) for side in sides]
        return IntentCalls(tuple(call for one in found for call in one.calls), found[0].entities)

    def _searched(self, asked: IntentReading, query: str, reason: str) -> _Draft:
        """Draft a document search where the graph has no start for the question."""
        general = self.workspace.spec.intents[GENERAL_UNSTRUCTURED]
        calls = search_call(general, query, asked.context, self.workspace)
        return _Draft(GENERAL_UNSTRUCTURED, calls, asked.guess.familiarity, reason)

    def _inherited(self, request: PlanRequest) -> list[_Draft]:
        """Draft the earlier turn's intents for the entities of this question."""
        carried = request.memory.carried
        drafts = []
        for name in carried.intents if carried is not None else ():
            intent = self.workspace.spec.intents.get(name)
            if intent is None:
                continue
            context = self.reader.inherited_context(request)
            if intent.is_structured:
                found = graph_calls(intent, context, self.workspace)
            else:
                query = f"{carried.question if carried else ''} {search_query(request, context)}"
                found = search_call(intent, query.strip(), context, self.workspace)
            if found is not None:
                drafts.append(_Draft(name, found, INHERITED))
        return drafts

    def _planned(
        self, request: PlanRequest, drafts: Sequence[_Draft], reason: str
    ) -> PlanningResult:
        spec, language = self.workspace.spec, request.question.language
        drafts = _with_lost_clauses(drafts)
        calls = distinct_calls(call for draft in drafts for call in draft.calls.calls)
        reasons = [reason, *(draft.reason for draft in drafts if draft.reason)]
        if len(calls) > self._max_calls:
            reasons.append(localized_text("too_many", language, str(self._max_calls)))
            calls = calls[: self._max_calls]
            drafts = [one for one in drafts if any(call in calls for call in one.calls.calls)]
        kinds = [limit_kind(spec.intents[draft.intent], draft.calls.start) for draft in drafts]
        plan = QueryPlan(
            intents=tuple(draft.intent for draft in drafts),
            entities=self._entities(drafts, language),
            tool_calls=tuple(calls),
            fallback=self._fallback(request),
            limits=limits_for(kinds, spec.caps),
            render_style=self._style(drafts[0]),
            answer_style=self.workspace.spec.default_style(language),
            confidence=round(min(draft.confidence for draft in drafts), 4),
        )
        return PlanningResult(plan=plan, origin="offline", reasons=tuple(reasons))

    def _fallback(self, request: PlanRequest) -> Fallback:
        """Return a fallback search filtered by the entities of the question."""
        general = self.workspace.spec.intents[GENERAL_UNSTRUCTURED]
        calls = search_call(general, "", self.reader.planning_context(request), self.workspace)
        filters = calls.calls[0].args.applied_filters
        return Fallback(tool=self.workspace.spec.tools.search, filters=filters)

    def _entities(self, drafts: Sequence[_Draft], language: str) -> tuple[PlanEntity, ...]:
        used = {e.canonical_id: e for draft in drafts for e in draft.calls.entities}
        return tuple(
            PlanEntity(type=e.type, id=key, name=self.workspace.entity_name(key, language))
            for key, e in used.items()
        )

    def _style(self, draft: _Draft) -> str:
        start = draft.calls.start
        if start is not None and start.render_style is not None:
            return start.render_style
        return self.workspace.spec.intents[draft.intent].render_style

    def _emergency(
        self, request: PlanRequest, guesses: Sequence[Guess], reason: str
    ) -> PlanningResult:
        context = self.reader.planning_context(request, guesses[0])
        named = [*context.own, *context.sure]
        plan = emergency_plan(
            search_query(request, context),
            request.question.language,
            self.workspace,
            likely=[guess.intent for guess in guesses[:1]],
            entities=[PlanEntity(type=e.type, id=e.canonical_id, name=e.name) for e in named],
            confidence=round(guesses[0].familiarity, 4),
        )
        return PlanningResult(plan=plan, origin="emergency", reasons=(reason,))

    def _off_topic(self, request: PlanRequest, best: Guess) -> PlanningResult:
        language = request.question.language
        plan = QueryPlan(
            intents=(GENERAL_UNSTRUCTURED,),
            fallback=Fallback(enabled=False),
            render_style=SHORT_STYLE,
            answer_style=self.workspace.spec.default_style(language),
            confidence=round(1 - best.familiarity, 4),
            scope="off_topic",
        )
        return PlanningResult(
            plan=plan, origin="offline", reasons=(localized_text("off_topic", language),)
        )


def _text(request: PlanRequest, asked: IntentReading) -> str:
    return request.question.text[asked.span.start : asked.span.end]


def _with_lost_clauses(drafts: Sequence[_Draft]) -> list[_Draft]:
    """Return the drafts whose path has a start, the first one with the words of the others.

    "The difference between excess and limit" is not answered by the excesses alone.
    """
    planned = [draft for draft in drafts if not draft.reason]
    if not planned or len(planned) == len(drafts):
        return planned or list(drafts)
    lost = (word.text for one in drafts if one.reason for word in content_words(one.clause))
    first = replace(planned[0], calls=with_words(planned[0].calls, lost))
    return [first, *planned[1:]]


def _without_fallback(planned: PlanningResult) -> PlanningResult:
    fallback = planned.plan.fallback.model_copy(update={"enabled": False})
    plan = planned.plan.model_copy(update={"fallback": fallback})
    return planned.model_copy(update={"plan": plan})
