"""Explain a run: leave out its facts one at a time, and find the stage that cost the answer."""

from typing import Any

from workbench.bootstrap.run_events import finished_run
from workbench.bootstrap.stored_runs import StoredRuns
from workbench.domain.ablation import Ablation, ablated, facts_of_claims, without_fact
from workbench.domain.blame import (
    BLAMABLE,
    Blame,
    TriedStage,
    differs,
    is_recovered,
    right_output,
)
from workbench.domain.given_facts import given_execution
from workbench.domain.run import Run, Stage
from workbench.llm.session import Session
from workbench.pipeline.ask import stream_run
from workbench.runs.null_recorder import NullRecorder

MOST_FACTS = 30
"""Facts that an ablation leaves out at most: with a model, each is one answer to pay for."""


class Explaining(StoredRuns):
    """Runs parts of a run again under other conditions; nothing of it is stored."""

    async def ablation(
        self, run: Run | str, most: int = MOST_FACTS, session: Session | None = None
    ) -> Ablation:
        """Leave out each fact that a claim rests on, answer again, and see which claims remain.

        A claim that remains without support did not come from the facts. Without a model this is
        free; with one it costs one answer for each fact.

        Args:
            run: a run with an answer, or its id.
            most: the number of facts to leave out.
            session: API keys and a budget on top of the settings; never stored.
        """
        parent = await self._found(run)
        facts = []
        for item in facts_of_claims(parent)[:most]:
            given = given_execution(parent, without_fact(parent, item))
            again = await self._tried(parent, Stage.EXECUTE, given, session)
            facts.append(ablated(parent, item, again))
        return Ablation(run_id=parent.id, facts=tuple(facts))

    async def blame(
        self, run: Run | str, reference: Run | str, session: Session | None = None
    ) -> Blame:
        """Find the stage that cost a run its answer.

        Each stage that gave something else than in the reference gets the reference's output, in
        order, until the answer states the reference's supported claims.

        Args:
            run: the run with the wrong answer, or its id.
            reference: a run with the right one, such as a fork that a person corrected.
            session: API keys and a budget on top of the settings; never stored.
        """
        wrong, right = await self._found(run), await self._found(reference)
        tried: list[TriedStage] = []
        for stage in (one for one in BLAMABLE if differs(wrong, right, one)):
            again = await self._tried(wrong, stage, right_output(right, stage), session)
            tried.append(TriedStage(stage=stage, recovered=is_recovered(again, right)))
            if tried[-1].recovered:
                break
        return Blame(run_id=wrong.id, reference_id=right.id, tried=tuple(tried))

    async def _tried(self, parent: Run, stage: Stage, value: Any, session: Session | None) -> Run:
        """Return a fork that is not stored."""
        forked, services, start_at = await self._forked(parent, stage, value, session)
        return await finished_run(stream_run(forked, services, NullRecorder(), start_at=start_at))
