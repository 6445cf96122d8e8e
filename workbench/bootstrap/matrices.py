"""Ask a few questions in several ways at once, as the cells of a matrix."""

import asyncio
from collections import deque
from collections.abc import AsyncGenerator, Mapping
from dataclasses import replace
from typing import Any

from pydantic import ValidationError

from workbench.bootstrap.asking import Asking
from workbench.bootstrap.call_estimates import CallEstimates
from workbench.bootstrap.opened_workspace import OpenedWorkspace
from workbench.bootstrap.prompt_library import PromptLibrary
from workbench.bootstrap.run_events import finished_run
from workbench.domain.answer import AskOptions, Role
from workbench.domain.comparison import scores
from workbench.domain.evidence import StageError
from workbench.domain.matrix import (
    MOST_RUNS,
    SETTINGS,
    Matrix,
    MatrixCell,
    MatrixColumn,
    MatrixEstimate,
    MatrixSpec,
    MatrixStep,
)
from workbench.domain.model_calls import CallsEstimate
from workbench.domain.run import Run, RunStatus
from workbench.errors import InputError, WorkbenchError
from workbench.i18n.errors import localized
from workbench.llm.session import Session
from workbench.pipeline.ask import stream_run
from workbench.runs.null_recorder import NullRecorder
from workbench.settings import OFFLINE
from workbench.text.plain_text import without_markdown

AT_ONCE = 4
"""Runs in progress at the same time where a model is called, unless MODEL_CONCURRENCY is lower.

Without a model they go one by one: a run that shares the processor would seem slower than it is.
"""
_ASKING: tuple[Role, ...] = ("planner", "answer")
"""The roles whose model a column chooses."""
_WITHOUT_MODELS = AskOptions(models={"planner": OFFLINE, "answer": OFFLINE, "judge": OFFLINE})


class Matrices(Asking, PromptLibrary, CallEstimates):
    """Runs every question of a matrix in every column; the runs are stored like any other."""

    async def estimate_matrix(
        self, spec: MatrixSpec, session: Session | None = None
    ) -> MatrixEstimate:
        """Return the number of runs, and the model calls that they will make at most.

        Where a model is called, each question is answered without one first: the plan and the
        facts of that answer stand for those to come.

        Raises:
            InputError: a question, a value of an axis or the number of runs cannot be accepted.
        """
        total = CallsEstimate()
        for column in self._columns(spec):
            opened = await self._opened(column)
            models = self._services.models(self._options(spec, column), session=session)
            if set(models.names.values()) == {OFFLINE}:
                continue
            for question in spec.questions:
                run = await self._offline(question, opened)
                total += await self._estimate(run, opened, models)
        return MatrixEstimate(runs=spec.runs, calls=total)

    async def matrix(
        self, spec: MatrixSpec, session: Session | None = None
    ) -> AsyncGenerator[MatrixStep | Matrix, None]:
        """Ask every question in every way; yield the cells so far, and the matrix at the end.

        Closing the stream cancels the runs in progress; those that ended are stored.

        Args:
            spec: questions and axes.
            session: API keys and a budget on top of the settings; never stored.

        Raises:
            InputError: as for ``estimate_matrix``.
        """
        columns = self._columns(spec)
        opened = [await self._opened(column) for column in columns]
        places = [(row, at) for row in range(len(spec.questions)) for at in range(len(columns))]
        waiting = iter(places)
        ended: list[MatrixCell] = []
        asked: deque[tuple[MatrixCell, asyncio.Task[MatrixCell]]] = deque()
        names = [self._services.models(self._options(spec, one)).names for one in columns]
        is_offline = {name for one in names for name in one.values()} == {OFFLINE}
        at_once = 1 if is_offline else min(AT_ONCE, self.settings.model_concurrency)

        def ask_next() -> None:
            while len(asked) < at_once and (place := next(waiting, None)) is not None:
                row, at = place
                run = self._cell(row, at, spec, columns[at], opened[at], session)
                asked.append((MatrixCell(row=row, column=at), asyncio.ensure_future(run)))

        try:
            ask_next()
            while asked:
                yield MatrixStep(spec=spec, cells=(*ended, *(cell for cell, _ in asked)))
                tasks = [task for _, task in asked]
                await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
                ended += [task.result() for task in tasks if task.done()]
                asked = deque(pair for pair in asked if not pair[1].done())
                ask_next()
        finally:
            for _, task in asked:
                task.cancel()
            await asyncio.gather(*(task for _, task in asked), return_exceptions=True)
        yield Matrix(spec=spec, cells=tuple(ended))

    async def _cell(
        self,
        row: int,
        at: int,
        spec: MatrixSpec,
        column: MatrixColumn,
        opened: OpenedWorkspace,
        session: Session | None,
    ) -> MatrixCell:
        """Ask one question in one way; a run that cannot begin is a cell with its error."""
        models = self._services.buffered_models(self._options(spec, column), session=session)
        try:
            self._check(spec.questions[row], models.options)
            run, services = self._new_run(spec.questions[row], models, opened)
            ended = await finished_run(stream_run(run, services, self.runs))
        except WorkbenchError as error:
            reason = StageError.of(error)
            return MatrixCell(row=row, column=at, status=RunStatus.FAILED, error=reason)
        failure = ended.failure
        return MatrixCell(
            row=row,
            column=at,
            run_id=ended.id,
            status=ended.status,
            answer=_first_line(ended),
            scores=scores(ended),
            error=failure.error if failure else None,
        )

    def _columns(self, spec: MatrixSpec) -> tuple[MatrixColumn, ...]:
        """Return the columns of a matrix whose questions and values are known to be valid."""
        if not any(question.strip() for question in spec.questions) or not spec.workspaces:
            raise InputError(**localized("bootstrap.empty_matrix"))
        if spec.runs > MOST_RUNS:
            raise InputError(
                **localized("bootstrap.large_matrix", number=spec.runs, limit=MOST_RUNS)
            )
        for name in spec.settings:
            if name not in SETTINGS:
                known = ", ".join(SETTINGS)
                raise InputError(**localized("bootstrap.no_matrix_setting", name=name, known=known))
        columns = spec.columns
        for column in columns:
            options = self._options(spec, column)
            for question in spec.questions:
                self._check(question, options)
        return columns

    def _options(self, spec: MatrixSpec, column: MatrixColumn) -> AskOptions:
        """Return the options with which a column asks.

        Raises:
            InputError: there is no such setting, or it cannot have the value.
        """
        given: dict[str, Any] = spec.options.model_dump()
        if column.model:
            given["models"] = {**given["models"], **dict.fromkeys(_ASKING, column.model)}
        try:
            return AskOptions(**{**given, **column.settings})
        except ValidationError as error:
            name = str(error.errors()[0]["loc"][0])
            words = {"name": name, "value": column.settings.get(name, "")}
            raise InputError(**localized("bootstrap.wrong_setting", **words)) from error

    async def _opened(self, column: MatrixColumn) -> OpenedWorkspace:
        """Return a column's workspace, with the template that it names."""
        opened = await self.workspace_pool.get(column.workspace)
        if column.prompt is None:
            return opened
        texts = await self._prompt_of(column.workspace, column.prompt)
        return replace(opened, workspace=opened.workspace.with_prompts(texts))

    async def _prompt_of(self, workspace: str, version: str) -> Mapping[str, str]:
        """Return the text of ``file@number`` by its file.

        Raises:
            InputError: there is no such template or version.
        """
        name, _, number = version.rpartition("@")
        template = await self._template(workspace, name or number)
        if number == "live" or not name:
            return {template.kind.name: template.live_text}
        known = {str(one.number): one.text for one in template.history.versions}
        known["0"] = template.original
        if number not in known:
            raise InputError(**localized("bootstrap.no_prompt_version", name=name, number=number))
        return {template.kind.name: known[number]}

    async def _offline(self, question: str, opened: OpenedWorkspace) -> Run:
        """Return an answer without a model that is not stored."""
        models = self._services.models(_WITHOUT_MODELS)
        run, services = self._new_run(question, models, opened)
        return await finished_run(stream_run(run, services, NullRecorder()))


def _first_line(run: Run) -> str:
    """Return the first line of an answer as plain text, with the next one after a colon."""
    text = run.answer.text if run.answer else ""
    lines = list(filter(None, map(without_markdown, text.splitlines())))
    return " ".join(lines[: 2 if lines and lines[0].endswith(":") else 1])
