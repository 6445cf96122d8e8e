"""Execute a QueryPlan: its calls concurrently, then the fallback if its condition holds."""

import asyncio
import time
from collections.abc import Mapping
from dataclasses import dataclass, field

from workbench.domain.evidence import (
    ExecutedCall,
    Execution,
    FactsPayload,
    Gap,
    StageError,
)
from workbench.domain.graph_query import GraphQuery
from workbench.domain.local_text import Language
from workbench.domain.plan import (
    FallbackCondition,
    QueryPlan,
    SearchArgs,
    ToolCall,
)
from workbench.errors import ProviderError, ToolError, WorkbenchError
from workbench.executor.merge_facts import merge
from workbench.i18n.errors import error_text, localized
from workbench.retrieval.embedders import Embedder
from workbench.tools.protocol import CallContext, Tool, ToolOutcome

LOW_COVERAGE = 0.5
"""Share of answered (entity x relation) pairs below which the fallback is called."""


@dataclass(frozen=True)
class ExecutionContext:
    """The question of a plan, and the confidence of its entities."""

    question: str
    language: Language
    relevance: Mapping[str, float] = field(default_factory=dict)
    implied: tuple[str, ...] = ()
    """Names of entities that the question implies, such as carried ones."""
    order_language: Language | None = None
    """See CallContext."""
    earlier: GraphQuery | None = None
    """See CallContext."""
    embedder: Embedder | None = None
    """See CallContext."""
    embedder_changed: ProviderError | None = None
    """See CallContext."""


@dataclass(frozen=True)
class _CallResult:
    call: ExecutedCall
    outcome: ToolOutcome


async def execute(
    plan: QueryPlan, tools: Mapping[str, Tool], context: ExecutionContext
) -> Execution:
    """Run the plan's calls concurrently, then the fallback if its condition holds.

    Args:
        plan: a valid plan.
        tools: the workspace's tools by name.
        context: the question and the confidence of its entities.

    A failed call is recorded with its error and a gap; a call that searched only a part of its
    channels has an error too. ``Execution.outage`` distinguishes an outage from an empty
    result.
    """
    async with asyncio.TaskGroup() as group:
        planned = [
            group.create_task(_run(call, tools, plan, context, number, f"plan[{number}]"))
            for number, call in enumerate(plan.tool_calls)
        ]
    done = [task.result() for task in planned]
    facts = _merged(plan, done)
    condition = _fallback_condition(plan, facts)
    if condition is not None and plan.fallback.tool in tools:
        query = " ".join([context.question, *context.implied])
        call = ToolCall(
            tool=plan.fallback.tool or "",
            args=SearchArgs(query=query, filters=plan.fallback.filters),
        )
        if not any(result.call.args.finds_same(call.args) for result in done):
            done.append(await _run(call, tools, plan, context, len(done), condition.value))
            facts = _merged(plan, done, condition)
    return Execution(tool_calls=tuple(result.call for result in done), facts=facts)


async def _run(
    call: ToolCall,
    tools: Mapping[str, Tool],
    plan: QueryPlan,
    context: ExecutionContext,
    number: int,
    caused_by: str,
) -> _CallResult:
    started = time.perf_counter()
    try:
        outcome = await _tool(call, tools).run(call.args, call_context(plan, context, number))
        failed = False
    except WorkbenchError as raised:
        error = StageError.of(raised)
        gap = _gap(call, number, error, context.language)
        outcome, failed = ToolOutcome(gaps=(gap,), outage=error), True
    executed = ExecutedCall(
        tool=call.tool,
        args=call.args,
        status="failed" if failed else "ok" if outcome.items else "empty",
        ms=(time.perf_counter() - started) * 1000,
        items=len(outcome.items),
        error=outcome.outage,
        subgraph=outcome.subgraph,
        statement=outcome.statement,
        caused_by=caused_by,
    )
    return _CallResult(executed, outcome)


def _tool(call: ToolCall, tools: Mapping[str, Tool]) -> Tool:
    tool = tools.get(call.tool)
    if tool is None:
        raise ToolError(**localized("executor.no_tool", tool=call.tool, known=", ".join(tools)))
    if tool.kind != call.kind:
        raise ToolError(**localized("executor.wrong_kind", tool=call.tool, kind=call.kind))
    return tool


def call_context(plan: QueryPlan, context: ExecutionContext, number: int) -> CallContext:
    """Return the context of the call with a number."""
    return CallContext(
        language=context.language,
        call=number,
        limits=plan.limits,
        relevance=context.relevance,
        default_relevance=plan.confidence,
        order_language=context.order_language,
        earlier=context.earlier,
        embedder=context.embedder,
        embedder_changed=context.embedder_changed,
    )


def _merged(
    plan: QueryPlan, done: list[_CallResult], fallback: FallbackCondition | None = None
) -> FactsPayload:
    outcomes = [result.outcome for result in done]
    return merge(outcomes, planned=len(plan.tool_calls), fallback=fallback)


def _fallback_condition(plan: QueryPlan, facts: FactsPayload) -> FallbackCondition | None:
    """The first condition of the plan's fallback that holds."""
    if not plan.fallback.enabled or not plan.tool_calls:
        return None
    holds = {
        FallbackCondition.NO_RESULTS: not facts.found,
        FallbackCondition.LOW_COVERAGE: (facts.meta.coverage or 0.0) < LOW_COVERAGE,
    }
    return next((condition for condition in plan.fallback.when if holds[condition]), None)


def _gap(call: ToolCall, number: int, error: StageError, language: Language) -> Gap:
    localized_text = error_text(error.code, error.words, language)
    return Gap(
        call=number,
        entity_id=call.args.subject_id,
        relation=call.args.intent_id or call.tool,
        reason="failed",
        message=localized_text.message if localized_text else error.message,
    )
