"""Convert runs to rows of the run store, and rows to runs, summaries and turns."""

from collections.abc import Iterable, Mapping, Sequence
from datetime import UTC, datetime
from typing import Any

from pydantic import ValidationError
from sqlalchemy import RowMapping

from workbench.domain.base import Span
from workbench.domain.graph_query import GraphQuery
from workbench.domain.listing import ListedPart, Listing, build_listing
from workbench.domain.plan import QueryPlan
from workbench.domain.question import Turn
from workbench.domain.run import Run, RunStatus, StageRecord
from workbench.domain.run_summary import CitingRun, RunSummary, summarize
from workbench.domain.schema_versions import PLAN, NewerVersionError, upgrade_record, upgrade_run
from workbench.domain.turns import turn_of
from workbench.errors import RunStoreError
from workbench.i18n.errors import localized
from workbench.logs import log

HEADER = frozenset(
    {
        "schema_version", "id", "parent_id", "forked_at", "status", "workspace", "thread_id",
        "question", "language", "options", "models", "exchanges", "usage", "templates", "settings",
        "created_at",
    }
)  # fmt: skip
"""The fields that a run has before its first stage."""

ANNOTATED = ("tags", "rating", "note")
"""The fields of a summary that a person noted, which are stored apart from the run."""


def run_row(run: Run, owner: str) -> dict[str, Any]:
    """Build the row of a run: the columns that lists read, and its header as JSON."""
    line = summarize(run).model_dump(mode="json", exclude=set(ANNOTATED))
    return {**line, "owner": owner, "header": _header(run)}


def _header(run: Run) -> dict[str, Any]:
    """The header of a run as JSON; the requests, which are JSON already, are not copied."""
    header = run.model_dump(
        mode="json", include=set(HEADER), exclude={"exchanges": {"__all__": {"request"}}}
    )
    for exchange, recorded in zip(header["exchanges"], run.exchanges, strict=True):
        exchange["request"] = recorded.request
    return header


def stage_row(run_id: str, record: StageRecord, fields: Mapping[str, Any]) -> dict[str, Any]:
    """Build the row of a stage: its record, and the run's fields that it produced."""
    return {
        "run_id": run_id,
        "position": record.name.order,
        "record": record.model_dump(mode="json"),
        "fields": dict(fields),
    }


def stage_fields(run: Run) -> dict[str, Any]:
    """Every field of a run that stages produced, as JSON."""
    return run.model_dump(mode="json", exclude={*HEADER - {"language"}, "stages"})


def run_of(run_id: str, status: str, header: Any, stages: Sequence[Any]) -> Run:
    """Rebuild a run from its rows, upgraded to the schema of this release.

    Raises:
        RunStoreError: a newer release stored it, or its record is damaged.
    """
    try:
        raw = {**header, "status": status}
        for stage in stages:
            raw |= stage.fields
        raw["stages"] = [stage.record for stage in stages]
        return Run.model_validate(upgrade_run(raw))
    except (ValueError, TypeError, AttributeError) as error:
        raise unreadable_error(run_id, error) from error


def citing_run(row: RowMapping, document_id: str) -> CitingRun | None:
    """Build the summary of a run with its quotes of a document; None if it has none.

    ``row`` has the columns of a summary, and the stored citations of the answer as JSON or None.
    """
    quotes = (citation.get("quote") or {} for citation in row["citations"] or ())
    spans = tuple(
        Span(start=quote["start"], end=quote["end"])
        for quote in quotes
        if quote.get("document_id") == document_id
    )
    return CitingRun(run=summary_of(row), spans=spans) if spans else None


def unreadable_error(run_id: str, error: Exception) -> RunStoreError:
    """Build the error for a record that a newer release stored, or that is damaged."""
    if isinstance(error, NewerVersionError):
        version, known = error.version, error.kind.version
        texts = localized("runs.newer", run=run_id, version=version, known=known)
        return RunStoreError(**texts)
    if isinstance(error, ValidationError):
        unknown = [detail for detail in error.errors() if detail["type"] == "extra_forbidden"]
        if unknown:
            names = ", ".join(_place(detail["loc"]) for detail in unknown)
            return RunStoreError(**localized("runs.unknown_fields", run=run_id, fields=names))
    return RunStoreError(**localized("runs.damaged", run=run_id, detail=_why(error)))


def _place(path: Sequence[str | int]) -> str:
    return ".".join(str(part) for part in path)


def _why(error: Exception) -> str:
    """The first validation error of a record, such as ``plan.intents: Field required``."""
    if not isinstance(error, ValidationError):
        return str(error)
    first = error.errors(include_url=False)[0]
    return f"{_place(first['loc'])}: {first['msg']}"


def summary_of(row: RowMapping) -> RunSummary:
    """Build a summary from a row; a damaged one keeps its id, question and time."""
    try:
        noted = {"tags": row["tags"] or (), "note": row["note"] or ""}
        return RunSummary.model_validate({**_known_columns(row), **noted})
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


def _known_columns(row: RowMapping) -> dict[str, Any]:
    return {name: row[name] for name in RunSummary.model_fields}


def tags_of(lists: Iterable[Sequence[str]]) -> tuple[str, ...]:
    """Return the tags of several runs, each once, in alphabetical order."""
    return tuple(sorted({tag for tags in lists for tag in tags}))


def _time(text: str) -> datetime:
    try:
        return datetime.fromisoformat(text)
    except ValueError:
        return datetime.fromtimestamp(0, UTC)


def turn_of_stages(stages: Sequence[Any]) -> Turn | None:
    """Rebuild a turn from the rows of a run's stages; None where its plan cannot be read."""
    values: dict[str, Any] = dict.fromkeys(
        (
            "normalized",
            "plan",
            "answer",
            "language",
            "listed",
            "pages",
            "begun",
            "query",
            "rewritten",
        )
    )
    for row in stages:
        values |= {name: value for name in values if (value := getattr(row, name)) is not None}
    try:
        plan = (
            QueryPlan.model_validate(upgrade_record(values["plan"], PLAN))
            if values["plan"]
            else None
        )
        listing = _listing(values, plan) if plan and values["listed"] else None
        earlier = GraphQuery.model_validate(values["query"]) if values["query"] else None
    except ValueError as error:
        log.warning("turn_damaged", run=stages[0].id, detail=_why(error))
        return None
    rewritten = "" if values["pages"] else values["rewritten"]
    question = rewritten or values["normalized"] or stages[0].question
    return turn_of(stages[0].id, question, plan, values["answer"] or "", listing, earlier)


def _listing(values: Mapping[str, Any], plan: QueryPlan) -> Listing | None:
    """The list that a run showed in part, under the question that began it."""
    begun = values["begun"] if values["pages"] else None
    return build_listing(
        begun["question"] if begun else values["normalized"],
        begun["language"] if begun else values["language"],
        plan,
        tuple(ListedPart.model_validate(part) for part in values["listed"]),
        is_page=begun is not None,
    )
