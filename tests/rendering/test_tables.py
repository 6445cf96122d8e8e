"""A run as tables that pandas can filter, join and save."""

import math
from datetime import UTC, datetime

import pandas as pd

from tests.support.sample_run import sample_run
from workbench import Workbench
from workbench.domain.run import Run
from workbench.domain.run_summary import summarize
from workbench.rendering.tables import claims_frame, facts_frame, model_calls_frame, runs_frame


def test_runs_stand_in_the_order_given_with_values_to_reckon_with() -> None:
    run = sample_run()
    assert run.answer and run.diagnostics
    table = runs_frame([run, run.model_copy(update={"id": "fork", "parent_id": run.id})])
    assert list(table.index) == [run.id, "fork"]
    assert table.loc["fork", "parent_id"] == run.id
    assert table["confidence"].tolist() == [run.answer.confidence] * 2
    assert table["grounding"].mean() == run.diagnostics.grounding.score
    assert table["created_at"].dt.tz is not None
    assert table.loc[run.id, "status"] == "done"


def test_the_lines_of_a_list_give_the_same_table_as_the_runs() -> None:
    run = sample_run()
    pd.testing.assert_frame_equal(runs_frame([run]), runs_frame([summarize(run)]))


def test_what_a_claim_rests_on_is_found_among_the_facts() -> None:
    run = sample_run()
    facts, claims = facts_frame(run), claims_frame(run)
    assert len(facts) == len(run.facts.items if run.facts else ())
    rests_on = claims.explode("evidence").dropna(subset="evidence")
    assert not rests_on.empty
    assert set(rests_on["evidence"]) <= set(facts.index)
    assert set(claims["verdict"]) == {one.verdict for one in run.diagnostics.claims}  # type: ignore[union-attr]


def test_what_models_used_adds_up() -> None:
    run = sample_run()
    used = model_calls_frame(run)
    assert used["input_tokens"].sum() == run.usage.input_tokens
    assert used.groupby("role").size().to_dict() == {
        role: len(usage.calls) for role, usage in run.usage.by_role.items()
    }


def test_what_is_not_known_is_nan() -> None:
    run = Run(
        id="new", workspace="portfolio", question="?", language="en", created_at=datetime.now(UTC)
    )
    table = runs_frame([run, sample_run()])
    assert math.isnan(table.loc[run.id, "confidence"])  # type: ignore[arg-type]
    for empty in (facts_frame(run), claims_frame(run), model_calls_frame(run)):
        assert empty.empty
        assert len(empty.columns) > 4


def test_the_runs_of_the_store_go_in_as_they_come(workbench: Workbench) -> None:
    plain = workbench.sync
    run = plain.ask("Где применял RAG?", workspace="portfolio")
    table = runs_frame(plain.runs.list(limit=5))
    assert table.loc[run.id, "question"] == "Где применял RAG?"
    assert table.loc[run.id, "ms"] == sum(stage.ms for stage in run.stages)
