"""The list of runs as a table that sorts by value and shows numbers in the reader's language."""

from collections.abc import Sequence
from datetime import tzinfo
from typing import Any

import pandas as pd
import streamlit as st

from workbench.domain.run import RunSummary
from workbench.domain.text import localize
from workbench.ui import session
from workbench.ui.numbers import UNKNOWN, decimal, duration, moment
from workbench.ui.texts import Texts

_WIDTHS = {
    "created": 124,
    "question": 330,
    "workspace": 140,
    "status": 80,
    "confidence": 92,
    "grounding": 114,
    "ms": 98,
    "origin": 136,
}
_FORKS = {"question": 250, "parent": 190}
"""Only where some run is a fork."""
_ROWS_IN_VIEW = 14


def table(runs: Sequence[RunSummary], t: Texts, zone: tzinfo | None) -> pd.DataFrame:
    """One row a run, with raw values in the columns that sort."""
    titles = {one.id: localize(one.title, t.language) for one in session.workspaces()}
    questions = {run.id: run.question for run in runs}
    rows = [
        {
            "created": run.created_at,
            "question": run.question,
            "workspace": titles.get(run.workspace, run.workspace),
            "status": t(f"common.status.{run.status}"),
            "confidence": run.confidence,
            "grounding": run.grounding,
            "ms": run.ms,
            "origin": t(f"common.origin.{run.plan_origin}") if run.plan_origin else UNKNOWN,
            "parent": _parent(run, questions),
        }
        for run in runs
    ]
    forks = any(run.parent_id for run in runs)
    frame = pd.DataFrame(rows, columns=[*_WIDTHS, *(["parent"] if forks else [])])
    frame["created"] = pd.to_datetime(frame["created"], utc=True).dt.tz_convert(zone)
    return frame


def _parent(run: RunSummary, questions: dict[str, str]) -> str:
    if run.parent_id is None:
        return UNKNOWN
    return questions.get(run.parent_id, run.parent_id)


def draw(frame: pd.DataFrame, t: Texts, key: str) -> list[int]:
    """Draw the table; returns the places of the selected rows."""
    formats: dict[str, Any] = {
        "created": lambda when: moment(when.to_pydatetime(), t.language, when.tzinfo),
        "confidence": lambda value: decimal(_known(value), t.language),
        "grounding": lambda value: decimal(_known(value), t.language),
        "ms": lambda value: duration(value, t.language),
    }
    shown = frame.style.format(formats)
    widths = _WIDTHS | (_FORKS if "parent" in frame else {})
    picked = st.dataframe(
        shown,
        hide_index=True,
        on_select="rerun",
        selection_mode="multi-row",
        height="stretch" if len(frame) > _ROWS_IN_VIEW else "content",
        row_height=36,
        placeholder=UNKNOWN,
        key=key,
        alt=t("runs.table"),
        column_config={
            name: st.column_config.Column(t(f"runs.column.{name}"), width=width)
            for name, width in widths.items()
        },
    )
    return list(picked["selection"]["rows"])


def _known(value: float | None) -> float | None:
    return None if value is None or pd.isna(value) else value
