"""Runs in a SQL database: each stage is stored as it ends, so a crash shows where it stopped."""

import asyncio
import os
import secrets
import socket
import threading
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager, nullcontext
from typing import Any, TypeVar

from sqlalchemy import (
    ColumnElement,
    Connection,
    Engine,
    delete,
    func,
    insert,
    select,
    update,
)
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.pool import StaticPool

from workbench.domain.local_text import whole_characters
from workbench.domain.question import Turn
from workbench.domain.run import Run, RunStatus, RunSummary, StageRecord, summarize, turn_of
from workbench.errors import InputError, RunStoreError
from workbench.i18n.errors import localized
from workbench.runs.engine import WRITES
from workbench.runs.tables import METADATA, RUNS, STAGES
from workbench.runs.writer import Writer

T = TypeVar("T")

_PROCESS = secrets.token_hex(4)
"""Tells this process from an earlier one of the same number, as in a restarted container."""

HEADER = frozenset(
    {
        "id", "parent_id", "forked_at", "status", "workspace", "thread_id", "question", "options",
        "models", "exchanges", "usage", "settings", "created_at",
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
        """Create missing tables and mark the runs of dead processes as interrupted."""
        with self._errors():
            METADATA.create_all(self._engine)
            with self._open(**WRITES) as connection:
                running = select(RUNS.c.id, RUNS.c.owner).where(
                    RUNS.c.status == RunStatus.RUNNING.value
                )
                lost = [row.id for row in connection.execute(running) if _is_dead(row.owner)]
                if lost:
                    connection.execute(
                        update(RUNS)
                        .where(RUNS.c.id.in_(lost))
                        .values(status=RunStatus.INTERRUPTED.value)
                    )
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
            query = query.where(RUNS.c.status == status.value)
        if thread:
            query = query.where(RUNS.c.thread_id == thread)
        if text:
            query = query.where(self._said(text))
        query = query.order_by(RUNS.c.created_at.desc(), RUNS.c.id).limit(limit).offset(offset)
        rows = await self._read(lambda connection: connection.execute(query).mappings().all())
        return [RunSummary.model_validate(dict(row)) for row in rows]

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
        query = (
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
            query = query.where(RUNS.c.id < before)
        if workspace:
            query = query.where(RUNS.c.workspace == workspace)

        def work(connection: Connection) -> list[Run | None]:
            return [_load(connection, row.id) for row in connection.execute(query).all()]

        runs = await self._read(work)
        return tuple(turn_of(run) for run in reversed(runs) if run is not None)

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
        with self._errors(), self._turn, self._open(**WRITES) as connection:
            yield connection

    async def _read(self, work: Callable[[Connection], T]) -> T:
        def run() -> T:
            with self._errors(), self._turn, self._open() as connection:
                return work(connection)

        return await asyncio.to_thread(run)

    @contextmanager
    def _errors(self) -> Iterator[None]:
        try:
            yield
        except SQLAlchemyError as error:
            raise RunStoreError(
                **localized("runs.no_answer", error=type(error).__name__), retryable=True
            ) from error
        except UnicodeEncodeError as error:
            text = whole_characters(error.object)
            raise InputError(**localized("runs.not_text", text=text)) from error


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
    columns = select(RUNS.c.id, RUNS.c.status, RUNS.c.header)
    found = connection.execute(
        columns.where(RUNS.c.id.startswith(run_id, autoescape=True)).limit(2)
    )
    rows = found.all()
    exact = [row for row in rows if row.id == run_id]
    if not rows:
        return None
    if len(rows) > 1 and not exact:
        raise InputError(f"Several runs begin with «{run_id}».", hint="Give more of the id.")
    row = (exact or rows)[0]
    stages = connection.execute(
        select(STAGES.c.record, STAGES.c.fields)
        .where(STAGES.c.run_id == row.id)
        .order_by(STAGES.c.position)
    ).all()
    raw = {**row.header, "status": row.status}
    for stage in stages:
        raw |= stage.fields
    raw["stages"] = [stage.record for stage in stages]
    return Run.model_validate(raw)


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
