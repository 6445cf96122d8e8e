"""The sentence of an edit names it in words and counts what it changed."""

from typing import Any

import pytest

from tests.support.sample_run import sample_run, workspace
from workbench.domain.comparison import Edit, Effect, effect
from workbench.domain.local_text import Language
from workbench.domain.run import Run
from workbench.ui.effect_text import edit_phrase, plan_value, sentence
from workbench.ui.live_runs import RunSnapshot
from workbench.ui.run_view_model import RunViewModel
from workbench.ui.texts import Texts


def frame(language: Language, run: Run | None = None) -> RunViewModel:
    run = run or sample_run()
    return RunViewModel(RunSnapshot(run=run), run, workspace(), Texts(language), "numbered")


def fork(**changes: Any) -> Run:
    return sample_run().model_copy(update={"id": "f0", "parent_id": sample_run().id, **changes})


def filtered(value: str) -> Run:
    """The sample run, whose first call has a filter, with two facts and no claims."""
    run = sample_run()
    assert run.plan is not None and run.rendered is not None
    data = run.plan.model_dump(mode="json")
    data["tool_calls"][0]["args"]["filters"] = {"category": value}
    return fork(
        plan=type(run.plan).model_validate(data),
        plan_origin="edited",
        rendered=run.rendered.model_copy(update={"sources": run.rendered.sources[:2]}),
        diagnostics=None,
    )


def test_an_added_filter_and_what_it_removed() -> None:
    parent, other = sample_run(), filtered("database")
    lost = len(effect(parent, other).lost)
    claims = len(effect(parent, other).claims_lost)
    assert sentence(effect(parent, other), frame("en")) == (
        f"Filter “Technology category: Databases” added: {lost} facts removed, "
        f"{claims} claims removed."
    )
    assert sentence(effect(parent, other), frame("ru")).startswith(
        "Добавлено условие «Категория технологий: Базы данных»: убран"
    )


def test_a_removed_and_a_changed_filter() -> None:
    with_filter, changed = filtered("database"), filtered("cloud")
    removed = effect(with_filter, fork()).edits
    assert edit_phrase(removed, frame("en")) == "filter “Technology category: Databases” removed"
    swapped = edit_phrase(effect(with_filter, changed).edits, frame("en"))
    assert swapped.startswith("filter “Technology category: Databases” changed to “")


@pytest.mark.parametrize(
    ("edit", "told"),
    [
        (Edit(kind="plan", path="$.limits.max_items", before="10", after="4"), "items: 10 → 4"),
        (
            Edit(kind="entity", path="project:a", before="ALOR Broker", after="Harvest"),
            "“ALOR Broker” replaced by “Harvest”",
        ),
        (Edit(kind="entity", path="project:a", after="Harvest"), "“Harvest” added"),
        (
            Edit(kind="entity", path="category=database", before="category=database"),
            "“Technology category: Databases” removed",
        ),
        (
            Edit(
                kind="entity",
                path="category=database",
                before="category=database",
                after="category=language",
            ),
            "“Technology category: Databases” replaced by "
            "“Technology category: Programming languages”",
        ),
        (
            Edit(kind="option", path="require_grounding", before="true", after="false"),
            "option “Sources only”: yes → no",
        ),
        (
            Edit(kind="option", path="max_response_length", before="1000", after="50"),
            "option “Maximum words”: 1000 → 50",
        ),
        (
            Edit(kind="option", path="system_instructions", before="", after="Be brief."),
            "option “Instructions for the model”: not set → Be brief.",
        ),
        (
            Edit(kind="option", path="confidence_config.max_specificity_boost", after="0.5"),
            "option “Highest boost”: not set → 0.5",
        ),
        (
            Edit(kind="model", path="judge", after="openai:a"),
            "model of the judge: no model → openai:a",
        ),
        (
            Edit(kind="option", path="mode", before="grounded", after="analytical"),
            "option “Mode”: Grounded → Analytical",
        ),
        (
            Edit(kind="model", path="answer", before="offline", after="openai:gpt-4o"),
            "model of the answer: no model → openai:gpt-4o",
        ),
        (Edit(kind="fact", path="f-1", before="A fact."), "1 fact dropped by hand"),
        (Edit(kind="fact", before="order", after="order"), "order of the facts changed"),
        (Edit(kind="answer", before="Yes.", after="No."), "text of the answer edited"),
        (Edit(kind="question", before="Who?", after="Why?"), "question changed to “Why?”"),
    ],
)
def test_every_kind_of_edit_in_words(edit: Edit, told: str) -> None:
    assert edit_phrase((edit,), frame("en")) == told


def test_a_call_added_as_a_whole_is_one_edit_and_the_rest_is_counted() -> None:
    run = sample_run()
    assert run.plan is not None
    fewer = run.plan.model_copy(update={"tool_calls": run.plan.tool_calls[:1]})
    edits = effect(run, fork(plan=fewer, plan_origin="edited")).edits
    assert len(edits) > 1
    assert edit_phrase(edits, frame("en")) == "tool call removed"
    names = [Edit(kind="entity", path=f"n:{i}", after=f"N{i}") for i in range(5)]
    assert edit_phrase(names, frame("en")).endswith("“N2” added and 2 more edits")


def test_a_verdict_without_a_probability_is_named_and_its_zero_is_not_told() -> None:
    found = Effect(label=("answered", "not_found"), grounding=(1.0, None), probability=(0.97, 0.0))
    assert sentence(found, frame("en")) == (
        "Same question and plan: verdict “Answered” → “No answer found”."
    )
    doubted = Effect(label=("answered", "unsure"), probability=(0.97, 0.1))
    assert sentence(doubted, frame("ru")) == (
        "Вопрос и план те же: итог «Ответ найден» → «Ответ под сомнением», "
        "уверенность 97\u00a0% → 10\u00a0%."
    )


@pytest.mark.parametrize(
    ("value", "told"),
    [
        ("BULLETS", "список"),
        ("TABLE", "таблица"),
        ("graph_query_tool", "Граф"),
        ("project", "Проект"),
        ("{}", "—"),
        (None, "—"),
        ("10", "10"),
    ],
)
def test_values_of_a_plan_are_told_in_words(value: str | None, told: str) -> None:
    assert plan_value(value, frame("ru")) == told


def test_nothing_changed_is_told() -> None:
    assert sentence(Effect(), frame("en")) == (
        "Same question and plan: the facts shown, the claims and the scores are the same."
    )
