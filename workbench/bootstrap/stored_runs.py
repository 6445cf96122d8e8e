"""Work with a run that has ended: look it up, fork or replay it, show its answer in other forms."""

from collections.abc import AsyncGenerator, Iterable, Mapping
from dataclasses import replace
from functools import partial
from typing import Any

from pydantic import BaseModel

from workbench.answer.structured_output import schema_of, structured_answer
from workbench.bootstrap.annotations import with_changes
from workbench.bootstrap.input_limits import check_json, check_question
from workbench.bootstrap.run_events import finished_run, run_events
from workbench.bootstrap.run_models import ModelsByRole
from workbench.bootstrap.values import check_citations, parse_stage
from workbench.bootstrap.workbench_part import WorkbenchPart
from workbench.domain.answer import AskOptions, Format
from workbench.domain.comparison import RunComparison, compare_runs
from workbench.domain.run import Run, Stage
from workbench.domain.run_events import RunEvent
from workbench.domain.run_summary import NOTED_PARTS, RunAnnotation
from workbench.errors import InputError
from workbench.i18n.errors import localized
from workbench.llm.session import Session
from workbench.pipeline.ask import stream_run
from workbench.pipeline.finish import display_answer, json_source_list
from workbench.pipeline.fork import fork_run, replay_run
from workbench.pipeline.given_plan import GivenPlan
from workbench.pipeline.state import Services
from workbench.settings import Settings

NO_PROMPTS: Mapping[str, str] = {}
"""The live templates."""


class StoredRuns(WorkbenchPart):
    """Finds, forks and replays stored runs, and formats their answers."""

    async def run(self, run_id: str) -> Run:
        """Return a stored run; an unknown id raises InputError."""
        found = await self.runs.get(run_id)
        if found is None:
            raise InputError(**localized("bootstrap.no_run", run=run_id))
        return found

    async def annotation(self, run_id: str) -> RunAnnotation:
        """Return what was noted about a run; an unknown id raises InputError."""
        return await self.runs.annotations.get((await self.run(run_id)).id)

    async def annotate_run(
        self,
        run_id: str,
        *,
        tags: Iterable[str] | None = None,
        rating: int | None = None,
        note: str | None = None,
    ) -> RunAnnotation:
        """Note tags, a rating or a text about a run; None keeps what was noted before.

        Args:
            run_id: the run's id or a prefix of it.
            tags: all tags of the run from now on.
            rating: from 1 to 5; 0 removes the rating.
            note: the text; an empty one removes it.

        Raises:
            InputError: an unknown run, or a tag, rating or note out of its limits.
        """
        annotation = with_changes(await self.annotation(run_id), tags, rating, note)
        given = zip(NOTED_PARTS, (tags, rating, note), strict=True)
        if parts := [part for part, value in given if value is not None]:
            await self.runs.annotations.put(annotation, parts)
        return await self.runs.annotations.get(annotation.run_id)

    async def fork(
        self,
        run: Run | str,
        stage: Stage | str,
        value: Any = None,
        until: Stage | str | None = None,
        session: Session | None = None,
        options: AskOptions | None = None,
    ) -> Run:
        """Replace one stage's output, run the rest and return the run; see ``fork_stream``."""
        events = self.fork_stream(run, stage, value, until, session, options=options)
        return await finished_run(events)

    def fork_stream(
        self,
        run: Run | str,
        stage: Stage | str,
        value: Any = None,
        until: Stage | str | None = None,
        session: Session | None = None,
        prompts: Mapping[str, str] = NO_PROMPTS,
        options: AskOptions | None = None,
    ) -> AsyncGenerator[RunEvent, None]:
        """Replace one stage's output, reuse the stages before it and run those after it.

        Model calls identical to recorded ones are replayed from the record.

        Args:
            run: a run or its id.
            stage: whose output is replaced.
            value: the new output, as a domain value, data or JSON; None runs the stage again,
                calling its models instead of replaying them where they are configured.
            until: stop after this stage.
            session: API keys and a budget on top of the settings; never stored.
            prompts: texts of templates by file name, in place of the live ones in this fork.
            options: in place of the run's; a model that they name is called instead of the
                recorded one.
        """
        return run_events(partial(self._fork, run, stage, value, until, session, prompts, options))

    async def _fork(
        self,
        run: Run | str,
        stage: Stage | str,
        value: Any,
        until: Stage | str | None,
        session: Session | None,
        prompts: Mapping[str, str],
        options: AskOptions | None,
    ) -> AsyncGenerator[RunEvent, None]:
        parent = await self._found(run)
        forked, services, start_at = await self._forked(
            parent, stage, value, session, prompts, options=options
        )
        return stream_run(forked, services, self.runs, start_at=start_at, until=parse_stage(until))

    async def _forked(
        self,
        parent: Run,
        stage: Stage | str,
        value: Any,
        session: Session | None,
        prompts: Mapping[str, str] | None = None,
        settings: Settings | None = None,
        options: AskOptions | None = None,
    ) -> tuple[Run, Services, Stage]:
        """Return a fork before it runs, its services, and the stage that it starts at.

        ``settings`` replace those of the workbench for its models, ``options`` those of the parent.
        """
        check_json(value, "stage output")
        if options is not None:
            check_question(parent.question, options)
            schema_of(options, self.schemas)
            check_citations(options.citations)
        options = options or parent.options
        opened = await self.workspace_pool.get(parent.workspace)
        if prompts:
            opened = replace(opened, workspace=opened.workspace.with_prompts(prompts))
        at = parse_stage(stage)
        if at is None:
            raise InputError(**localized("bootstrap.no_fork_stage"))
        if at is Stage.PLAN and value is not None:
            value = self._services.checked_plan(value, opened.workspace)
        forked, start_at = fork_run(parent, at, value, opened.workspace, options)
        source: ModelsByRole = "live" if value is None else "recorded_first"
        models = self._services.models(
            options,
            session=session,
            recorded=parent,
            source=source,
            settings=settings or self.settings,
        )
        services = self._services.for_workspace(
            opened, models, before=await self._services.first_run_id(parent)
        )
        return forked, services, start_at

    async def replay(self, run: Run | str) -> Run:
        """Replay a run from its record and return the new run; see ``replay_stream``."""
        return await finished_run(self.replay_stream(run))

    def replay_stream(self, run: Run | str) -> AsyncGenerator[RunEvent, None]:
        """Run a stored run again from its record: no key, no network.

        Replies of models are the recorded ones; so are the facts and a text that no model wrote, if
        the plan is the recorded one.

        A call that is missing from the record fails its stage with a ProviderError, and the stage
        falls back to its built-in step. A search recorded with another embedder than today's
        EMBEDDER is noted on its tool call, since its results differ.
        """
        return run_events(partial(self._replay, run))

    async def _replay(self, run: Run | str) -> AsyncGenerator[RunEvent, None]:
        parent = await self._found(run)
        opened = await self.workspace_pool.get(parent.workspace)
        again, start_at = replay_run(parent, opened.workspace)
        models = self._services.models(parent.options, recorded=parent, source="recorded_only")
        given = GivenPlan(parent.plan) if parent.plan and parent.plan_origin == "edited" else None
        services = self._services.for_workspace(
            opened, models, given, before=await self._services.first_run_id(parent)
        )
        services = replace(services, replayed=parent)
        until = parent.stages[-1].name if parent.stages else None
        return stream_run(again, services, self.runs, start_at=start_at, until=until)

    async def _found(self, run: Run | str) -> Run:
        return await self.run(run) if isinstance(run, str) else run

    async def compare(self, *runs: Run | str) -> RunComparison:
        """Compare runs with one another, and each with the first.

        Args:
            runs: runs or their ids, at least two; give the parent of a fork before it.

        Raises:
            InputError: fewer than two runs, one run twice, or an unknown id.
        """
        if len(runs) < 2:
            raise InputError(**localized("bootstrap.one_run_compared"))
        found = [await self._found(run) for run in runs]
        if len({one.id for one in found}) < len(found):
            raise InputError(**localized("bootstrap.compared_twice"))
        return compare_runs(found)

    def display(self, run: Run, style: str | None = None, form: Format | None = None) -> str:
        """Return the answer in another citation style or format; no model is called.

        Raises:
            InputError: there is no such citation style.
        """
        check_citations(style)
        return display_answer(
            run, self.workspace_pool.prepare(run.workspace).workspace, style, form
        )

    def json_source_list(self, run: Run) -> str:
        """The source list of a JSON answer, which has no room for one; empty for other formats."""
        return json_source_list(run, self.workspace_pool.prepare(run.workspace).workspace)

    def structured(self, run: Run) -> BaseModel | None:
        """Parse a structured answer into its schema's class; None if no data was found.

        For an analyst, strings keep ``[Source N]`` after each fact (see ``run.answer.citations``);
        for a customer they have no markers.

        Raises:
            InputError: the run has no schema or no answer, or its schema is unknown.
        """
        return structured_answer(run.answer, run.options, self.schemas)
