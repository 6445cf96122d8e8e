"""Run, the immutable record of one question and its stages, and the events that it streams."""

from collections.abc import Iterable, Mapping
from datetime import datetime
from enum import StrEnum
from typing import Annotated, Any, Literal, TypeAlias, TypedDict, cast

from pydantic import Field

from workbench.domain.answer import Answer, AskOptions, Rendered
from workbench.domain.base import Span, Value
from workbench.domain.diagnostics import Diagnostics, Finding, VerdictLabel
from workbench.domain.entities import Resolution, ResolvedEntity, SlotMention
from workbench.domain.evidence import ExecutedCall, FactsPayload, StageError
from workbench.domain.graph_query import GraphQuery
from workbench.domain.listing import Listing, build_listing
from workbench.domain.local_text import Language
from workbench.domain.plan import PlanAttempt, PlanOrigin, QueryPlan
from workbench.domain.question import MemoryDecision, Question, Turn
from workbench.domain.schema_versions import EXCHANGE, RUN
from workbench.domain.table_query import TableArgs

BEST_RATING = 5
"""Ratings of runs go from 1 to this."""


class Stage(StrEnum):
    """The stages of a run, in order."""

    NORMALIZE = "normalize"
    RECALL = "recall"
    RESOLVE = "resolve"
    PLAN = "plan"
    EXECUTE = "execute"
    RENDER = "render"
    WRITE = "write"
    CHECK = "check"
    DIAGNOSE = "diagnose"

    @property
    def order(self) -> int:
        """Position among the stages, from 0."""
        return list(Stage).index(self)


class RunStatus(StrEnum):
    """The state of a run."""

    RUNNING = "running"
    DONE = "done"
    FAILED = "failed"
    INTERRUPTED = "interrupted"
    CANCELLED = "cancelled"
    DAMAGED = "damaged"
    """Only in lists: the stored record cannot be read."""


class StageRecord(Value):
    """One stage of a run; ``ms`` is wall time, ``reused`` marks output copied from the parent.

    When a run is stopped, only the write stage is recorded as ``stopped``, and only if part of the
    answer had streamed, which is kept as a partial answer.
    """

    name: Stage
    status: Literal["done", "failed", "stopped"]
    ms: float = 0.0
    input_hash: str = ""
    output_hash: str = ""
    reused: bool = False
    error: StageError | None = None
    recovered_by: str = ""
    """The fallback after a failure (``offline``); empty where there was none."""


class ModelUse(Value):
    """One model call: its role and model, tokens, time in ms and price."""

    role: str
    model: str
    input_tokens: int = 0
    output_tokens: int = 0
    ms: float = 0.0
    price_usd: float | None = None
    """None where the model's price is unknown."""
    cached: bool = False
    """True when the reply came from the cache or from a recorded run."""


class Usage(Value):
    """Totals over a run's model calls; ``price_usd`` is None where any price is unknown.

    Cached calls are listed but not counted, because no provider was called.
    """

    calls: tuple[ModelUse, ...] = ()
    input_tokens: int = 0
    output_tokens: int = 0
    price_usd: float | None = 0.0

    @property
    def by_role(self) -> dict[str, "Usage"]:
        """Totals for each role that called a model."""
        roles = dict.fromkeys(call.role for call in self.calls)
        return {role: usage_of(c for c in self.calls if c.role == role) for role in roles}


def usage_of(calls: Iterable[ModelUse]) -> Usage:
    """Sum up model calls."""
    calls = tuple(calls)
    billed = [call for call in calls if not call.cached]
    prices = [call.price_usd for call in billed]
    known = [price for price in prices if price is not None]
    return Usage(
        calls=calls,
        input_tokens=sum(call.input_tokens for call in billed),
        output_tokens=sum(call.output_tokens for call in billed),
        price_usd=sum(known) if len(known) == len(prices) else None,
    )


class WireRecord(Value):
    """The HTTP request and reply of one attempt, with keys redacted."""

    url: str
    request: str
    status: int | None = None
    """The HTTP status; None without a reply."""
    reply: str = ""
    left_out: int = 0
    """Bytes of the reply that were not stored."""


class ModelExchange(Value):
    """One attempt of a model call, recorded for replays, with keys redacted."""

    schema_version: int = EXCHANGE.version
    role: str
    model: str
    """The model that was called: ``provider:name``."""
    asked: str = ""
    """The role's configured model; it differs from ``model`` where that was a fallback."""
    request: Mapping[str, Any]
    request_hash: str = ""
    """Hash of the request without its deadline; see ``workbench.llm.protocol``."""
    prompt_edition: int = 0
    """The edition of the built-in prompts that the request was built from."""
    reply: str
    finish_reason: str | None = None
    input_tokens: int = 0
    output_tokens: int = 0
    ms: float = 0.0
    cached: bool = False
    error: StageError | None = None
    """Why the attempt failed; None where there is a reply."""
    wire: WireRecord | None = None


class Run(Value):
    """The record of one question. Fields of stages that have not run are None or empty."""

    schema_version: int = RUN.version
    id: str
    parent_id: str | None = None
    forked_at: Stage | None = None
    status: RunStatus = RunStatus.RUNNING
    workspace: str
    thread_id: str | None = None
    question: str
    normalized: str = ""
    language: Language
    """The question's language; the workspace's first one until the question is read."""
    options: AskOptions = Field(default_factory=AskOptions)
    memory: MemoryDecision | None = None
    entities: tuple[ResolvedEntity, ...] = ()
    slots: tuple[SlotMention, ...] = ()
    plan: QueryPlan | None = None
    plan_origin: PlanOrigin | None = None
    plan_attempts: tuple[PlanAttempt, ...] = ()
    plan_scores: tuple[tuple[str, float], ...] = ()
    plan_reasons: tuple[str, ...] = ()
    """Why the planner chose this plan: how it read the words, and what it left out."""
    tool_calls: tuple[ExecutedCall, ...] = ()
    facts: FactsPayload | None = None
    rendered: Rendered | None = None
    answer: Answer | None = None
    findings: tuple[Finding, ...] = ()
    diagnostics: Diagnostics | None = None
    stages: tuple[StageRecord, ...] = ()
    models: dict[str, str] = Field(default_factory=dict)
    """The model that served each role; ``offline`` where none did."""
    exchanges: tuple[ModelExchange, ...] = ()
    usage: Usage = Field(default_factory=Usage)
    templates: Mapping[str, str] = Field(default_factory=dict)
    """The hash of the prompt templates of each role that had a model."""
    settings: Mapping[str, int | float] = Field(default_factory=dict)
    """The settings that shaped the models' requests; a replay uses them in place of today's."""
    created_at: datetime

    @property
    def asked(self) -> Question:
        """The question as a value for the stages."""
        return Question(raw=self.question, text=self.normalized, language=self.language)

    @property
    def resolution(self) -> Resolution:
        """What was recognised in the question."""
        return Resolution(entities=self.entities, slots=self.slots)

    @property
    def mentions(self) -> tuple[str, ...]:
        """The words of the question that name entities or values."""
        entities, slots = (one.span for one in self.entities), (one.span for one in self.slots)
        spans = (*entities, *slots)
        return tuple(self.normalized[span.start : span.end] for span in spans if span)

    def stage(self, name: Stage) -> StageRecord | None:
        """Return the record of a stage, or None where it has not run."""
        return next((s for s in self.stages if s.name is name), None)

    @property
    def replanned(self) -> bool:
        """Whether the planner's model was asked for other calls after its plan was carried out.

        Each attempt before adds two messages to the first: the reply, and what is wrong with it.
        """
        before = sum(not attempt.gaps for attempt in self.plan_attempts)
        sent = (one.request["messages"] for one in self.exchanges if one.role == "planner")
        return any(len(messages) > 2 * before - 1 for messages in sent)

    @property
    def is_answer_stopped(self) -> bool:
        """Whether the answer is partial because the run was stopped while it streamed."""
        writing = self.stage(Stage.WRITE)
        return writing is not None and writing.status == "stopped"

    @property
    def stopped_at(self) -> Stage | None:
        """The stage that a stopped or interrupted run did not end; None if it ended them all."""
        ended = {one.name for one in self.stages if one.status != "stopped"}
        return next((stage for stage in Stage if stage not in ended), None)

    @property
    def failure(self) -> StageRecord | None:
        """The stage that failed, if one did."""
        return next((s for s in self.stages if s.status == "failed"), None)


class RunSummary(Value):
    """The fields of a run that lists show; ``ms`` is the total time of its own stages."""

    schema_version: int = RUN.version
    """Greater than ``RUN.version`` where a newer release stored the run."""
    id: str
    parent_id: str | None = None
    thread_id: str | None = None
    workspace: str
    question: str
    status: RunStatus
    plan_origin: PlanOrigin | None = None
    confidence: float | None = None
    grounding: float | None = None
    ms: float = 0.0
    forked_at: Stage | None = None
    model: str | None = None
    """The model that wrote the answer; ``offline`` where none did, None before it is known."""
    template: str | None = None
    """The hash of the templates that the answer's model was sent; None without a model."""
    verdict: VerdictLabel | None = None
    price_usd: float | None = None
    """None where the price of a call is unknown."""
    created_at: datetime
    tags: tuple[str, ...] = ()
    rating: int | None = None
    note: str = ""


class RunFilters(TypedDict, total=False):
    """Conditions on the runs of a list; None sets none."""

    workspace: str | None
    text: str | None
    """A part of the question, ignoring case."""
    status: RunStatus | None
    thread: str | None
    model: str | None
    template: str | None
    is_fork: bool | None
    price_usd: float | None
    """Cost so much at least."""
    verdict: VerdictLabel | None
    tag: str | None
    rating: int | None
    """Rated so at least."""
    since: datetime | None
    before: datetime | None
    """The end of the period, which is not part of it."""


class RunFacets(Value):
    """The values by which the stored runs can be filtered, each in alphabetical order."""

    models: tuple[str, ...] = ()
    templates: tuple[str, ...] = ()
    verdicts: tuple[str, ...] = ()
    tags: tuple[str, ...] = ()


class RunAnnotation(Value):
    """What a person noted about a run: tags, a rating and a note. The run itself never changes."""

    run_id: str
    tags: tuple[str, ...] = ()
    rating: int | None = Field(default=None, ge=1, le=BEST_RATING)
    note: str = ""


NOTED_PARTS = ("tags", "rating", "note")
"""The fields of an annotation, each of which is stored by itself."""


class CitingRun(Value):
    """A run whose answer cites a document, and where."""

    run: RunSummary
    spans: tuple[Span, ...]
    """The quotes of its citations, as offsets in the document's text."""


def shown_confidence(run: Run) -> float | None:
    """Return the estimate that the answer is right; the formula's score in earlier runs."""
    if run.diagnostics is not None and run.diagnostics.verdict is not None:
        return run.diagnostics.verdict.probability
    return run.answer.confidence if run.answer else None


def summarize(run: Run) -> RunSummary:
    """Build the summary of a run, without what a person noted about it."""
    verdict = run.diagnostics.verdict if run.diagnostics else None
    return RunSummary(
        schema_version=run.schema_version,
        id=run.id,
        parent_id=run.parent_id,
        thread_id=run.thread_id,
        workspace=run.workspace,
        question=run.question,
        status=run.status,
        plan_origin=run.plan_origin,
        confidence=shown_confidence(run),
        grounding=run.answer.grounding_score if run.answer else None,
        ms=sum(stage.ms for stage in run.stages if not stage.reused),
        forked_at=run.forked_at,
        model=run.models.get("answer"),
        template=run.templates.get("answer"),
        verdict=verdict.label if verdict else None,
        price_usd=run.usage.price_usd,
        created_at=run.created_at,
    )


def turn_of(
    run_id: str,
    question: str,
    plan: QueryPlan | None,
    answer: str,
    listing: Listing | None = None,
    earlier: GraphQuery | None = None,
) -> Turn:
    """Build the turn that later questions of the thread refer to.

    A turn that was declined as off topic carries nothing. ``earlier`` is the query of the turn that
    this one followed, whose sets its own may name.
    """
    if plan is not None and plan.scope == "off_topic":
        plan = None
    filters: dict[str, Any] = {}
    for call in plan.tool_calls if plan else ():
        filters |= call.args.applied_filters
    return Turn(
        run_id=run_id,
        question=question,
        answer=answer,
        intents=plan.intents if plan else (),
        entities=tuple((entity.id, entity.name) for entity in plan.entities) if plan else (),
        filters=filters,
        query=_query_of(plan, earlier),
        table=_table_query_of(plan),
        listing=listing,
    )


def _query_of(plan: QueryPlan | None, earlier: GraphQuery | None) -> GraphQuery | None:
    """Return the first query of a plan to the graph, with the sets of the earlier one in place."""
    queries = (call.args.graph_query for call in (plan.tool_calls if plan else ()))
    query = next((one for one in queries if one is not None), None)
    return query.with_earlier(earlier) if query is not None else None


def _table_query_of(plan: QueryPlan | None) -> TableArgs | None:
    """Return the first query of a plan to a table."""
    queries = (call.args.table_query for call in (plan.tool_calls if plan else ()))
    return cast(TableArgs | None, next((one for one in queries if one is not None), None))


def listing_of(run: Run) -> Listing | None:
    """Build the list that a run showed in part; None where every fact fitted into the answer."""
    if run.plan is None or run.rendered is None or run.answer is None:
        return None
    begun = run.memory.continued if run.memory else None
    return build_listing(
        begun.question if begun else run.normalized,
        begun.language if begun else run.language,
        run.plan,
        run.rendered.listed,
        is_page=begun is not None,
    )


class RunStarted(Value):
    """The run has started and is stored: its id can be opened."""

    kind: Literal["run_started"] = "run_started"
    run: Run


class StageStarted(Value):
    """A stage has started."""

    kind: Literal["stage_started"] = "stage_started"
    run_id: str
    stage: Stage


class StageFinished(Value):
    """A stage has ended; ``run`` is the record so far."""

    kind: Literal["stage_finished"] = "stage_finished"
    stage: Stage
    run: Run


class AnswerDelta(Value):
    """The next piece of the answer's text; a citation marker is never split between two."""

    kind: Literal["answer_delta"] = "answer_delta"
    run_id: str
    text: str


class RunFinished(Value):
    """The run has ended, with any status."""

    kind: Literal["run_finished"] = "run_finished"
    run: Run


RunEvent: TypeAlias = Annotated[
    RunStarted | StageStarted | StageFinished | AnswerDelta | RunFinished,
    Field(discriminator="kind"),
]
