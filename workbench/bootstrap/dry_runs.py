"""Try an edited plan up to its answer: what it finds, and what the answer would cost."""

from workbench.bootstrap.call_estimates import ANSWER_ROLES, CallEstimates
from workbench.bootstrap.run_events import finished_run
from workbench.bootstrap.stored_runs import StoredRuns
from workbench.bootstrap.values import Plan
from workbench.domain.dry_run import DryRun
from workbench.domain.run import Run, Stage
from workbench.llm.session import Session
from workbench.pipeline.ask import stream_run
from workbench.runs.null_recorder import NullRecorder


class DryRuns(StoredRuns, CallEstimates):
    """Runs the tools of a plan without an answer; nothing of it is stored."""

    async def dry_run(self, run: Run | str, plan: Plan, session: Session | None = None) -> DryRun:
        """Return the calls of a plan with their facts, and the price of the answer.

        Args:
            run: the run whose plan was edited, or its id.
            plan: the edited plan.
            session: API keys and a budget on top of the settings; never stored.

        Raises:
            PlanError: the plan is invalid.
        """
        parent = await self._found(run)
        forked, services, start_at = await self._forked(parent, Stage.PLAN, plan, session)
        tried = await finished_run(
            stream_run(forked, services, NullRecorder(), start_at=start_at, until=Stage.RENDER)
        )
        opened = await self.workspace_pool.get(parent.workspace)
        models = self._services.models(
            parent.options, session=session, recorded=parent, source="recorded_first"
        )
        rendered = tried.rendered
        return DryRun(
            calls=tried.tool_calls,
            shown=len(rendered.sources) if rendered else 0,
            omitted=rendered.omitted if rendered else 0,
            models=await self._estimate(tried, opened, models, ANSWER_ROLES),
        )
