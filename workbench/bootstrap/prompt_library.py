"""Edit prompt templates: versions, labels, lint, preview and trial."""

from collections.abc import AsyncGenerator, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from datetime import UTC, datetime
from typing import Literal, cast
from uuid import uuid4

from workbench.bootstrap.call_estimates import ROLES, CallEstimates
from workbench.bootstrap.input_limits import check_length
from workbench.bootstrap.prompt_catalogue import PromptKind, prompt_kinds
from workbench.bootstrap.prompt_lint import lint_prompt
from workbench.bootstrap.run_events import finished_run
from workbench.bootstrap.stored_runs import StoredRuns
from workbench.bootstrap.values import PromptTemplate, PromptTrial, PromptTrials
from workbench.domain.answer import Role
from workbench.domain.limits import PROMPT
from workbench.domain.local_text import Language
from workbench.domain.model_calls import CallsEstimate
from workbench.domain.prompts import (
    ORIGINAL,
    PromptEvent,
    PromptHistory,
    PromptPreview,
    PromptProblem,
    PromptVersion,
    histories,
)
from workbench.domain.run import Run, RunStatus, Stage
from workbench.domain.run_events import RunEvent
from workbench.errors import InputError, RunStoreError
from workbench.i18n.errors import localized
from workbench.llm.session import Session
from workbench.workspace import Workspace
from workbench.workspace.nearest_name import nearest

_RECENT = 20
"""Runs among which one is looked for that a template can be rendered for."""


class PromptLibrary(StoredRuns, CallEstimates):
    """Versions of templates by workspace; live ones are used by every run from then on."""

    async def prompts(self, workspace: str) -> tuple[PromptTemplate, ...]:
        """Every template of a workspace with its versions, in the order of the catalogue."""
        opened = (await self.workspace_pool.get(workspace)).workspace
        found = await self._histories(workspace)
        return tuple(
            _template(opened, kind, found.get(name, PromptHistory(name=name)))
            for name, kind in prompt_kinds().items()
        )

    async def save_prompt(
        self, workspace: str, name: str, text: str, *, author: str = ""
    ) -> PromptVersion:
        """Store a new version of a template as a draft.

        Raises:
            InputError: there is no such template, its text is too long, or is that of the latest
                version.
        """
        check_length(text, PROMPT, "prompt")
        template = await self._template(workspace, name)
        latest = template.history.versions[-1] if template.history.versions else None
        if text == (latest.text if latest else template.original):
            number = latest.number if latest else ORIGINAL
            raise InputError(**localized("bootstrap.prompt_unchanged", number=number))
        version = PromptVersion(
            id=uuid4().hex,
            workspace=workspace,
            name=name,
            text=text,
            author=author,
            created_at=datetime.now(UTC),
        )
        return await self.runs.prompts.add(version)

    async def label_prompt(
        self,
        workspace: str,
        name: str,
        number: int,
        label: Literal["candidate", "live"],
        *,
        author: str = "",
    ) -> None:
        """Make a version candidate or live; 0 is the template of the file.

        Raises:
            InputError: there is no such template or version, or its mistakes forbid it to be live.
            WorkspaceError: the template cannot be rendered for the newest run that would use it.
        """
        template = await self._template(workspace, name)
        if number not in (ORIGINAL, *(one.number for one in template.history.versions)):
            raise InputError(**localized("bootstrap.no_prompt_version", name=name, number=number))
        text = template.history.text(number, template.original)
        if label == "live" and number != ORIGINAL:
            await self._check_live(workspace, name, number, text)
        event = PromptEvent(
            id=uuid4().hex,
            workspace=workspace,
            name=name,
            label=label,
            number=number,
            author=author,
            created_at=datetime.now(UTC),
        )
        await self.runs.prompts.label(event)
        await self.workspace_pool.refresh(workspace)

    async def roll_back_prompt(self, workspace: str, name: str, *, author: str = "") -> int:
        """Make the version live that was live before, and return its number.

        Raises:
            InputError: there is no such template, or no other version was live.
        """
        earlier = (await self._template(workspace, name)).history.before_live
        if earlier is None:
            raise InputError(**localized("bootstrap.no_earlier_prompt", name=name))
        await self.label_prompt(workspace, name, earlier, "live", author=author)
        return earlier

    async def _check_live(self, workspace: str, name: str, number: int, text: str) -> None:
        """Raise the error with which every run that uses a text would fail."""
        found = self.lint_prompt(name, text, "en", workspace)
        problem = next((one for one in found if one.severity == "error"), None)
        if problem:
            mistake = {problem.code: problem.detail}
            raise InputError(
                **localized("bootstrap.prompt_not_live", name=name, number=number, **mistake)
            )
        if run := await self._recent_run(workspace, _kind(name).stage):
            await self.preview_prompt(run, name, text)

    async def _recent_run(self, workspace: str, stage: Stage | None) -> Run | None:
        """Return the newest run that reached a stage."""
        done = await self.runs.list(workspace=workspace, status=RunStatus.DONE, limit=_RECENT)
        for line in done:
            with suppress(RunStoreError):  # a run of which the record is damaged
                run = await self.run(line.id)
                if stage is None or any(one.name is stage for one in run.stages):
                    return run
        return None

    def lint_prompt(
        self, name: str, text: str, language: Language, workspace: str | None = None
    ) -> tuple[PromptProblem, ...]:
        """Return the problems of a template's text, worded in a language.

        It may include the built-in templates and those of the workspace's folder.
        """
        folder = self.workspace_pool.folder(workspace) / "prompts" if workspace else None
        files = folder.rglob("*") if folder else ()
        own = [file.relative_to(folder).as_posix() for file in files if folder]
        return lint_prompt(text, _kind(name), language, own)

    async def preview_prompt(self, run: Run, name: str, text: str) -> PromptPreview:
        """Return the messages that a run's model would be sent with a template's text.

        They are built by the code that builds them in a run.

        Raises:
            WorkspaceError: the template cannot be rendered.
        """
        from workbench.bootstrap.prompt_preview import preview

        kind = _kind(name)
        opened = await self.workspace_pool.get(run.workspace)
        before = await self._services.first_run_id(run)
        return await preview(
            run,
            kind,
            opened.workspace.with_prompts({name: text}),
            self.settings,
            self.schemas,
            self._services.recall(opened, run.options, before, opened.embedder),
        )

    def uses_prompt(self, run: Run, name: str) -> bool:
        """Whether a run uses a template: one of another language or mode is not changed by it."""
        from workbench.bootstrap.prompt_preview import uses

        return uses(run, _kind(name))

    def try_prompt(
        self,
        run: Run,
        name: str,
        text: str | None,
        session: Session | None = None,
        model: str | None = None,
    ) -> AsyncGenerator[RunEvent, None]:
        """Answer a run's question again with a template's text.

        The run is forked at the stage that uses the template, whose model is called: those of
        the planner give another plan and other facts, the others answer over the same facts.

        Args:
            run: a run that reached the stage.
            name: the template's file name.
            text: its text in this fork alone; None takes the live one.
            session: API keys and a budget on top of the settings; never stored.
            model: the model that reads the template; None takes the one that the run asked for.

        Raises:
            InputError: no stage of a run uses the template.
        """
        kind, stage = _tried_kind(name)
        prompts = {} if text is None else {name: text}
        read_by = run if model is None else _with_model(run, cast(Role, kind.role), model)
        return self.fork_stream(read_by, stage, session=session, prompts=prompts)

    async def compare_prompt(
        self,
        run_ids: Sequence[str],
        name: str,
        text: str,
        session: Session | None = None,
        model: str | None = None,
    ) -> AsyncGenerator[PromptTrial | PromptTrials, None]:
        """Answer the questions of runs with the live template and with a text; see ``try_prompt``.

        Yields each trial as it ends, and all of them at last.

        Raises:
            InputError: a run does not exist, or no stage of a run uses the template.
        """
        trials: list[PromptTrial] = []
        for number, run_id in enumerate(run_ids, start=1):
            run = await self.run(run_id)
            live = await finished_run(self.try_prompt(run, name, None, session, model))
            tried = await finished_run(self.try_prompt(run, name, text, session, model))
            trials.append(PromptTrial(live=live, tried=tried, done=number, total=len(run_ids)))
            yield trials[-1]
        yield PromptTrials(trials=tuple(trials))

    async def estimate_comparison(
        self,
        run_ids: Sequence[str],
        name: str,
        text: str,
        session: Session | None = None,
        model: str | None = None,
    ) -> CallsEstimate:
        """Return the calls of ``compare_prompt``: those of both answers to each run's question.

        Raises:
            InputError: a run does not exist, or no stage of a run uses the template.
            WorkspaceError: the template cannot be rendered.
        """
        kind, _ = _tried_kind(name)
        role = cast(Role, kind.role)
        total = CallsEstimate()
        for run_id in run_ids:
            run = await self.run(run_id)
            read_by = run if model is None else _with_model(run, role, model)
            live = await self.workspace_pool.get(run.workspace)
            tried = replace(live, workspace=live.workspace.with_prompts({name: text}))
            models = self._services.models(read_by.options, session=session, recorded=read_by)
            for opened in (live, tried):
                total += await self._estimate(read_by, opened, models, ROLES[ROLES.index(role) :])
        return total

    async def _histories(self, workspace: str) -> Mapping[str, PromptHistory]:
        versions = await self.runs.prompts.versions(workspace)
        return histories(versions, await self.runs.prompts.events(workspace))

    async def _template(self, workspace: str, name: str) -> PromptTemplate:
        kind = _kind(name)
        opened = (await self.workspace_pool.get(workspace)).workspace
        history = (await self._histories(workspace)).get(name, PromptHistory(name=name))
        return _template(opened, kind, history)


def _with_model(run: Run, role: Role, model: str) -> Run:
    """Return the run as if it had been asked with a model in a role."""
    models = {**run.options.models, role: model}
    return run.model_copy(update={"options": run.options.model_copy(update={"models": models})})


def _template(workspace: Workspace, kind: PromptKind, history: PromptHistory) -> PromptTemplate:
    files = replace(workspace, live_prompts={}).prompt_files(kind.package)
    own = workspace.prompts_folder / kind.name
    return PromptTemplate(
        kind=kind, original=files.source(kind.name), is_own=own.is_file(), history=history
    )


def _tried_kind(name: str) -> tuple[PromptKind, Stage]:
    """Return the kind of a template and the stage of a run that uses it."""
    kind = _kind(name)
    if kind.stage is None:
        raise InputError(**localized("bootstrap.prompt_not_tried", name=name))
    return kind, kind.stage


def _kind(name: str) -> PromptKind:
    kinds = prompt_kinds()
    if name not in kinds:
        close = nearest(name, kinds) or "-"
        raise InputError(**localized("bootstrap.no_prompt", name=name, close=close))
    return kinds[name]
