"""Copy everything in one run store into another, across database systems."""

from collections.abc import Callable, Collection, Iterator, Sequence
from typing import Any, NamedTuple, TypeAlias

from sqlalchemy import Connection, Engine, Table, insert, select

from workbench.errors import InputError
from workbench.i18n.errors import localized
from workbench.runs.engine import WRITES
from workbench.runs.migrate import upgrade_store
from workbench.runs.records import unreadable_error
from workbench.runs.store_errors import store_errors
from workbench.runs.tables import (
    ANNOTATIONS,
    CORRECTIONS,
    DRAFTS,
    EXTRACTED,
    PROMPT_EVENTS,
    PROMPT_VERSIONS,
    RUNS,
    STAGES,
)

BATCH = 100
"""Runs held in memory at once, and written in one transaction of the target."""

_BESIDE_RUNS = (
    ANNOTATIONS, CORRECTIONS, DRAFTS, EXTRACTED, PROMPT_VERSIONS, PROMPT_EVENTS,
)  # fmt: skip
"""The tables whose rows are copied by id."""

Record: TypeAlias = tuple[dict[str, Any], tuple[dict[str, Any], ...]]
"""The row of a run, and those of its stages."""


class CopyCounts(NamedTuple):
    """Numbers of runs that were copied, and that the target already had."""

    copied: int
    present: int


def copy_runs(
    source: Engine, target: Engine, on_progress: Callable[[int, int], None] | None = None
) -> CopyCounts:
    """Copy the runs that the target does not have; both stores are upgraded first.

    An interrupted copy can be repeated. Runs of the target are never changed.

    Args:
        source: the store to copy from.
        target: an empty database, or a run store.
        on_progress: called after each batch with the number of runs done and their total.

    Raises:
        InputError: the target has another run with the same id; nothing was copied.
        RunStoreError: a store is down, damaged or cannot be upgraded.
    """
    for engine in (source, target):
        upgrade_store(engine)
    with store_errors(source), source.connect() as reading:
        ids = reading.execute(select(RUNS.c.id).order_by(RUNS.c.id)).scalars().all()
        missing = [run_id for batch in _batches(ids) for run_id in _missing(reading, target, batch)]
        for table in _BESIDE_RUNS:
            _copy_missing(table, reading, target)
        present, done = len(ids) - len(missing), 0
        for batch in _batches(missing):
            _write(target, _records(reading, batch).values())
            done += len(batch)
            if on_progress:
                on_progress(present + done, len(ids))
    return CopyCounts(len(missing), present)


def _copy_missing(table: Table, reading: Connection, target: Engine) -> None:
    """Copy the rows of a table that the target does not have, by id."""
    rows = reading.execute(select(table)).mappings().all()
    with store_errors(target), target.connect().execution_options(**WRITES) as connection:
        present = set(connection.execute(select(table.c.id)).scalars())
        new = [dict(row) for row in rows if row["id"] not in present]
        if table is PROMPT_VERSIONS:
            _require_free_numbers(connection, new)
        if new:
            connection.execute(insert(table), new)
        connection.commit()


def _require_free_numbers(connection: Connection, new: Sequence[dict[str, Any]]) -> None:
    """Raise InputError if both stores have a version of a template under one number."""
    columns = (PROMPT_VERSIONS.c.workspace, PROMPT_VERSIONS.c.name, PROMPT_VERSIONS.c.number)
    taken = set(map(tuple, connection.execute(select(*columns))))
    for row in new:
        if (row["workspace"], row["name"], row["number"]) in taken:
            words = {key: row[key] for key in ("workspace", "name", "number")}
            raise InputError(**localized("runs.prompt_differs", **words))


def _missing(reading: Connection, target: Engine, ids: Sequence[str]) -> list[str]:
    """The ids that the target does not have."""
    with store_errors(target), target.connect() as connection:
        there = _records(connection, ids)
    here = _records(reading, list(there))
    differing = [run_id for run_id in there if there[run_id] != here[run_id]]
    if differing:
        raise InputError(**localized("runs.differs", run=differing[0], count=len(differing)))
    return [run_id for run_id in ids if run_id not in there]


def _records(connection: Connection, ids: Sequence[str]) -> dict[str, Record]:
    """The existing runs with these ids, by id.

    Raises:
        RunStoreError: a column of a run is not valid JSON; the error names the run.
    """
    try:
        return _loaded(connection, ids)
    except ValueError as error:
        if len(ids) == 1:
            raise unreadable_error(ids[0], error) from error
    return {name: run for run_id in ids for name, run in _records(connection, [run_id]).items()}


def _loaded(connection: Connection, ids: Sequence[str]) -> dict[str, Record]:
    runs = connection.execute(select(RUNS).where(RUNS.c.id.in_(ids))).mappings().all()
    query = select(STAGES).where(STAGES.c.run_id.in_(ids)).order_by(STAGES.c.position)
    stages: dict[str, list[dict[str, Any]]] = {run["id"]: [] for run in runs}
    for row in connection.execute(query).mappings():
        stages[row["run_id"]].append(dict(row))
    return {run["id"]: (dict(run), tuple(stages[run["id"]])) for run in runs}


def _write(target: Engine, records: Collection[Record]) -> None:
    runs = [run for run, _ in records]
    stages = [stage for _, of_run in records for stage in of_run]
    with store_errors(target), target.connect().execution_options(**WRITES) as connection:
        connection.execute(insert(RUNS), runs)
        if stages:
            connection.execute(insert(STAGES), stages)
        connection.commit()


def _batches(ids: Sequence[str]) -> Iterator[Sequence[str]]:
    return (ids[start : start + BATCH] for start in range(0, len(ids), BATCH))
