"""Build the rows of the run table: localized cells and sort keys."""

from collections.abc import Collection, Mapping, Sequence
from datetime import tzinfo
from typing import Any

from workbench.domain.run import RunSummary
from workbench.i18n.numbers import UNKNOWN, decimal, duration, moment
from workbench.ui.texts import Texts

_NUMBERS = ("confidence", "grounding", "ms")
_COLUMNS = ("created", "question", "workspace", "status", *_NUMBERS, "origin")


def table(
    runs: Sequence[RunSummary],
    t: Texts,
    titles: Mapping[str, str],
    zone: tzinfo | None,
    outdated: Collection[str] = (),
) -> dict[str, Any]:
    """The component's data: columns, rows with cell texts and sort keys, and labels.

    Args:
        runs: the runs, newest first.
        t: the interface's texts.
        titles: workspace titles by id.
        zone: the user's time zone.
        outdated: the ids of runs that used a part of the graph which was edited since.
    """
    note = t("runs.outdated")
    questions = {run.id: run.question for run in runs}
    columns = [
        {
            "name": name,
            "label": t(f"runs.column.{name}"),
            "kind": "number" if name in _NUMBERS else "text",
        }
        for name in _COLUMNS
    ]
    return {
        "columns": columns,
        "rows": [
            {
                **_row(run, t, titles, zone, questions),
                "outdated": note if run.id in outdated else "",
            }
            for run in runs
        ],
        "texts": {"label": t("runs.table"), "all": t("runs.tick_all"), "one": t("runs.tick")},
    }


def _row(
    run: RunSummary,
    t: Texts,
    titles: Mapping[str, str],
    zone: tzinfo | None,
    questions: Mapping[str, str],
) -> dict[str, Any]:
    words = {
        "question": run.question,
        "workspace": titles.get(run.workspace, run.workspace),
        "status": t(f"common.status.{run.status}"),
        "origin": t(f"common.origin.{run.plan_origin}") if run.plan_origin else UNKNOWN,
    }
    figures = {
        "created": moment(run.created_at, t.language, zone),
        "confidence": decimal(run.confidence, t.language),
        "grounding": decimal(run.grounding, t.language),
        "ms": duration(run.ms, t.language),
    }
    values = {
        "created": run.created_at.timestamp(),
        "confidence": run.confidence,
        "grounding": run.grounding,
        "ms": run.ms,
    }
    return {
        "id": run.id,
        "cells": words | figures,
        "raw": words | values,
        "fork": _fork(run, t, questions),
    }


def _fork(run: RunSummary, t: Texts, questions: Mapping[str, str]) -> str | None:
    if run.parent_id is None:
        return None
    return t("runs.fork_of", question=questions.get(run.parent_id, run.parent_id))
