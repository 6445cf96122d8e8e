"""Two plans differ at JSON paths; a fork gains and loses facts."""

from tests.support.sample_run import sample_run
from workbench.domain.comparison import Change, differences, effect


def test_plans_differ_where_their_leaves_do() -> None:
    before = {"intents": ["A"], "limits": {"max_items": 10}, "fallback": {}}
    after = {"intents": ["A", "B"], "limits": {"max_items": 5}, "fallback": {}}

    assert differences(before, after) == (
        Change("$.limits.max_items", "10", "5"),
        Change("$.intents[1]", None, "B"),
    )


def test_what_is_gone_and_what_changes_its_kind_is_told() -> None:
    assert differences({"a": [1]}, {"a": []}) == (
        Change("$.a[0]", "1", None),
        Change("$.a", None, "[]"),
    )
    assert differences({"a": None}, {"a": None}) == ()


def test_a_fork_gains_and_loses_facts_and_moves_its_scores() -> None:
    parent = sample_run()
    assert parent.facts is not None
    kept = parent.facts.model_copy(update={"items": parent.facts.items[1:]})
    fork = parent.model_copy(update={"facts": kept, "diagnostics": None})

    found = effect(parent, fork)

    assert found.lost == parent.facts.items[:1]
    assert found.gained == ()
    assert effect(fork, parent).gained == parent.facts.items[:1]
    assert parent.diagnostics is not None
    assert found.grounding == (parent.diagnostics.grounding.score, None)
    assert found.confidence == (parent.diagnostics.confidence.score, None)
