"""Build the query behind a list of runs: its columns and its conditions."""

import json
from collections.abc import Iterator
from datetime import UTC, datetime

from sqlalchemy import ColumnElement, FromClause, Select, Text, cast, func, select

from workbench.domain.run import RunStatus
from workbench.domain.run_summary import RunFilters, RunSummary
from workbench.runs.records import ANNOTATED
from workbench.runs.tables import ANNOTATIONS, RUNS

SUMMARY_COLUMNS = (
    *(RUNS.c[name] for name in RunSummary.model_fields if name not in ANNOTATED),
    *(ANNOTATIONS.c[name] for name in ANNOTATED),
)
"""The columns of a summary; ``SUMMARIES`` are the tables that have them."""

_EXACT = ("workspace", "model", "template", "verdict")
"""Filters that a column of the same name has to equal."""

SUMMARIES: FromClause = RUNS.outerjoin(ANNOTATIONS, ANNOTATIONS.c.id == RUNS.c.id)


def list_query(filters: RunFilters, *, is_sqlite: bool) -> Select[tuple[object, ...]]:
    """Return the query of the runs that meet the conditions, newest first."""
    query = select(*SUMMARY_COLUMNS).select_from(SUMMARIES)
    query = query.where(*_conditions(filters, is_sqlite))
    return query.order_by(RUNS.c.created_at.desc(), RUNS.c.id)


def _conditions(filters: RunFilters, is_sqlite: bool) -> Iterator[ColumnElement[bool]]:
    for name in _EXACT:
        if value := filters.get(name):
            yield RUNS.c[name] == value
    if status := filters.get("status"):
        yield _has_status(status)
    if thread := filters.get("thread"):
        yield RUNS.c.thread_id == thread
    if run_id := filters.get("family"):
        yield RUNS.c.id.in_(_family(run_id))
    if text := filters.get("text"):
        yield _question_has(text, is_sqlite)
    if (is_fork := filters.get("is_fork")) is not None:
        yield RUNS.c.parent_id.is_not(None) if is_fork else RUNS.c.parent_id.is_(None)
    if price := filters.get("price_usd"):
        yield RUNS.c.price_usd >= price
    if tag := filters.get("tag"):
        quoted = json.dumps(tag, ensure_ascii=False)
        yield cast(ANNOTATIONS.c.tags, Text).contains(quoted, autoescape=True)
    if rating := filters.get("rating"):
        yield ANNOTATIONS.c.rating >= rating
    if since := filters.get("since"):
        yield RUNS.c.created_at >= _moment(since)
    if before := filters.get("before"):
        yield RUNS.c.created_at < _moment(before)


def _family(run_id: str) -> Select[tuple[str]]:
    """Return the query of the ids of a run, the runs that it goes back to, and all their forks."""
    one = select(RUNS.c.id, RUNS.c.parent_id).where(RUNS.c.id == run_id)
    line = one.cte("line", recursive=True)
    parents = RUNS.join(line, RUNS.c.id == line.c.parent_id)
    line = line.union(select(RUNS.c.id, RUNS.c.parent_id).select_from(parents))
    tree = select(line.c.id).cte("tree", recursive=True)
    forks = RUNS.join(tree, RUNS.c.parent_id == tree.c.id)
    return select(tree.union(select(RUNS.c.id).select_from(forks)).c.id)


def _moment(time: datetime) -> str:
    """Return a bound for the stored times, which are text in UTC (``2026-03-01T12:00:00.5Z``)."""
    return time.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%S")


def _has_status(status: RunStatus) -> ColumnElement[bool]:
    if status is RunStatus.DAMAGED:
        return RUNS.c.status.not_in([known.value for known in RunStatus])
    return RUNS.c.status == status.value


def _question_has(text: str, is_sqlite: bool) -> ColumnElement[bool]:
    """Condition: the question contains the text, ignoring case (SQLite folds ASCII only)."""
    if not is_sqlite:
        return RUNS.c.question.icontains(text, autoescape=True)
    return func.casefold(RUNS.c.question).contains(text.casefold(), autoescape=True)
