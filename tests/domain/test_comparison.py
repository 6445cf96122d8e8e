"""Runs compared: plans at JSON paths, facts as shown, claims, scores, and the edit behind them."""

from typing import Any

import pytest

from tests.support.sample_run import sample_run
from workbench.domain.answer import AskOptions, Mode
from workbench.domain.comparison import (
    Change,
    Edit,
    compare_runs,
    differences,
    edits,
    effect,
    shown_facts,
)
from workbench.domain.evidence import Evidence
from workbench.domain.run import Run


def test_plans_differ_where_their_leaves_do() -> None:
    before = {"intents": ["A"], "limits": {"max_items": 10}, "fallback": {}}
    after = {"intents": ["A", "B"], "limits": {"max_items": 5}, "fallback": {}}

    assert differences(before, after) == (
        Change(path="$.limits.max_items", before="10", after="5"),
        Change(path="$.intents[1]", before=None, after="B"),
    )


def test_what_is_gone_and_what_changes_its_kind_is_told() -> None:
    assert differences({"a": [1]}, {"a": []}) == (
        Change(path="$.a[0]", before="1", after=None),
        Change(path="$.a", before=None, after="[]"),
    )
    assert differences({"a": None}, {"a": None}) == ()


def fork(**changes: Any) -> Run:
    """The sample run with other outputs, as a fork of it."""
    parent = sample_run()
    return parent.model_copy(update={"id": "f0", "parent_id": parent.id, **changes})


def showing(run: Run, count: int) -> Run:
    """A run with the same facts found, of which the renderer shows the first ones."""
    assert run.rendered is not None
    rendered = run.rendered.model_copy(update={"sources": run.rendered.sources[:count]})
    return run.model_copy(update={"rendered": rendered})


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


def test_the_edit_is_what_differs_first() -> None:
    parent = sample_run()
    assert parent.plan is not None
    limits = parent.plan.limits.model_copy(update={"max_items": 2})
    plan = parent.plan.model_copy(update={"limits": limits, "confidence": 0.5})
    edited = showing(fork(plan=plan, plan_origin="edited"), 2)
    changed = Edit(kind="plan", path="$.limits.max_items", before="10", after="2")
    assert edits(parent, edited) == (changed,)

    entity = parent.entities[0]
    other = entity.model_copy(update={"canonical_id": "project:other", "name": "Other"})
    replaced = fork(entities=(other, *parent.entities[1:]), plan=plan)
    swap = Edit(kind="entity", path=entity.canonical_id, before=entity.name, after="Other")
    assert edits(parent, replaced) == (swap,), "the plan follows from the entity"
    assert edits(parent, replaced.model_copy(update={"plan_origin": "edited"})) == (swap, changed)
    assert edits(parent, fork(entities=parent.entities[1:])) == (
        Edit(kind="entity", path=entity.canonical_id, before=entity.name),
    )


def test_slots_options_and_models_are_edits_too() -> None:
    parent = sample_run()
    options = AskOptions(mode=Mode.ANALYTICAL)
    models = {**parent.models, "answer": "offline"}
    assert edits(parent, fork(options=options, models=models, slots=())) == (
        Edit(kind="option", path="mode", before="grounded", after="analytical"),
        Edit(kind="model", path="answer", before="openai:gpt-4o", after="offline"),
        Edit(kind="entity", path="category=database", before="category=database"),
    )


def test_facts_and_texts_changed_by_hand_are_named() -> None:
    parent = sample_run()
    assert parent.facts is not None and parent.answer is not None
    items = parent.facts.items
    noted = Evidence(type="note", text="The pilot was paid by the broker.")
    given = parent.facts.model_copy(update={"items": (*items[1:], noted)})
    assert edits(parent, fork(facts=given)) == (
        Edit(kind="fact", path=items[0].id, before=items[0].content),
        Edit(kind="fact", path=noted.id, after=noted.content),
    )
    turned = parent.facts.model_copy(update={"items": items[::-1]})
    assert edits(parent, fork(facts=turned)) == (Edit(kind="fact", before="order", after="order"),)
    said = parent.answer.model_copy(update={"text": "No."})
    (answer,) = edits(parent, fork(answer=said))
    assert (answer.kind, answer.after) == ("answer", "No.")
    assert edits(parent, fork()) == ()


def test_other_questions_are_the_only_difference_named() -> None:
    (asked,) = edits(sample_run(), fork(question="Why?", normalized="Why?", plan=None))
    assert (asked.kind, asked.after) == ("question", "Why?")


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
