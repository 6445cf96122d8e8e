"""Store runs in a SQL database, stage by stage, so that a crash keeps the finished stages."""

import asyncio
import threading
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager, nullcontext
from itertools import groupby
from typing import Any, TypeVar, Unpack

from sqlalchemy import (
    Column,
    Connection,
    Engine,
    bindparam,
    delete,
    func,
    insert,
    select,
    update,
)
from sqlalchemy.pool import StaticPool

from workbench.domain.graph_gaps import RunWithGaps
from workbench.domain.question import Turn
from workbench.domain.run import Run, RunStatus, Stage, StageRecord
from workbench.domain.run_summary import CitingRun, RunFacets, RunFilters, RunSummary
from workbench.errors import InputError
from workbench.i18n.errors import localized
from workbench.runs.annotations import SqlAnnotations
from workbench.runs.corrections import SqlCorrections
from workbench.runs.drafts import SqlDrafts
from workbench.runs.engine import WRITES, dialect_insert
from workbench.runs.gaps import runs_with_gaps
from workbench.runs.migrate import upgrade_store
from workbench.runs.owner import is_dead, this_process
from workbench.runs.prompts import SqlPrompts
from workbench.runs.records import (
    citing_run,
    run_of,
    run_row,
    stage_fields,
    stage_row,
    summary_of,
    tags_of,
    turn_of_stages,
    unreadable_error,
)
from workbench.runs.run_lists import SUMMARIES, SUMMARY_COLUMNS, list_query, turns_query
from workbench.runs.store_errors import store_errors
from workbench.runs.tables import ANNOTATIONS, RUNS, STAGES
from workbench.runs.write_queue import WriteQueue

T = TypeVar("T")

STAGE_WITHIN_S = 0.05
"""How long a stage may wait for the next ones of its run: most offline runs end sooner, and are
stored in one transaction."""


_PUT_RUN = update(RUNS).where(RUNS.c.id == bindparam("run"))


class SqlRunStore:
    """RunStore over SQLAlchemy. Queries run in threads and do not block the event loop."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self._is_sqlite = engine.dialect.name == "sqlite"
        self._put_stage = _put_stage(engine.dialect.name)
        one_connection = isinstance(engine.pool, StaticPool)
        self._one_at_a_time: AbstractContextManager[Any] = (
            threading.Lock() if one_connection else nullcontext()
        )
        self._writes = WriteQueue(self._transaction)
        self.corrections = SqlCorrections(self._read, self._write)
        self.drafts = SqlDrafts(self._read, self._write)
        self.annotations = SqlAnnotations(self._read, self._write)
        self.prompts = SqlPrompts(self._read, self._write)

    def prepare(self) -> None:
        """Upgrade the tables and mark the runs of dead processes as interrupted."""
        with self._one_at_a_time:
            upgrade_store(self._engine)
        with self._transaction() as connection:
            running = select(RUNS.c.id, RUNS.c.owner).where(
                RUNS.c.status == RunStatus.RUNNING.value
            )
            lost = [row.id for row in connection.execute(running) if is_dead(row.owner)]
            if lost:
                interrupted = {"status": RunStatus.INTERRUPTED.value}
                connection.execute(update(RUNS).where(RUNS.c.id.in_(lost)).values(interrupted))
            connection.commit()

    async def begin(self, run: Run) -> None:
        """See RunStore."""

        def work(connection: Connection) -> None:
            connection.execute(insert(RUNS), run_row(run, this_process()))
            for record in run.stages:
                connection.execute(insert(STAGES).values(stage_row(run.id, record, {})))
            if run.stages:
                connection.execute(
                    update(STAGES)
                    .where(
                        STAGES.c.run_id == run.id, STAGES.c.position == run.stages[-1].name.order
                    )
                    .values(fields=stage_fields(run))
                )

        await self._write(work)

    async def stage_ended(
        self, run_id: str, record: StageRecord, fields: Mapping[str, Any]
    ) -> None:
        """See RunStore."""
        row = stage_row(run_id, record, fields)
        await self._writes.put(self._put_stage, row, within_s=STAGE_WITHIN_S)

    async def finish(self, run: Run) -> None:
        """See RunStore."""
        row = {**run_row(run, this_process()), "run": run.id}
        await self._write(lambda connection: connection.execute(_PUT_RUN, row))

    async def get(self, run_id: str) -> Run | None:
        """See RunStore. Raises InputError where several ids begin with ``run_id``."""
        if not run_id:
            return None
        return await self._read(lambda connection: _load(connection, run_id))

    async def list(
        self, *, limit: int = 50, offset: int = 0, **filters: Unpack[RunFilters]
    ) -> Sequence[RunSummary]:
        """See RunStore."""
        query = list_query(filters, is_sqlite=self._is_sqlite).limit(limit).offset(offset)
        rows = await self._read(lambda connection: connection.execute(query).mappings().all())
        return [summary_of(row) for row in rows]

    async def facets(self) -> RunFacets:
        """See RunStore."""

        def work(connection: Connection) -> RunFacets:
            return RunFacets(
                models=_distinct(connection, RUNS.c.model),
                templates=_distinct(connection, RUNS.c.template),
                verdicts=_distinct(connection, RUNS.c.verdict),
                tags=tags_of(connection.execute(select(ANNOTATIONS.c.tags)).scalars()),
            )

        return await self._read(work)

    async def turns(
        self,
        thread_id: str,
        limit: int = 5,
        before: str | None = None,
        workspace: str | None = None,
    ) -> tuple[Turn, ...]:
        """See RunStore. Forks are left out: a thread holds what the person asked in it."""
        query = turns_query(thread_id, limit, before, workspace, is_sqlite=self._is_sqlite)
        rows = await self._read(lambda connection: connection.execute(query).all())
        stages = groupby(rows, key=lambda row: row.id)
        return tuple(turn for _, of_run in stages if (turn := turn_of_stages(list(of_run))))

    async def citing(
        self, workspace: str, document_id: str, limit: int = 1000
    ) -> Sequence[CitingRun]:
        """See RunStore. The query selects only the citations of each answer."""
        newest = (
            select(RUNS.c.id)
            .where(RUNS.c.workspace == workspace)
            .order_by(RUNS.c.created_at.desc())
            .limit(limit)
        )
        query = (
            select(
                *SUMMARY_COLUMNS,
                STAGES.c.fields["answer"]["citations"].as_json().label("citations"),
            )
            .select_from(SUMMARIES)
            .join(STAGES, STAGES.c.run_id == RUNS.c.id)
            .where(RUNS.c.id.in_(newest.scalar_subquery()))
            .where(STAGES.c.position >= Stage.CHECK.order)
            .order_by(RUNS.c.created_at.desc(), RUNS.c.id, STAGES.c.position)
        )
        if self._is_sqlite:  # PostgreSQL refuses broken JSON when it is written
            query = query.where(func.json_valid(STAGES.c.fields))
        rows = await self._read(lambda connection: connection.execute(query).mappings().all())
        answered = (row for row in rows if row["citations"] is not None)
        # The answer of a run is that of its last stage that has one.
        last = {row["id"]: row for row in answered}.values()
        return [one for row in last if (one := citing_run(row, document_id)) is not None]

    async def with_gaps(self, workspace: str, limit: int = 1000) -> Sequence[RunWithGaps]:
        """See RunStore."""
        is_sqlite = self._is_sqlite
        return await self._read(
            lambda connection: runs_with_gaps(connection, workspace, limit, is_sqlite=is_sqlite)
        )

    async def delete(self, run_id: str) -> bool:
        """See RunStore."""

        def work(connection: Connection) -> bool:
            connection.execute(delete(STAGES).where(STAGES.c.run_id == run_id))
            connection.execute(delete(ANNOTATIONS).where(ANNOTATIONS.c.id == run_id))
            return connection.execute(delete(RUNS).where(RUNS.c.id == run_id)).rowcount > 0

        return await self._write(work)

    def _open(self, **options: Any) -> Connection:
        return self._engine.connect().execution_options(**options)

    async def _write(self, work: Callable[[Connection], T], *, within_s: float = 0.0) -> T:
        return await self._writes.write(work, within_s=within_s)

    @contextmanager
    def _transaction(self) -> Iterator[Connection]:
        with store_errors(self._engine), self._one_at_a_time, self._open(**WRITES) as connection:
            yield connection

    async def _read(self, work: Callable[[Connection], T]) -> T:
        def run() -> T:
            with store_errors(self._engine), self._one_at_a_time, self._open() as connection:
                return work(connection)

        return await asyncio.to_thread(run)


def _put_stage(dialect: str) -> Any:
    """Return the statement that stores a stage, or replaces it; made once, as it is run often."""
    added = dialect_insert(STAGES, dialect)
    key = [STAGES.c.run_id, STAGES.c.position]
    changed = {"record": added.excluded.record, "fields": added.excluded.fields}
    return added.on_conflict_do_update(index_elements=key, set_=changed)


def _load(connection: Connection, run_id: str) -> Run | None:
    query = select(RUNS.c.id).where(RUNS.c.id.startswith(run_id, autoescape=True))
    ids = connection.execute(query.order_by(RUNS.c.id).limit(2)).all()
    exact = [row for row in ids if row.id == run_id]
    if not ids:
        return None
    if len(ids) > 1 and not exact:
        raise InputError(**localized("runs.ambiguous", run=run_id))
    found = (exact or ids)[0]
    record = select(RUNS.c.status, RUNS.c.header).where(RUNS.c.id == found.id)
    stages = (
        select(STAGES.c.record, STAGES.c.fields)
        .where(STAGES.c.run_id == found.id)
        .order_by(STAGES.c.position)
    )
    try:
        run = connection.execute(record).one()
        rows = connection.execute(stages).all()
    except ValueError as error:  # a column is not valid JSON
        raise unreadable_error(found.id, error) from error
    return run_of(found.id, run.status, run.header, rows)


def _distinct(connection: Connection, column: Column[Any]) -> tuple[str, ...]:
    """Return the values of a column, in alphabetical order."""
    query = select(column).where(column.is_not(None)).distinct().order_by(column)
    return tuple(connection.execute(query).scalars())
