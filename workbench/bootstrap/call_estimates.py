"""Estimate the model calls of a run from its record, before they are made."""

from collections.abc import Collection

from workbench.bootstrap.opened_workspace import OpenedWorkspace
from workbench.bootstrap.run_models import RunModels
from workbench.bootstrap.workbench_part import WorkbenchPart
from workbench.checks.grounding.evidence_index import provided_evidence
from workbench.checks.grounding.model_judge import PACKAGE as JUDGE_PROMPTS
from workbench.checks.grounding.model_judge import judge_request
from workbench.domain.answer import Role
from workbench.domain.model_calls import CallsEstimate
from workbench.domain.run import Run
from workbench.llm.prices import price_usd
from workbench.llm.protocol import ChatRequest
from workbench.llm.token_budget import estimate_tokens
from workbench.pipeline.stages import INDEPENDENT, NOTHING_RENDERED, facts_of, write_request
from workbench.planner.protocol import PlanRequest
from workbench.settings import OFFLINE

ROLES: tuple[Role, ...] = ("planner", "answer", "judge")
"""The roles that a question calls, in order."""
ANSWER_ROLES: tuple[Role, ...] = ("answer", "judge")
"""The roles that are called over given facts."""


class CallEstimates(WorkbenchPart):
    """Builds the requests that a run would send, and counts them."""

    async def _estimate(
        self, run: Run, opened: OpenedWorkspace, models: RunModels, roles: Collection[Role] = ROLES
    ) -> CallsEstimate:
        """Return the calls of a run's question with its facts.

        Args:
            run: a finished run of the question; its plan and facts stand for those to come.
            opened: its workspace.
            models: the models that would be called.
            roles: those whose calls are counted.
        """
        total = CallsEstimate()
        is_planned = "planner" in roles and models.name("planner") != OFFLINE
        unseen = 0 if _has_sources(run) else self.settings.answer_source_tokens
        for role in roles:
            name = models.name(role)
            if name == OFFLINE:
                continue
            # Without sources no model writes; but a model that plans may find what the run did not.
            if role == "planner" or is_planned or _has_sources(run):
                request = await self._request(role, name, run, opened, models)
                total += estimate_request(name, request, 0 if role == "planner" else unseen)
        return total

    async def _request(
        self, role: Role, name: str, run: Run, opened: OpenedWorkspace, models: RunModels
    ) -> ChatRequest:
        workspace = opened.workspace
        if role == "planner":
            from workbench.planner.model_planner import plan_chat

            asked = PlanRequest(run.asked, run.memory or INDEPENDENT, run.resolution)
            return plan_chat(asked, workspace, self.settings)
        if role == "answer":
            from workbench.answer.request_builder import RequestBuilder

            before = await self._services.first_run_id(run)
            recall = self._services.recall(opened, models.options, before, opened.embedder)
            builder = RequestBuilder(workspace, self.settings, name, self.schemas)
            as_asked = run.model_copy(update={"options": models.options})
            return builder.build(await write_request(as_asked, recall)).chat
        evidence = provided_evidence(facts_of(run), run.rendered or NOTHING_RENDERED)
        text = run.answer.text if run.answer else ""
        prompts = workspace.prompt_files(JUDGE_PROMPTS)
        return judge_request(text, evidence, self.settings.judge_deadline_s, prompts)


def _has_sources(run: Run) -> bool:
    """Whether there is something to answer from: without it no model writes."""
    return bool(run.rendered and run.rendered.sources)


def estimate_request(model: str, request: ChatRequest, unseen: int = 0) -> CallsEstimate:
    """Return the tokens and the price of one call.

    Args:
        model: the model's name.
        request: what it would be sent.
        unseen: tokens that are added to it when the call is made, at most.
    """
    texts = (request.system, *(message.text for message in request.messages))
    tokens = sum(map(estimate_tokens, texts)) + unseen
    return CallsEstimate(
        calls=1,
        models=(model,),
        input_tokens=tokens,
        output_tokens=request.max_tokens,
        price_usd=price_usd(model, input_tokens=tokens, output_tokens=request.max_tokens),
    )
