"""Build the rows of the run table: localized cells, tones and sort keys, and the same as CSV."""

import csv
from collections.abc import Collection, Mapping, Sequence
from datetime import tzinfo
from io import StringIO
from typing import Any, NamedTuple

from workbench.domain.run_summary import BEST_RATING, RunSummary
from workbench.export.csv_files import csv_cell
from workbench.i18n.numbers import UNKNOWN, decimal, duration, moment, money, percent
from workbench.i18n.verdicts import grounding_tone, probability_tone
from workbench.settings import OFFLINE
from workbench.ui.texts import Texts
from workbench.ui.verdicts import run_verdict, shown_probability


class Column(NamedTuple):
    """How a column is drawn: its width in rem, numbers to the right, hidden on a small screen."""

    width: float
    is_number: bool = False
    folds: bool = False


COLUMNS: Mapping[str, Column] = {
    "created": Column(9),
    "question": Column(0),
    "workspace": Column(10.5, folds=True),
    "verdict": Column(8.2),
    "confidence": Column(6.9, is_number=True),
    "grounding": Column(8.6, is_number=True),
    "rating": Column(6.2),
    "tags": Column(9),
    "note": Column(12),
    "model": Column(10.6, folds=True),
    "template": Column(8.4),
    "price": Column(6, is_number=True),
    "ms": Column(7.4, is_number=True),
    "origin": Column(10.6),
    "fork": Column(11),
    "status": Column(6.8),
}
"""Every column in its order; the question takes the width that is left."""

DEFAULT_COLUMNS = ("workspace", "verdict", "confidence", "grounding", "model", "ms")
"""The columns shown beside time and question, which always are."""
_ALWAYS = ("created", "question")

CHOICES = tuple(name for name in COLUMNS if name not in _ALWAYS)
"""The columns that a person chooses from."""


class RunTable:
    """Tells runs in the interface's language.

    Args:
        t: the interface's texts.
        titles: workspace titles by id.
        zone: the user's time zone.
        columns: those shown beside time and question.
    """

    def __init__(
        self,
        t: Texts,
        titles: Mapping[str, str],
        zone: tzinfo | None,
        columns: Sequence[str] = DEFAULT_COLUMNS,
    ) -> None:
        self._t = t
        self._titles = titles
        self._zone = zone
        self._columns = [name for name in COLUMNS if name in (*_ALWAYS, *columns)]

    def data(self, runs: Sequence[RunSummary], outdated: Collection[str] = ()) -> dict[str, Any]:
        """The component's data: columns, rows with cell texts and sort keys, and labels.

        Args:
            runs: the runs, newest first.
            outdated: the ids of runs that used a part of the graph which was edited since.
        """
        t = self._t
        questions = {run.id: run.question for run in runs}
        return {
            "columns": [
                {
                    "name": name,
                    "label": t(f"runs.column.{name}"),
                    "kind": "number" if COLUMNS[name].is_number else "text",
                    "width": COLUMNS[name].width,
                    "folds": COLUMNS[name].folds,
                }
                for name in self._columns
            ],
            "rows": [
                {
                    **self._row(run, questions),
                    "outdated": t("runs.outdated") if run.id in outdated else "",
                }
                for run in runs
            ],
            "texts": {"label": t("runs.table"), "all": t("runs.tick_all"), "one": t("runs.tick")},
        }

    def csv(self, runs: Sequence[RunSummary]) -> bytes:
        """The columns shown as CSV in UTF-8 with a byte order mark; no cell is a formula."""
        questions = {run.id: run.question for run in runs}
        file = StringIO()
        writer = csv.writer(file)
        writer.writerow(["id", *(self._t(f"runs.column.{name}") for name in self._columns)])
        for run in runs:
            raw = {**self._row(run, questions)["raw"], "created": run.created_at.isoformat()}
            writer.writerow([run.id, *(csv_cell(raw[name]) for name in self._columns)])
        return file.getvalue().encode("utf-8-sig")

    def _row(self, run: RunSummary, questions: Mapping[str, str]) -> dict[str, Any]:
        t, language = self._t, self._t.language
        fork = self._fork(run, questions)
        confidence = shown_probability(run.verdict, run.confidence)
        verdict, colour = run_verdict(t, run.verdict, run.confidence, run.grounding, run.status)
        words = {
            "question": run.question,
            "workspace": self._titles.get(run.workspace, run.workspace),
            "verdict": verdict,
            "status": t(f"common.status.{run.status}"),
            "origin": t(f"common.origin.{run.plan_origin}") if run.plan_origin else UNKNOWN,
            "model": t("runs.no_model") if run.model == OFFLINE else run.model or UNKNOWN,
            "template": run.template or UNKNOWN,
            "tags": ", ".join(run.tags),
            "note": run.note,
            "fork": fork or "",
        }
        figures = {
            "created": moment(run.created_at, language, self._zone),
            "confidence": percent(confidence, language),
            "grounding": decimal(run.grounding, language),
            "price": UNKNOWN if run.price_usd is None else money(run.price_usd, language),
            "ms": duration(run.ms, language),
            "rating": ("★" * run.rating).ljust(BEST_RATING, "☆") if run.rating else "",
        }
        values = {
            "created": run.created_at.timestamp(),
            "confidence": run.confidence,
            "grounding": run.grounding,
            "price": run.price_usd,
            "ms": run.ms,
            "rating": run.rating,
        }
        return {
            "id": run.id,
            "cells": words | figures,
            "raw": words | values,
            "tones": {
                "verdict": colour,
                "confidence": probability_tone(confidence, run.grounding),
                "grounding": grounding_tone(run.grounding),
            },
            "fork": fork,
        }

    def _fork(self, run: RunSummary, questions: Mapping[str, str]) -> str | None:
        if run.parent_id is None:
            return None
        parent = questions.get(run.parent_id, run.parent_id)
        return self._t("runs.fork_of", question=parent)
