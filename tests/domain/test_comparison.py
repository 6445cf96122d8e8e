"""Runs compared: plans at JSON paths, facts as shown, claims, scores, and the edit behind them."""

import pytest

from tests.support.forked_run import fork, showing
from tests.support.sample_run import sample_run
from workbench.domain.comparison import (
    compare_runs,
    effect,
    shown_facts,
)


def test_facts_are_lost_that_are_found_but_no_longer_shown() -> None:
    parent = sample_run()
    assert parent.facts is not None
    limited = showing(fork(), 2)
    assert limited.facts == parent.facts

    found = effect(parent, limited)

    assert found.lost == shown_facts(parent)[2:]
    assert found.gained == ()
    assert effect(limited, parent).gained == found.lost


def test_scores_move_and_are_unknown_without_diagnostics() -> None:
    parent = sample_run()
    assert parent.diagnostics is not None
    found = effect(parent, fork(diagnostics=None))
    assert found.grounding == (parent.diagnostics.grounding.score, None)
    assert found.confidence == (parent.diagnostics.confidence.score, None)
    assert found.claims_lost == parent.diagnostics.claims


def test_a_claim_is_the_same_whatever_its_layout() -> None:
    parent = sample_run()
    assert parent.diagnostics is not None
    first, *rest = parent.diagnostics.claims
    reworded = first.model_copy(update={"text": f"  {first.text.upper()}. "})
    again = fork(diagnostics=parent.diagnostics.model_copy(update={"claims": (reworded, *rest)}))
    found = effect(parent, again)
    assert (found.claims_gained, found.claims_lost) == ((), ())


def test_equal_cells_of_a_table_are_two_claims() -> None:
    parent = sample_run()
    assert parent.diagnostics is not None
    first = parent.diagnostics.claims[0]
    cells = tuple(
        first.model_copy(update={"text": "Not covered", "about": f"Dental — {side}:"})
        for side in ("Basic", "Plus")
    )
    both = fork(diagnostics=parent.diagnostics.model_copy(update={"claims": cells}))
    one = fork(diagnostics=parent.diagnostics.model_copy(update={"claims": cells[:1]}))
    assert [claim.statement for claim in effect(both, one).claims_lost] == [
        "Dental — Plus: Not covered"
    ]


def test_runs_stand_side_by_side() -> None:
    parent = sample_run()
    assert parent.plan is not None and parent.diagnostics is not None
    plan = parent.plan.model_copy(update={"tool_calls": parent.plan.tool_calls[:1]})
    other = showing(
        fork(plan=plan, tool_calls=parent.tool_calls[:1], entities=(), diagnostics=None), 3
    )

    found = compare_runs((parent, other, parent))

    assert found.runs == (parent.id, other.id, parent.id)
    assert len(found.effects) == 2
    assert found.effects[1] == effect(parent, parent)
    tools = [row for row in found.plan if row.path == "$.tool_calls[1].tool"]
    assert [row.values for row in tools] == [
        (parent.plan.tool_calls[1].tool, None, parent.plan.tool_calls[1].tool)
    ]
    assert all(len(set(row.values)) > 1 for row in found.plan)
    assert {row.in_runs for row in found.entities} == {(True, False, True)}
    assert found.calls[0].places == (0, 0, 0)
    assert found.calls[1].items[1] is None
    assert [row.shown for row in found.facts[:3]] == [(True, True, True)] * 3
    assert found.facts[3].shown == (True, False, True)
    assert found.facts[3].found == (True, True, True)
    assert found.claims[0].verdicts[1] is None
    first, second, _ = found.scores
    assert first.facts_shown == len(shown_facts(parent))
    assert second.facts_shown == 3
    assert first.supported < first.claims
    assert (first.input_tokens, first.price_usd) == (3034, 0.0117)


def test_reused_stages_take_no_time_of_a_fork() -> None:
    parent = sample_run()
    reused = [record.model_copy(update={"reused": True}) for record in parent.stages[:4]]
    again = fork(stages=(*reused, *parent.stages[4:]))
    ms = compare_runs((parent, again)).scores[1].ms
    assert ms == pytest.approx(sum(record.ms for record in parent.stages[4:]))
