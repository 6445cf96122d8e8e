"""Build the queries of the run store: lists of runs, and the turns of a thread."""

import json
from collections.abc import Iterator
from datetime import UTC, datetime
from typing import Any

from sqlalchemy import ColumnElement, FromClause, Select, Text, cast, func, select

from workbench.domain.run import RunStatus
from workbench.domain.run_summary import RunFilters, RunSummary
from workbench.runs.records import ANNOTATED
from workbench.runs.tables import ANNOTATIONS, RUNS, STAGES

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


def turns_query(
    thread_id: str, limit: int, before: str | None, workspace: str | None, *, is_sqlite: bool
) -> Select[Any]:
    """Return the query of the stages of a thread's newest answered runs, oldest run first.

    Answered runs have a confidence, also those in which a stage failed. The query selects only
    the JSON values that a turn needs.
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
        select(RUNS.c.id, RUNS.c.question, *_turn_values())
        .join(STAGES, STAGES.c.run_id == RUNS.c.id)
        .where(RUNS.c.id.in_(newest.scalar_subquery()))
        .order_by(RUNS.c.created_at, RUNS.c.id, STAGES.c.position)
    )
    if is_sqlite:  # PostgreSQL refuses broken JSON when it is written
        query = query.where(func.json_valid(STAGES.c.fields))
    return query


def _turn_values() -> Iterator[ColumnElement[Any]]:
    """Yield the values of a stage from which a turn is read."""
    fields = STAGES.c.fields
    yield fields["normalized"].as_string().label("normalized")
    yield fields["plan"].as_json().label("plan")
    yield fields["answer"]["text"].as_string().label("answer")
    yield fields["language"].as_string().label("language")
    yield fields["rendered"]["listed"].as_json().label("listed")
    yield fields["memory"]["pages"].as_json().label("pages")
    yield fields["memory"]["carried"]["listing"].as_json().label("begun")
    yield fields["memory"]["carried"]["query"].as_json().label("query")
    yield fields["memory"]["rewritten"].as_string().label("rewritten")


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
