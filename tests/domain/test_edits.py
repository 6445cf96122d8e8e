"""What was changed between two runs: the earliest difference, and a plan edited by hand."""

from tests.support.forked_run import fork, showing
from tests.support.sample_run import sample_run
from workbench.domain.answer import AskOptions, Mode
from workbench.domain.edits import Change, Edit, differences, edits
from workbench.domain.evidence import Evidence


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


def test_other_templates_of_a_role_are_an_edit() -> None:
    parent = fork(templates={"planner": "aa11", "answer": "bb22"})
    other = parent.model_copy(update={"templates": {"planner": "aa11", "answer": "cc33"}})
    assert edits(parent, other) == (
        Edit(kind="template", path="answer", before="bb22", after="cc33"),
    )
    assert edits(parent, parent.model_copy(update={"templates": {}})) == ()


def test_another_value_of_a_filter_and_a_first_constant_are_one_edit_each() -> None:
    (slot,) = sample_run().slots
    assert edits(
        sample_run(),
        fork(
            slots=(slot.model_copy(update={"value": "language"}),),
            options=AskOptions(confidence_config={"alpha": 0.3}),
        ),
    ) == (
        Edit(kind="option", path="confidence_config.alpha", after="0.3"),
        Edit(
            kind="entity",
            path="category=database",
            before="category=database",
            after="category=language",
        ),
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
