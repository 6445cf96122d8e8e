"""Find the stage that cost a run its answer with what a golden case says is right."""

import asyncio
from collections.abc import AsyncGenerator, Sequence
from functools import partial
from typing import Any

from workbench.bootstrap.explaining import Explaining, last_of
from workbench.bootstrap.golden_cases import GoldenCases
from workbench.bootstrap.opened_workspace import OpenedWorkspace
from workbench.domain.blame import Blame, TriedStage
from workbench.domain.entities import Resolution
from workbench.domain.evidence import Evidence, Execution
from workbench.domain.given_facts import given_execution
from workbench.domain.model_calls import CallsEstimate
from workbench.domain.plan import QueryPlan
from workbench.domain.question import MemoryDecision
from workbench.domain.run import Run, Stage
from workbench.errors import InputError
from workbench.evaluation.case_outputs import (
    meets,
    right_answer,
    right_entities,
    right_plan,
    states,
    unstated,
)
from workbench.evaluation.cases import Case, read_cases
from workbench.i18n.errors import localized
from workbench.llm.session import Session
from workbench.understanding.entities import resolve
from workbench.understanding.normalize import normalize

_PASSAGES = 20
"""Passages among which a fact of the case is looked for."""


class CaseBlame(Explaining, GoldenCases):
    """Gives each stage of a run what a golden case says is right, until the answer is."""

    async def cases_of(self, run: Run | str) -> Sequence[Case]:
        """Return the golden cases of the workspace that ask the question of a run.

        Raises:
            InputError: an unknown run, or a file of cases has an invalid line.
        """
        found = await self._found(run)
        files = self.golden_files(found.workspace)
        read = await asyncio.gather(*(asyncio.to_thread(read_cases, file) for file in files))
        asked = found.question.strip().casefold()
        return [one for some in read for one in some if one.question.strip().casefold() == asked]

    async def blame_case(self, run: Run | str, case: str, session: Session | None = None) -> Blame:
        """Return the stage that cost a run its answer; see ``blame_case_stream``."""
        return await last_of(self.blame_case_stream(run, case, session), Blame)

    async def blame_case_stream(
        self, run: Run | str, case: str, session: Session | None = None
    ) -> AsyncGenerator[TriedStage | Blame, None]:
        """Find the stage that cost a run its answer.

        In order, the stages get the entities of the case, a plan of its intents, evidence that
        states its facts, and these facts as the answer, as far as the run has something else; until
        the answer states the facts of the case and nothing that it forbids.

        Args:
            run: the run with the wrong answer, or its id.
            case: the id of a golden case of its workspace with the same question.
            session: API keys and a budget on top of the settings; never stored.

        Raises:
            InputError: the workspace has no such case of this question, or the model of the run
                cannot be called here.
        """
        wrong = await self._found(run)
        right = await self._case(wrong, case)
        outputs = () if meets(right, wrong) else await self._outputs(wrong, right, session)
        async for event in self._blame(wrong, right.id, outputs, partial(meets, right), session):
            yield event

    async def estimate_blame_case(
        self, run: Run | str, case: str, session: Session | None = None
    ) -> CallsEstimate:
        """Return the calls of ``blame_case`` if every stage has to be tried."""
        wrong = await self._found(run)
        right = await self._case(wrong, case)
        outputs = () if meets(right, wrong) else await self._outputs(wrong, right, session)
        return await self._calls_after(wrong, [stage for stage, _ in outputs], session)

    async def _case(self, run: Run, case: str) -> Case:
        cases = await self.cases_of(run)
        found = next((one for one in cases if one.id == case), None)
        if found is None:
            known = ", ".join(one.id for one in cases) or "-"
            raise InputError(**localized("bootstrap.no_case", case=case, known=known))
        return found

    async def _outputs(
        self, run: Run, case: Case, session: Session | None
    ) -> Sequence[tuple[Stage, Any]]:
        """Return what the case says is right, for each stage that gave something else."""
        opened = await self.workspace_pool.get(run.workspace)
        outputs: list[tuple[Stage, Any]] = []
        again = await asyncio.to_thread(_resolved_again, run, opened)
        resolution = right_entities(case, run, again, opened.workspace.nodes)
        if resolution is not None:
            outputs.append((Stage.RESOLVE, resolution))
        plan = right_plan(case, run, resolution or run.resolution, opened.workspace)
        if plan is not None:
            outputs.append((Stage.PLAN, plan))
        found = run.facts.items if run.facts else ()
        if not unstated(case, found):
            return [*outputs, (Stage.WRITE, right_answer(case))] if case.facts else outputs
        execution = await self._executed(run, case, plan or run.plan, session)
        return [*outputs, (Stage.EXECUTE, execution)] if execution else outputs

    async def _executed(
        self, run: Run, case: Case, plan: QueryPlan | None, session: Session | None
    ) -> Execution | None:
        """Return evidence of all facts of a case: of the right plan, with passages for the rest.

        None without a plan, which would have to be made by a model.
        """
        if plan is None:
            return None
        again = await self._tried(run, Stage.PLAN, plan, session, until=Stage.EXECUTE)
        items = again.facts.items if again.facts else ()
        opened = await self.workspace_pool.get(run.workspace)
        passages = [await _passage(opened, fact) for fact in unstated(case, items)]
        stated = {one.id: one for one in passages if one is not None}
        if len([one for one in passages if one is not None]) < len(passages):
            return None
        return given_execution(again, (*items, *stated.values()))


def _resolved_again(run: Run, opened: OpenedWorkspace) -> Resolution:
    question = normalize(run.question, opened.workspace.spec.languages)
    memory = run.memory or MemoryDecision(decision="independent")
    return resolve(question, memory, opened.registry)


async def _passage(opened: OpenedWorkspace, fact: str) -> Evidence | None:
    """Return the most relevant passage that states a fact of a case."""
    passages = await opened.retriever.search(fact.split("|", maxsplit=1)[0], top_k=_PASSAGES)
    return next((one for one in passages if states(one, fact)), None)
