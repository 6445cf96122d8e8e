"""Explain a run: leave out its facts, find the stage that cost the answer, sample its plan."""

from collections.abc import AsyncGenerator, Callable, Sequence
from functools import partial
from typing import Any, TypeVar

from workbench.bootstrap.call_estimates import ANSWER_ROLES, ROLES, CallEstimates
from workbench.bootstrap.run_events import finished_run
from workbench.bootstrap.stored_runs import StoredRuns
from workbench.domain.ablation import AblatedFact, Ablation, ablated, facts_of_claims, without_fact
from workbench.domain.answer import Role
from workbench.domain.blame import (
    BLAMABLE,
    Blame,
    TriedStage,
    differs,
    is_recovered,
    right_output,
)
from workbench.domain.given_facts import given_execution
from workbench.domain.model_calls import CallsEstimate
from workbench.domain.run import Run, Stage
from workbench.domain.stability import PlanSample, PlanStability, plan_stability
from workbench.errors import InputError
from workbench.i18n.errors import localized
from workbench.llm.session import Session
from workbench.pipeline.ask import stream_run
from workbench.runs.null_recorder import NullRecorder
from workbench.settings import OFFLINE

MOST_FACTS = 30
"""Facts that an ablation leaves out at most: with a model, each is one answer to pay for."""
SAMPLES = 5
"""Plans that are sampled unless another number is asked for."""
_CALLING = {Stage.PLAN: "planner", Stage.WRITE: "answer"}
T = TypeVar("T")


class Explaining(StoredRuns, CallEstimates):
    """Runs parts of a run again under other conditions; nothing of it is stored.

    Each explanation is free where the run had no model; where it had, its estimate says the calls.
    """

    async def ablation(
        self, run: Run | str, most: int = MOST_FACTS, session: Session | None = None
    ) -> Ablation:
        """Return what becomes of the claims without their facts; see ``ablation_stream``."""
        return await last_of(self.ablation_stream(run, most, session), Ablation)

    async def ablation_stream(
        self, run: Run | str, most: int = MOST_FACTS, session: Session | None = None
    ) -> AsyncGenerator[AblatedFact | Ablation, None]:
        """Leave out each fact that a claim rests on, answer again, and see which claims remain.

        A claim that remains without support did not come from the facts.

        Args:
            run: a run with an answer, or its id.
            most: the number of facts to leave out.
            session: API keys and a budget on top of the settings; never stored.

        Raises:
            InputError: the model of the run cannot be called here.
        """
        parent = await self._found(run)
        facts: list[AblatedFact] = []
        for item in facts_of_claims(parent)[:most]:
            given = given_execution(parent, without_fact(parent, item))
            again = await self._tried(parent, Stage.EXECUTE, given, session)
            facts.append(ablated(parent, item, again))
            yield facts[-1]
        yield Ablation(run_id=parent.id, facts=tuple(facts))

    async def estimate_ablation(
        self, run: Run | str, most: int = MOST_FACTS, session: Session | None = None
    ) -> CallsEstimate:
        """Return the calls of ``ablation``: one answer for each fact."""
        parent = await self._found(run)
        once = await self._calls(parent, ANSWER_ROLES, session)
        return once.times(min(most, len(facts_of_claims(parent))))

    async def blame(
        self, run: Run | str, reference: Run | str, session: Session | None = None
    ) -> Blame:
        """Return the stage that cost a run its answer; see ``blame_stream``."""
        return await last_of(self.blame_stream(run, reference, session), Blame)

    async def blame_stream(
        self, run: Run | str, reference: Run | str, session: Session | None = None
    ) -> AsyncGenerator[TriedStage | Blame, None]:
        """Find the stage that cost a run its answer.

        Each stage that gave something else than in the reference gets the reference's output, in
        order, until the answer states the reference's supported claims.

        Args:
            run: the run with the wrong answer, or its id.
            reference: a run with the right one, such as a fork that a person corrected.
            session: API keys and a budget on top of the settings; never stored.

        Raises:
            InputError: the model of the run cannot be called here.
        """
        wrong, right = await self._found(run), await self._found(reference)
        outputs = [
            (one, right_output(right, one)) for one in BLAMABLE if differs(wrong, right, one)
        ]
        is_right = partial(is_recovered, reference=right)
        async for event in self._blame(wrong, right.id, outputs, is_right, session):
            yield event

    async def _blame(
        self,
        wrong: Run,
        reference_id: str,
        outputs: Sequence[tuple[Stage, Any]],
        is_right: Callable[[Run], bool],
        session: Session | None,
    ) -> AsyncGenerator[TriedStage | Blame, None]:
        """Give the stages of a run their right outputs, in order, until the answer is right."""
        already_right = is_right(wrong)
        tried: list[TriedStage] = []
        for stage, value in () if already_right else outputs:
            again = await self._tried(wrong, stage, value, session)
            tried.append(TriedStage(stage=stage, recovered=is_right(again)))
            yield tried[-1]
            if tried[-1].recovered:
                break
        yield Blame(
            run_id=wrong.id,
            reference_id=reference_id,
            tried=tuple(tried),
            already_right=already_right,
        )

    async def estimate_blame(
        self, run: Run | str, reference: Run | str, session: Session | None = None
    ) -> CallsEstimate:
        """Return the calls of ``blame`` if every stage that differs has to be tried."""
        wrong, right = await self._found(run), await self._found(reference)
        stages = [
            stage
            for stage in BLAMABLE
            if differs(wrong, right, stage) and not is_recovered(wrong, right)
        ]
        return await self._calls_after(wrong, stages, session)

    async def stability(
        self, run: Run | str, samples: int = SAMPLES, session: Session | None = None
    ) -> PlanStability:
        """Return how much several plans of a question agree; see ``stability_stream``."""
        return await last_of(self.stability_stream(run, samples, session), PlanStability)

    async def stability_stream(
        self, run: Run | str, samples: int = SAMPLES, session: Session | None = None
    ) -> AsyncGenerator[PlanSample | PlanStability, None]:
        """Plan a run's question several times, and count the values of each field of the plan.

        The planner is called as in any run: with its own temperature, and without the cache.

        Args:
            run: a run with a plan, or its id.
            samples: the number of plans, one at least.
            session: API keys and a budget on top of the settings; never stored.

        Raises:
            InputError: the model of the run cannot be called here.
        """
        parent = await self._found(run)
        plans = []
        planner = OFFLINE
        total = max(samples, 1)
        for number in range(1, total + 1):
            again = await self._tried(parent, Stage.PLAN, None, session, until=Stage.PLAN)
            plans.append(again.plan)
            planner = again.models.get("planner", OFFLINE)
            yield PlanSample(done=number, total=total)
        yield plan_stability(parent.id, planner, plans)

    async def estimate_stability(
        self, run: Run | str, samples: int = SAMPLES, session: Session | None = None
    ) -> CallsEstimate:
        """Return the calls of ``stability``: one for each plan."""
        once = await self._calls(await self._found(run), ("planner",), session)
        return once.times(max(samples, 1))

    async def _calls(
        self, run: Run, roles: tuple[Role, ...], session: Session | None
    ) -> CallsEstimate:
        """Return the calls of some roles, if they were made for a run again."""
        opened = await self.workspace_pool.get(run.workspace)
        models = self._services.models(
            run.options, session=session, recorded=run, source="recorded_first"
        )
        return await self._estimate(run, opened, models, roles)

    async def _calls_after(
        self, run: Run, stages: Sequence[Stage], session: Session | None
    ) -> CallsEstimate:
        """Return the calls of one fork at each of the stages."""
        total = CallsEstimate()
        for stage in stages:
            roles = [role for role, at in _BEGINS.items() if at.order > stage.order]
            total += await self._calls(run, tuple(roles), session)
        return total

    async def _tried(
        self,
        parent: Run,
        stage: Stage,
        value: Any,
        session: Session | None,
        until: Stage | None = None,
    ) -> Run:
        """Return a fork that is not stored.

        Raises:
            InputError: its model was not called, so that it shows nothing about the run.
        """
        fresh = self.settings.model_copy(update={"model_cache": False})
        forked, services, start_at = await self._forked(
            parent, stage, value, session, settings=fresh
        )
        events = stream_run(forked, services, NullRecorder(), start_at=start_at, until=until)
        again = await finished_run(events)
        _require_called(again, sampled=until is Stage.PLAN)
        return again


_BEGINS: dict[Role, Stage] = dict(
    zip(ROLES, (Stage.PLAN, Stage.WRITE, Stage.DIAGNOSE), strict=True)
)
"""The stage that calls each role."""


def _require_called(again: Run, *, sampled: bool) -> None:
    """Raise InputError if a stage fell back from its model, or a plan came from the record."""
    for stage, role in _CALLING.items():
        record = again.stage(stage)
        if record is None or record.reused:
            continue
        replayed = sampled and any(one.cached for one in again.exchanges if one.role == role)
        if record.error is not None or replayed:
            model = again.models.get(role, OFFLINE)
            raise InputError(**localized("bootstrap.model_not_called", model=model))


async def last_of(stream: AsyncGenerator[Any, None], result: type[T]) -> T:
    """Return what a stream ends with."""
    *_, last = [step async for step in stream]
    assert isinstance(last, result)
    return last
