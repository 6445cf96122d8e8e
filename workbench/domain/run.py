"""Run, the immutable record of one question and its stages."""

from collections.abc import Iterable, Mapping
from datetime import datetime
from enum import StrEnum
from typing import Any, Literal

from pydantic import Field

from workbench.domain.answer import Answer, AskOptions, Rendered
from workbench.domain.base import Value
from workbench.domain.diagnostics import Diagnostics, Finding
from workbench.domain.entities import Resolution, ResolvedEntity, SlotMention
from workbench.domain.evidence import ExecutedCall, FactsPayload, StageError
from workbench.domain.local_text import Language
from workbench.domain.plan import PlanAttempt, PlanOrigin, QueryPlan
from workbench.domain.question import MemoryDecision, Question
from workbench.domain.schema_versions import EXCHANGE, RUN


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
