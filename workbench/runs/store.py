"""Runs in a SQL database: each stage is stored as it ends, so a crash shows where it stopped."""

import asyncio
import os
import secrets
import socket
import threading
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager, nullcontext
from datetime import UTC, datetime
from itertools import groupby
from typing import Any, TypeVar

from pydantic import ValidationError
from sqlalchemy import (
    ColumnElement,
    Connection,
    Engine,
    RowMapping,
    delete,
    func,
    insert,
    select,
    update,
)
from sqlalchemy.pool import StaticPool

from workbench.domain.listing import ListedPart, Listing, shown_list
from workbench.domain.plan import QueryPlan
from workbench.domain.question import Turn
from workbench.domain.run import Run, RunStatus, RunSummary, StageRecord, summarize, turn_of
from workbench.domain.schema_versions import PLAN, NewerVersionError, upgraded, upgraded_run
from workbench.errors import InputError, RunStoreError
from workbench.i18n.errors import localized
from workbench.logs import log
from workbench.runs.engine import WRITES
from workbench.runs.migrate import upgrade_store
from workbench.runs.store_errors import store_errors
from workbench.runs.tables import RUNS, STAGES
from workbench.runs.writer import Writer

T = TypeVar("T")

_PROCESS = secrets.token_hex(4)
"""Tells this process from an earlier one of the same number, as in a restarted container."""

HEADER = frozenset(
    {
        "schema_version", "id", "parent_id", "forked_at", "status", "workspace", "thread_id",
        "question", "options", "models", "exchanges", "usage", "settings", "created_at",
    }
)  # fmt: skip
"""The run's fields that belong to no stage."""


class SqlRunStore:
    """RunStore over SQLAlchemy. Its calls run in a thread, so the event loop never waits."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self._owner = f"{socket.gethostname()}:{os.getpid()}:{_PROCESS}"
        self._is_sqlite = engine.dialect.name == "sqlite"
        one_connection = isinstance(engine.pool, StaticPool)
        self._turn: AbstractContextManager[Any] = (
            threading.Lock() if one_connection else nullcontext()
        )
        self._writer = Writer(self._transaction)

    def prepare(self) -> None:
        """Upgrade the tables and mark the runs of dead processes as interrupted."""
        with self._turn:
            upgrade_store(self._engine)
        with self._transaction() as connection:
            running = select(RUNS.c.id, RUNS.c.owner).where(
                RUNS.c.status == RunStatus.RUNNING.value
            )
            lost = [row.id for row in connection.execute(running) if _is_dead(row.owner)]
            if lost:
                interrupted = {"status": RunStatus.INTERRUPTED.value}
                connection.execute(update(RUNS).where(RUNS.c.id.in_(lost)).values(interrupted))
            connection.commit()

    async def begin(self, run: Run) -> None:
        """See RunStore."""

        def work(connection: Connection) -> None:
            connection.execute(insert(RUNS).values(**self._header(run)))
            for record in run.stages:
                connection.execute(insert(STAGES).values(_stage_row(run.id, record, {})))
            if run.stages:
                connection.execute(
                    update(STAGES)
                    .where(
                        STAGES.c.run_id == run.id, STAGES.c.position == run.stages[-1].name.order
                    )
                    .values(fields=_stage_fields(run))
                )

        await self._write(work)

    async def stage_ended(
        self, run_id: str, record: StageRecord, fields: Mapping[str, Any]
    ) -> None:
        """See RunStore."""
        row = _stage_row(run_id, record, fields)

        def work(connection: Connection) -> None:
            where = (STAGES.c.run_id == run_id) & (STAGES.c.position == row["position"])
            connection.execute(delete(STAGES).where(where))
            connection.execute(insert(STAGES).values(row))

        await self._write(work)

    async def finish(self, run: Run) -> None:
        """See RunStore."""
        await self._write(
            lambda connection: connection.execute(
                update(RUNS).where(RUNS.c.id == run.id).values(**self._header(run))
            )
        )

    async def get(self, run_id: str) -> Run | None:
        """See RunStore. An ambiguous beginning is an InputError."""
        if not run_id:
            return None
        return await self._read(lambda connection: _load(connection, run_id))

    async def list(
        self,
        *,
        workspace: str | None = None,
        text: str | None = None,
        status: RunStatus | None = None,
        thread: str | None = None,
        limit: int = 50,
        offset: int = 0,
    ) -> Sequence[RunSummary]:
        """See RunStore."""
        query = select(*(RUNS.c[name] for name in RunSummary.model_fields))
        if workspace:
            query = query.where(RUNS.c.workspace == workspace)
        if status:
            query = query.where(_has_status(status))
        if thread:
            query = query.where(RUNS.c.thread_id == thread)
        if text:
            query = query.where(self._said(text))
        query = query.order_by(RUNS.c.created_at.desc(), RUNS.c.id).limit(limit).offset(offset)
        rows = await self._read(lambda connection: connection.execute(query).mappings().all())
        return [_summary(row) for row in rows]

    async def turns(
        self,
        thread_id: str,
        limit: int = 5,
        before: str | None = None,
        workspace: str | None = None,
    ) -> tuple[Turn, ...]:
        """See RunStore. Forks do not count: the thread is what was asked first-hand.

        A run that was answered has a confidence, whatever failed on its way.
        """
        newest = (
            select(RUNS.c.id)
            .where(
                RUNS.c.thread_id == thread_id,
                RUNS.c.parent_id.is_(None),
                RUNS.c.confidence.is_not(None),
            )
            .order_by(RUNS.c.created_at.desc())
            .limit(limit)
        )
        if before:
            newest = newest.where(RUNS.c.id < before)
        if workspace:
            newest = newest.where(RUNS.c.workspace == workspace)
        query = (
            select(
                RUNS.c.id,
                RUNS.c.question,
                STAGES.c.fields["normalized"].as_string().label("normalized"),
                STAGES.c.fields["plan"].as_json().label("plan"),
                STAGES.c.fields["answer"]["text"].as_string().label("answer"),
                STAGES.c.fields["language"].as_string().label("language"),
                STAGES.c.fields["rendered"]["listed"].as_json().label("listed"),
                STAGES.c.fields["memory"]["pages"].as_json().label("pages"),
                STAGES.c.fields["memory"]["carried"]["listing"].as_json().label("begun"),
            )
            .join(STAGES, STAGES.c.run_id == RUNS.c.id)
            .where(RUNS.c.id.in_(newest.scalar_subquery()))
            .order_by(RUNS.c.created_at, RUNS.c.id, STAGES.c.position)
        )
        rows = await self._read(lambda connection: connection.execute(query).all())
        stages = groupby(rows, key=lambda row: row.id)
        return tuple(turn for _, of_run in stages if (turn := _turn(list(of_run))))

    async def delete(self, run_id: str) -> bool:
        """See RunStore."""

        def work(connection: Connection) -> bool:
            connection.execute(delete(STAGES).where(STAGES.c.run_id == run_id))
            return connection.execute(delete(RUNS).where(RUNS.c.id == run_id)).rowcount > 0

        return await self._write(work)

    def _header(self, run: Run) -> dict[str, Any]:
        line = summarize(run).model_dump(mode="json")
        header = run.model_dump(mode="json", include=set(HEADER))
        return {**line, "owner": self._owner, "header": header}

    def _said(self, text: str) -> ColumnElement[bool]:
        """The question has these words, in any case and alphabet."""
        if not self._is_sqlite:
            return RUNS.c.question.icontains(text, autoescape=True)
        return func.casefold(RUNS.c.question).contains(text.casefold(), autoescape=True)

    def _open(self, **options: Any) -> Connection:
        return self._engine.connect().execution_options(**options)

    async def _write(self, work: Callable[[Connection], T]) -> T:
        return await self._writer.write(work)

    @contextmanager
    def _transaction(self) -> Iterator[Connection]:
        with store_errors(self._engine), self._turn, self._open(**WRITES) as connection:
            yield connection

    async def _read(self, work: Callable[[Connection], T]) -> T:
        def run() -> T:
            with store_errors(self._engine), self._turn, self._open() as connection:
                return work(connection)

        return await asyncio.to_thread(run)


def _stage_row(run_id: str, record: StageRecord, fields: Mapping[str, Any]) -> dict[str, Any]:
    return {
        "run_id": run_id,
        "position": record.name.order,
        "record": record.model_dump(mode="json"),
        "fields": dict(fields),
    }


def _stage_fields(run: Run) -> dict[str, Any]:
    return run.model_dump(mode="json", exclude={*HEADER, "stages"})


def _load(connection: Connection, run_id: str) -> Run | None:
    ids = select(RUNS.c.id).where(RUNS.c.id.startswith(run_id, autoescape=True))
    rows = connection.execute(ids.order_by(RUNS.c.id).limit(2)).all()
    exact = [row for row in rows if row.id == run_id]
    if not rows:
        return None
    if len(rows) > 1 and not exact:
        raise InputError(**localized("runs.ambiguous", run=run_id))
    row = (exact or rows)[0]
    record = select(RUNS.c.status, RUNS.c.header).where(RUNS.c.id == row.id)
    stages = (
        select(STAGES.c.record, STAGES.c.fields)
        .where(STAGES.c.run_id == row.id)
        .order_by(STAGES.c.position)
    )
    try:
        header = connection.execute(record).one()
        return _run(header.status, header.header, connection.execute(stages).all())
    except (ValueError, TypeError, AttributeError) as error:
        raise _unreadable(row.id, error) from error


def _run(status: str, header: Mapping[str, Any], stages: Sequence[Any]) -> Run:
    raw = {**header, "status": status}
    for stage in stages:
        raw |= stage.fields
    raw["stages"] = [stage.record for stage in stages]
    return Run.model_validate(upgraded_run(raw))


def _unreadable(run_id: str, error: Exception) -> RunStoreError:
    """Why a record cannot be read: a newer release wrote it, or it is damaged."""
    if isinstance(error, NewerVersionError):
        version, known = error.version, error.kind.version
        told = localized("runs.newer", run=run_id, version=version, known=known)
        return RunStoreError(**told)
    if isinstance(error, ValidationError):
        unknown = [one for one in error.errors() if one["type"] == "extra_forbidden"]
        if unknown:
            names = ", ".join(_place(one["loc"]) for one in unknown)
            return RunStoreError(**localized("runs.unknown_fields", run=run_id, fields=names))
    return RunStoreError(**localized("runs.damaged", run=run_id, detail=_why(error)))


def _place(path: Sequence[str | int]) -> str:
    return ".".join(str(part) for part in path)


def _why(error: Exception) -> str:
    """Where a record is not what it has to be, in a few words."""
    if not isinstance(error, ValidationError):
        return str(error)
    first = error.errors(include_url=False)[0]
    return f"{_place(first['loc'])}: {first['msg']}"


def _summary(row: RowMapping) -> RunSummary:
    """A line of the list; a damaged row keeps its id, its question and its time."""
    try:
        return RunSummary.model_validate(dict(row))
    except ValidationError:
        return RunSummary(
            id=row["id"],
            parent_id=row["parent_id"],
            thread_id=row["thread_id"],
            workspace=row["workspace"],
            question=row["question"],
            status=RunStatus.DAMAGED,
            created_at=_time(row["created_at"]),
        )


def _time(text: str) -> datetime:
    try:
        return datetime.fromisoformat(text)
    except ValueError:
        return datetime.fromtimestamp(0, UTC)


def _has_status(status: RunStatus) -> ColumnElement[bool]:
    if status is RunStatus.DAMAGED:
        return RUNS.c.status.not_in([one.value for one in RunStatus])
    return RUNS.c.status == status.value


def _turn(stages: Sequence[Any]) -> Turn | None:
    """The turn that a run's stages tell of; None where its plan cannot be read."""
    told: dict[str, Any] = dict.fromkeys(
        ("normalized", "plan", "answer", "language", "listed", "pages", "begun")
    )
    for row in stages:
        told |= {name: value for name in told if (value := getattr(row, name)) is not None}
    try:
        plan = QueryPlan.model_validate(upgraded(told["plan"], PLAN)) if told["plan"] else None
        listing = _listing(told, plan) if plan and told["listed"] else None
    except ValueError as error:
        log.warning("turn_damaged", run=stages[0].id, detail=_why(error))
        return None
    question = told["normalized"] or stages[0].question
    return turn_of(stages[0].id, question, plan, told["answer"] or "", listing)


def _listing(told: Mapping[str, Any], plan: QueryPlan) -> Listing | None:
    """The list that a run showed a part of, under the question that began it."""
    begun = told["begun"] if told["pages"] else None
    return shown_list(
        begun["question"] if begun else told["normalized"],
        begun["language"] if begun else told["language"],
        plan,
        tuple(ListedPart.model_validate(part) for part in told["listed"]),
        is_page=begun is not None,
    )


def _is_dead(owner: str) -> bool:
    """True when the owning process ran on this host and is gone."""
    host, pid, process = (*owner.split(":"), "", "")[:3]
    if host != socket.gethostname() or not pid.isdigit():
        return False
    if int(pid) == os.getpid():
        return process != _PROCESS
    try:
        os.kill(int(pid), 0)
    except ProcessLookupError:
        return True
    except OSError:
        return False
    return False
