"""Plan with a language model: validate, repair once, re-plan once if calls found nothing."""

import time

from workbench.domain.evidence import Gap
from workbench.domain.plan import PlanAttempt, PlanningResult, PlanProblem, QueryPlan, ToolCall
from workbench.errors import ProviderError
from workbench.i18n.errors import error_text
from workbench.llm.protocol import ChatModel, ChatReply, ChatRequest, Message
from workbench.llm.repair import repairing
from workbench.planner.emergency_plan import emergency_plan
from workbench.planner.limit_policy import cap_limits
from workbench.planner.messages import localized_text
from workbench.planner.names_to_ids import NamesToIds
from workbench.planner.parsing import parse
from workbench.planner.plan_schema import model_plan_schema
from workbench.planner.prompts import PlannerPrompts
from workbench.planner.protocol import PlanRequest
from workbench.planner.replan import new_calls, open_calls, with_calls, without_replaced
from workbench.planner.validate import validate_plan
from workbench.settings import Settings
from workbench.text.json_text import object_text
from workbench.workspace import Workspace
from workbench.workspace.plan_problems import problem

ATTEMPTS = 2
"""The plan and one repair."""


class ModelPlanner:
    """Plans with a language model; the caller handles its ProviderError."""

    def __init__(
        self, model: ChatModel, workspace: Workspace, settings: Settings, *, replans: bool = True
    ) -> None:
        self._model = model
        self._replans = replans
        self._workspace = workspace
        self._settings = settings
        self._prompts = PlannerPrompts(workspace, settings.max_tool_calls)

    async def plan(self, request: PlanRequest) -> PlanningResult:
        """Return a valid plan with limits within the workspace's caps, and every attempt at it.

        Raises:
            ProviderError: the model failed or did not answer in time.
            WorkspaceError: a prompt template of the workspace is invalid.
        """
        planned, chat = await self._first(request)
        if planned.origin != "model" or request.gaps_of is None or not self._replans:
            return planned
        gaps = await request.gaps_of(planned.plan)
        most = self._settings.max_tool_calls - len(planned.plan.tool_calls)
        if not gaps or most < 1:
            return planned
        return await self._again(planned, chat, gaps, most, request)

    async def _first(self, request: PlanRequest) -> tuple[PlanningResult, ChatRequest]:
        """Return the first valid plan or the emergency plan, and the last request to the model."""
        language = request.question.language
        chat = plan_chat(request, self._workspace, self._settings)
        attempts: tuple[PlanAttempt, ...] = ()
        while len(attempts) < ATTEMPTS:
            attempt, plan = await self._attempt(chat, request)
            attempts = (*attempts, attempt)
            if plan is not None:
                reason = localized_text("model" if len(attempts) == 1 else "repaired", language)
                plan = cap_limits(plan, self._workspace)
                return PlanningResult(
                    plan=plan, origin="model", attempts=attempts, reasons=(reason,)
                ), chat
            errors = [p for p in attempt.problems if p.severity == "error"]
            chat = repairing(chat, attempt.reply, self._prompts.repair(errors))
        plan = self._emergency(request, attempts[-1].reply)
        reason = localized_text("not_usable", language, str(ATTEMPTS))
        return PlanningResult(
            plan=plan, origin="emergency", attempts=attempts, reasons=(reason,)
        ), chat

    async def _again(
        self,
        planned: PlanningResult,
        chat: ChatRequest,
        gaps: tuple[Gap, ...],
        most: int,
        request: PlanRequest,
    ) -> PlanningResult:
        """Return the plan with calls that fill a gap, or the first plan with the attempt at one."""
        calls = open_calls(planned.plan, gaps)
        chat = repairing(chat, planned.attempts[-1].reply, self._prompts.more(calls, most))
        try:
            attempt, more = await self._attempt(chat, request)
        except ProviderError as error:
            language = request.question.language
            message = error_text(error.code, error.words, language) or error
            return self._explained(planned, "replan_failed", request, message.message)
        attempts = (*planned.attempts, attempt.model_copy(update={"gaps": calls}))
        planned = planned.model_copy(update={"attempts": attempts})
        new = new_calls(planned.plan, more, most) if more else ()
        if more is None or not new:
            return self._explained(planned, "replan_same", request)
        plan, code = await self._joined(planned.plan, gaps, more, new, request)
        return self._explained(planned.model_copy(update={"plan": plan}), code, request)

    async def _joined(
        self,
        plan: QueryPlan,
        gaps: tuple[Gap, ...],
        more: QueryPlan,
        new: tuple[ToolCall, ...],
        request: PlanRequest,
    ) -> tuple[QueryPlan, str]:
        """Return the plan with the new calls that find something, and the reason's code."""
        assert request.gaps_of is not None
        tried = with_calls(plan, (*plan.tool_calls, *new), more, self._workspace)
        if tried is None:
            return plan, "replan_same"
        left = await request.gaps_of(cap_limits(tried, self._workspace))
        if left is None:
            return plan, "replan_unclear"
        vain = {gap.call - len(plan.tool_calls) for gap in left}
        found = [call for at, call in enumerate(new) if at not in vain]
        calls = (*without_replaced(plan, gaps, found), *found)
        joined = with_calls(plan, calls, more, self._workspace) if found else None
        if joined is None:
            return plan, "replan_in_vain"
        return cap_limits(joined, self._workspace), "replanned"

    def _explained(
        self, planned: PlanningResult, code: str, request: PlanRequest, detail: str = ""
    ) -> PlanningResult:
        reason = localized_text(code, request.question.language, detail)
        return planned.model_copy(update={"reasons": (*planned.reasons, reason)})

    async def _attempt(
        self, chat: ChatRequest, request: PlanRequest
    ) -> tuple[PlanAttempt, QueryPlan | None]:
        started = time.perf_counter()
        reply = await self._model.complete(chat)
        plan, problems = self._validate(reply, request)
        attempt = PlanAttempt(
            reply=reply.text,
            problems=problems,
            model=reply.model,
            ms=reply.ms or round((time.perf_counter() - started) * 1000, 3),
        )
        return attempt, plan

    def _validate(
        self, reply: ChatReply, request: PlanRequest
    ) -> tuple[QueryPlan | None, tuple[PlanProblem, ...]]:
        """Return the plan, or None if the reply is incomplete, invalid or below the threshold."""
        if not reply.is_whole:
            return None, (_broken_off(reply),)
        data, problems = parse(object_text(reply.text))
        if data is None:
            return None, problems
        named: tuple[PlanProblem, ...] = ()
        if request.find_entity is not None:
            named = NamesToIds(self._workspace, request.find_entity).replace(data)
        most = self._settings.max_tool_calls
        plan, problems = validate_plan(data, self._workspace, max_tool_calls=most)
        problems = (*named, *problems)
        threshold = self._settings.plan_confidence_threshold
        if plan is None or plan.confidence >= threshold:
            return plan, problems
        return None, (*problems, _unsure(plan.confidence, threshold))

    def _emergency(self, request: PlanRequest, reply: str) -> QueryPlan:
        data, _ = parse(object_text(reply))
        named = (data or {}).get("intents")
        likely = (
            [name for name in named if isinstance(name, str)] if isinstance(named, list) else []
        )
        question = request.question
        return emergency_plan(question.text, question.language, self._workspace, likely=likely)


def plan_chat(request: PlanRequest, workspace: Workspace, settings: Settings) -> ChatRequest:
    """Return what the planner's model is asked.

    Raises:
        WorkspaceError: a prompt template of the workspace is invalid.
    """
    prompts = PlannerPrompts(workspace, settings.max_tool_calls)
    return ChatRequest(
        role="planner",
        system=prompts.system(request.question.language),
        messages=(Message(role="user", text=prompts.question(request)),),
        max_tokens=settings.planner_max_tokens,
        temperature=settings.planner_temperature,
        output_schema=model_plan_schema(workspace, settings.max_tool_calls),
        schema_name="query_plan",
        deadline_s=settings.planner_deadline_s,
    )


def _broken_off(reply: ChatReply) -> PlanProblem:
    return problem("json", "$", "incomplete_reply", why=reply.finish_reason or "broken_off")


def _unsure(confidence: float, threshold: float) -> PlanProblem:
    words = {"confidence": confidence, "least": threshold}
    return problem("policy", "$.confidence", "low_confidence", **words)
