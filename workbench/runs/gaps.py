"""Read from the run database what runs asked the graph for in vain."""

from collections.abc import Sequence
from typing import Any

from pydantic import ValidationError
from sqlalchemy import Connection, Row, Select, func, select

from workbench.domain.graph_gaps import RunWithGaps
from workbench.domain.run import Stage
from workbench.logs import log
from workbench.runs.tables import RUNS, STAGES

_FACTS = STAGES.c.fields["facts"]
_IN_EXECUTE = STAGES.c.position == Stage.EXECUTE.order


def runs_with_gaps(
    connection: Connection, workspace: str, limit: int, *, is_sqlite: bool
) -> list[RunWithGaps]:
    """Return those of a workspace's newest ``limit`` runs that have gaps, newest first."""
    newest = (
        select(RUNS.c.id)
        .where(RUNS.c.workspace == workspace)
        .order_by(RUNS.c.created_at.desc())
        .limit(limit)
    )
    gaps = (
        select(
            STAGES.c.run_id,
            STAGES.c.record["reused"].as_boolean().label("reused"),
            _FACTS["meta"]["gaps"].as_json().label("gaps"),
        )
        .where(STAGES.c.run_id.in_(newest.scalar_subquery()))
        .where(_IN_EXECUTE)
    )
    if is_sqlite:  # PostgreSQL refuses broken JSON when it is written
        gaps = gaps.where(func.json_valid(STAGES.c.fields))
    # A fork that reuses its parent's calls has not asked the graph again.
    new = (row for row in connection.execute(gaps) if row.gaps and not row.reused)
    found = {row.run_id: row.gaps for row in new}
    rows = connection.execute(_details(list(found)))
    return [run for row in rows if (run := _run(row, found[row.id])) is not None]


def _details(run_ids: Sequence[str]) -> Select[Any]:
    """The query of the calls and facts of runs: only those with gaps are read in whole."""
    return (
        select(
            RUNS.c.id,
            RUNS.c.question,
            RUNS.c.created_at,
            STAGES.c.fields["tool_calls"].as_json().label("tool_calls"),
            _FACTS["items"].as_json().label("items"),
        )
        .join(STAGES, STAGES.c.run_id == RUNS.c.id)
        .where(RUNS.c.id.in_(run_ids), _IN_EXECUTE)
        .order_by(RUNS.c.created_at.desc(), RUNS.c.id)
    )


def _run(row: Row[Any], gaps: Any) -> RunWithGaps | None:
    """Return the gaps of a run; None for a record that this release cannot read."""
    try:
        return RunWithGaps.model_validate(
            {
                "run_id": row.id,
                "question": row.question,
                "created_at": row.created_at,
                "gaps": gaps,
                "tool_calls": row.tool_calls,
                "passages": [one for one in row.items or () if one.get("span")],
            }
        )
    except (ValidationError, AttributeError, TypeError) as error:
        log.warning("gaps_damaged", run=row.id, detail=str(error))
        return None
