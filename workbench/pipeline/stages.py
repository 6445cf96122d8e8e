"""The stages as graph nodes: each unpacks the run, calls its stage and returns an Update."""

import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any

from workbench.answer.abstain import abstain
from workbench.answer.protocol import WriteRequest
from workbench.answer.rendered_fallback import fallback_answer
from workbench.checks.diagnostics.diagnose import diagnose, with_scores
from workbench.checks.diagnostics.estimate.verdict import answer_verdict
from workbench.checks.grounding.evidence_index import provided_evidence
from workbench.checks.grounding.model_judge import PACKAGE as JUDGE_PROMPTS
from workbench.checks.grounding.model_judge import judgement_or_error
from workbench.checks.postcheck.check_answer import check_answer as correct_answer
from workbench.checks.postcheck.inspection import Inspection
from workbench.checks.time_budget import off_loop
from workbench.domain.answer import Answer, Rendered
from workbench.domain.diagnostics import Diagnostics, Finding
from workbench.domain.evidence import Execution, FactsPayload, Gap, StageError, empty_facts
from workbench.domain.plan import SHORT_STYLE, PlanningResult, QueryPlan
from workbench.domain.question import MemoryDecision
from workbench.domain.run import Run
from workbench.errors import InputError, ProviderError
from workbench.executor import ExecutionContext, execute
from workbench.pipeline.finish import display_answer, finish
from workbench.pipeline.recorded import as_recorded, recorded_text
from workbench.pipeline.state import RecallTurns, Services, TriedPlan
from workbench.planner.protocol import PlanRequest
from workbench.rendering.render import render
from workbench.settings import OFFLINE
from workbench.text.draft import Draft
from workbench.understanding.entities import entity_named, resolve
from workbench.understanding.memory import recall
from workbench.understanding.normalize import normalize


@dataclass(frozen=True)
class Update:
    """Output of a stage: fields of the run, and the error if it failed or fell back."""

    fields: Mapping[str, Any]
    error: StageError | None = None
    recovered_by: str = ""
    spent_ahead_ms: float = 0.0
    """Time spent on what a later stage outputs; negative in that stage."""


OnText = Callable[[str], None]
INDEPENDENT = MemoryDecision(decision="independent")
NO_CAPS: Mapping[str, int] = {}
"""For plans given or edited by a person: only the plan's own limits apply."""
NOTHING_RENDERED = Rendered(style=SHORT_STYLE, text="", marked="", context="")


async def normalize_question(run: Run, services: Services, _: OnText) -> Update:
    """Return the normalized question and its language."""
    question = normalize(run.question, services.workspace.spec.languages)
    return Update({"normalized": question.text, "language": question.language})


async def recall_thread(run: Run, services: Services, _: OnText) -> Update:
    """Decide from the thread's earlier turns whether the question is a follow-up."""
    turns = await services.recall_turns(run.thread_id or "")
    return Update({"memory": recall(run.asked, turns, services.registry)})


async def resolve_entities(run: Run, services: Services, _: OnText) -> Update:
    """Resolve words of the question to graph nodes and slot values."""
    resolution = resolve(run.asked, run.memory or INDEPENDENT, services.registry)
    return Update({"entities": resolution.entities, "slots": resolution.slots})


async def make_plan(run: Run, services: Services, _: OnText) -> Update:
    """Return a valid QueryPlan; falls back to the offline planner if the provider fails."""
    memory = run.memory or INDEPENDENT
    gaps_of = partial(_gaps_of, run, services)
    find = partial(entity_named, registry=services.registry)
    request = PlanRequest(
        run.asked, memory, run.resolution, services.embedder, gaps_of, find_entity=find
    )
    try:
        planned = await services.planner.plan(request)
    except ProviderError as error:
        planned = await services.offline_planner.plan(request)
        return Update(_planned(planned), StageError.of(error), recovered_by=OFFLINE)
    tried = services.tried_plan(planned.plan)
    return Update(_planned(planned), spent_ahead_ms=tried.ms if tried else 0.0)


def _planned(planned: PlanningResult) -> dict[str, Any]:
    return {
        "plan": planned.plan,
        "plan_origin": planned.origin,
        "plan_attempts": planned.attempts,
        "plan_scores": planned.scores,
        "plan_reasons": planned.reasons,
    }


async def execute_plan(run: Run, services: Services, _: OnText) -> Update:
    """Execute the plan's tool calls and return them with their facts."""
    tried = services.tried_plan(plan_of(run))
    execution = await _execution(run, services, plan_of(run))
    recorded = None if services.embedder_changed else services.replayed
    calls, facts = as_recorded(run, execution.tool_calls, execution.facts, recorded)
    found = {"tool_calls": calls, "facts": facts}
    return Update(found, error=execution.outage, spent_ahead_ms=-tried.ms if tried else 0.0)


async def _execution(run: Run, services: Services, plan: QueryPlan) -> Execution:
    """Execute a plan, once in a run: the planner may have done so to find its gaps."""
    if tried := services.tried_plan(plan):
        return tried.execution
    started = time.perf_counter()
    execution = await execute(plan, services.tools, execution_context(run, services))
    ms = (time.perf_counter() - started) * 1000
    services.tried.append(TriedPlan(plan, execution, ms))
    return execution


async def _gaps_of(run: Run, services: Services, plan: QueryPlan) -> tuple[Gap, ...] | None:
    """Execute a plan and return the gaps of its own calls; None if a tool is down."""
    execution = await _execution(run, services, plan)
    if any(call.error for call in execution.tool_calls):
        return None
    return tuple(gap for gap in execution.facts.meta.gaps if gap.call < len(plan.tool_calls))


def execution_context(run: Run, services: Services) -> ExecutionContext:
    """Return what the calls of a run's plan are executed with."""
    relevance = {entity.canonical_id: entity.confidence for entity in run.entities}
    implied = tuple(entity.name for entity in run.entities if entity.span is None)
    begun = run.memory.continued if run.memory else None
    carried = run.memory.carried if run.memory else None
    return ExecutionContext(
        run.normalized,
        run.language,
        relevance,
        implied,
        begun.language if begun else None,
        carried.query if carried else None,
        services.embedder,
        services.embedder_changed,
    )


async def render_facts(run: Run, services: Services, _: OnText) -> Update:
    """Render the facts as text for readers and as numbered sources for the prompt."""
    in_full = partial(
        render,
        plan_of(run),
        facts_of(run),
        services.workspace,
        run.language,
        question=run.normalized,
        source_tokens=services.source_tokens,
        caps=NO_CAPS if run.plan_origin == "edited" else None,
    )
    rendered = in_full()
    if _ends_at_word_limit(rendered, run, services):
        rendered = in_full(max_words=run.options.max_response_length)
    return Update({"rendered": rendered})


def _ends_at_word_limit(rendered: Rendered, run: Run, services: Services) -> bool:
    """Return whether facts beyond the answer's length are left to the next page.

    A model is given a whole list, since it can word the facts more briefly.
    """
    is_whole = not rendered.omitted and services.writer is not services.offline_writer
    return not (run.options.is_structured or is_whole)


async def write_answer(run: Run, services: Services, on_text: OnText) -> Update:
    """Return a draft answer; without facts, the "not found" answer, with no model call.

    Falls back to the offline writer if the provider fails.
    """
    all_shown = (run.memory or INDEPENDENT).all_shown
    abstention = abstain(run.asked, run.plan, facts_of(run), services.workspace, all_shown)
    if abstention is not None:
        on_text(abstention.marked)
        return Update({"answer": abstention})
    if (recorded := recorded_text(run, services.replayed)) is not None:
        on_text(recorded.marked)
        return Update({"answer": recorded})
    request = await write_request(run, services.recall_turns)
    writer = services.offline_writer if _is_next_page(run) else services.writer
    try:
        draft = await writer.write(request, on_text)
        return Update({"answer": draft.answer})
    except ProviderError as error:
        draft = await _fallback_draft(request, services, error)
        return Update({"answer": draft.answer}, StageError.of(error), recovered_by=OFFLINE)


def _is_next_page(run: Run) -> bool:
    """Return True for the next page of a list, which a model could only shorten."""
    return any(call.offset is not None for call in plan_of(run).tool_calls) and (
        not run.options.is_structured
    )


async def _fallback_draft(request: WriteRequest, services: Services, error: ProviderError) -> Draft:
    """Return the offline draft; raise the model's error if only a model can fill the schema."""
    try:
        return await services.offline_writer.write(request, lambda _: None)
    except InputError:
        raise error from None


async def check_answer(run: Run, services: Services, _: OnText) -> Update:
    """Return the corrected answer with its citations, and the findings."""
    draft, inspection = Draft(answer_of(run)), _inspection(run, services)

    async def rewrite(findings: tuple[Finding, ...]) -> Draft:
        stricter = tuple(f.message for f in findings)
        request = await write_request(run, services.recall_turns, stricter)
        return await services.writer.write(request, lambda _: None)

    checked, findings = await correct_answer(
        draft,
        inspection,
        rewrite=rewrite if draft.answer.model in services.by_models - {OFFLINE} else None,
        fallback=partial(
            fallback_answer,
            question=run.asked,
            facts=inspection.facts,
            rendered=inspection.rendered,
            options=run.options,
            workspace=services.workspace,
        ),
        fits=services.fits,
        calibration=services.checks.calibration,
    )
    closed = partial(finish, checked, run, services)
    answer, closing = await off_loop(closed, len(checked.answer.marked))
    return Update({"answer": answer, "findings": (*findings, *closing)})


def _inspection(run: Run, services: Services) -> Inspection:
    """Return what the answer is checked against.

    The release of the first prompts did not check completeness: a replay of its runs does not,
    either, so that it ends with the recorded answer.
    """
    return Inspection(
        facts=facts_of(run),
        rendered=run.rendered or NOTHING_RENDERED,
        workspace=services.workspace,
        question=run.asked,
        plan=None if services.recording.replays_edition_0 else run.plan,
        options=run.options,
    )


async def diagnose_answer(run: Run, services: Services, _: OnText) -> Update:
    """Return claims, grounding, confidence and sufficiency of the answer."""
    answer = answer_of(run)
    rendered = run.rendered or NOTHING_RENDERED
    diagnostics = await off_loop(
        partial(_diagnostics, run, answer, rendered, services),
        len(answer.marked) + len(rendered.context),
    )
    answer = with_scores(answer, diagnostics)
    if run.options.show_confidence:
        judged = run.model_copy(update={"answer": answer, "diagnostics": diagnostics})
        shown = display_answer(judged, services.workspace)
        answer = answer.model_copy(update={"display": shown})
    if answer.outcome == "answered" and not answer.partial:
        evidence = provided_evidence(facts_of(run), rendered)
        judgement, error = await judgement_or_error(
            answer.text,
            diagnostics.claims,
            evidence,
            services.judge,
            services.judge_deadline_s,
            services.workspace.prompt_files(JUDGE_PROMPTS),
        )
        diagnostics = diagnostics.model_copy(update={"judge": judgement, "judge_error": error})
    return Update({"answer": answer, "diagnostics": diagnostics})


def _diagnostics(run: Run, answer: Answer, rendered: Rendered, services: Services) -> Diagnostics:
    """Return the diagnostics of an answer with its verdict."""
    diagnostics = diagnose(
        run.asked,
        facts_of(run),
        rendered,
        answer,
        services.workspace,
        mentions=[entity.span for entity in run.entities if entity.span is not None],
        config=services.checks,
    )
    verdict = answer_verdict(run, answer, diagnostics, services.workspace.spec.intents)
    return diagnostics.model_copy(update={"verdict": verdict})


async def write_request(
    run: Run, recall_turns: RecallTurns, stricter: tuple[str, ...] = ()
) -> WriteRequest:
    """Build the writer's request from the run; ``stricter`` has constraints for a rewrite."""
    follows = run.memory is not None and run.memory.decision == "follow_up"
    return WriteRequest(
        question=run.asked,
        plan=plan_of(run),
        facts=facts_of(run),
        rendered=run.rendered or NOTHING_RENDERED,
        memory=run.memory or INDEPENDENT,
        options=run.options,
        mentions=run.mentions,
        history=await recall_turns(run.thread_id or "") if follows else (),
        stricter=stricter,
    )


def plan_of(run: Run) -> QueryPlan:
    """Return the run's plan, or an empty one."""
    return run.plan or QueryPlan(intents=(), confidence=0.0)


def facts_of(run: Run) -> FactsPayload:
    """Return the run's facts, or an empty payload."""
    return run.facts or empty_facts()


def answer_of(run: Run) -> Answer:
    """Return the run's answer, or an empty one."""
    return run.answer or Answer(text="")
