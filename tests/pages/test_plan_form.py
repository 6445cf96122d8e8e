"""The form of the plan, its draft and its dry run."""

import json
from collections.abc import Callable
from html import unescape
from typing import Any

import pytest
from streamlit.testing.v1 import AppTest

from tests.support.fake_workbench import FakeWorkbench
from tests.support.sample_run import PROJECT, RUN_ID, sample_run
from workbench.domain.plan import PlanProblem
from workbench.errors import StoreError
from workbench.ui import session, session_toast
from workbench.ui.sign_in import Person, Role

Open = Callable[..., AppTest]
TEXT = f"wb_plan_text_{RUN_ID}"


def html(test: AppTest) -> str:
    assert not test.exception
    return "\n".join(element.proto.body for element in test.get("html"))


def form(app: Open) -> AppTest:
    test = app(run=RUN_ID, locale="en-GB")
    test.segmented_control(key=f"wb_plan_view_{RUN_ID}").set_value("form").run()
    return test


def field(name: str) -> str:
    return f"wb_form_{RUN_ID}_{name}"


def draft(test: AppTest) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(test.session_state[TEXT])
    return found


def test_the_form_writes_the_draft(app: Open) -> None:
    test = form(app)
    test.number_input(key=field("max_items")).set_value(3).run()
    test.selectbox(key=field("render_style")).set_value("TABLE").run()
    test.toggle(key=field("fallback")).set_value(False).run()
    test.multiselect(key=field("intents")).set_value(["PROJECT_TECH_STACK"]).run()
    found = draft(test)
    assert found["limits"]["max_items"] == 3
    assert found["render_style"] == "TABLE"
    assert found["fallback"]["enabled"] is False
    assert found["intents"] == ["PROJECT_TECH_STACK"]
    assert test.session_state[f"wb_plan_revision_{RUN_ID}"] == 4, "the editor takes each change"


def test_filters_that_an_intent_does_not_use_are_not_offered(app: Open) -> None:
    test = form(app)
    filters = test.multiselect(key=field("0_filters"))
    assert filters.disabled
    assert filters.placeholder == "this intent uses none"
    test.selectbox(key=field("0_intent")).set_value("PROJECT_TECH_STACK").run()
    offered = test.multiselect(key=field("0_filters"))
    assert not offered.disabled
    assert all(one.startswith("Technology category: ") for one in offered.options)


def test_a_warning_names_things_by_their_titles(app: Open, bench: FakeWorkbench) -> None:
    problem = PlanProblem(
        path="$.tool_calls[0].args.filters.category",
        code="unused_filter",
        message="",
        words={"intent": "PROJECT_ACHIEVEMENTS", "slot": "category"},
        severity="warning",
    )
    bench.validate_plan = lambda *_: (problem,)  # type: ignore[method-assign]
    test = form(app)
    test.number_input(key=field("max_items")).set_value(3).run()
    told = html(test)
    assert "“Achievements and measured results” does not use “Technology category”" in told
    assert "PROJECT_ACHIEVEMENTS does not" not in told


def test_the_form_changes_calls_and_entities(app: Open) -> None:
    test = form(app)
    test.selectbox(key=field("0_intent")).set_value("PROJECT_TECH_STACK").run()
    options = test.multiselect(key=field("0_filters")).options
    test.multiselect(key=field("0_filters")).select(options[0]).run()
    found = draft(test)["tool_calls"][0]["args"]
    assert found["intent"] == "PROJECT_TECH_STACK"
    assert found["filters"]
    count = len(draft(test)["tool_calls"])
    test.button(key="wb_icon_form_remove_0").click().run()
    assert len(draft(test)["tool_calls"]) == count - 1
    test.multiselect(key=field("entities")).set_value([]).run()
    assert draft(test)["entities"] == []


def test_a_call_is_added_and_taken_back(app: Open) -> None:
    test = form(app)
    before = draft(test)
    added = [one for one in test.button if str(one.key).startswith("wb_form_add_call_")]
    assert [one.label for one in added] == ["Add a call: Graph", "Add a call: Search"]
    for key in [str(one.key) for one in added]:
        test.button(key=key).click().run()
    calls = draft(test)["tool_calls"]
    assert len(calls) == len(before["tool_calls"]) + 2
    assert calls[-1]["args"]["query"] == sample_run().question
    assert calls[-2]["args"]["intent"] and calls[-2]["args"]["entity_id"] == PROJECT
    assert "wb-plan-problems error" not in html(test)
    for _ in range(2):
        test.button(key=f"wb_icon_undo_{RUN_ID}").click().run()
    assert draft(test) == before
    assert f"wb_icon_undo_{RUN_ID}" not in [one.key for one in test.button]


def test_an_edit_of_the_json_is_taken_back_too(app: Open) -> None:
    test = form(app)
    before = draft(test)
    test.number_input(key=field("max_items")).set_value(3).run()
    test.toggle(key=field("fallback")).set_value(False).run()
    test.button(key=f"wb_icon_undo_{RUN_ID}").click().run()
    assert draft(test)["limits"]["max_items"] == 3
    assert draft(test)["fallback"] == before["fallback"]
    assert test.number_input(key=field("max_items")).value == 3


def test_the_problems_of_a_draft_are_told_in_words_beside_the_form(
    app: Open, bench: FakeWorkbench, monkeypatch: pytest.MonkeyPatch
) -> None:
    def found(*_: object) -> tuple[PlanProblem, ...]:
        return (
            PlanProblem(
                path="$.tool_calls[0].args.filters.category[1]", code="-", message="Not known."
            ),
            PlanProblem(path="$.limits.max_items", code="-", message="Few.", severity="warning"),
            PlanProblem(path="$", code="-", message="Whole."),
        )

    monkeypatch.setattr(bench, "validate_plan", found, raising=False)
    page = html(form(app))
    assert '<li class="error"><b>Call 1 · Technology category, 2</b> Not known.</li>' in page
    assert '<li class="warning"><b>Items</b> Few.</li>' in page
    assert "<b>Plan</b> Whole." in page
    assert "$.tool_calls" not in page


def test_the_form_follows_the_json(app: Open) -> None:
    test = form(app)
    plan = draft(test)
    plan["limits"]["max_items"] = 7
    test.session_state[TEXT] = json.dumps(plan)
    test.run()
    assert test.number_input(key=field("max_items")).value == 7
    test.session_state[TEXT] = "{"
    test.run()
    assert "The form appears once the JSON has no mistakes." in html(test)


def test_a_draft_never_stands_for_the_plan_of_the_run(app: Open, bench: FakeWorkbench) -> None:
    test = form(app)
    test.number_input(key=field("max_items")).set_value(3).run()
    test.segmented_control(key=f"wb_plan_view_{RUN_ID}").set_value("readable").run()
    plan = sample_run().plan
    assert plan is not None
    assert f"{plan.limits.max_items} items" in html(test), "what this run was made with"
    assert "3 items" not in html(test)
    assert "Draft: not run yet" in html(test)
    assert "Below is the run's own plan." in unescape(html(test))


def test_a_draft_that_was_run_is_gone_from_its_parent(app: Open, bench: FakeWorkbench) -> None:
    test = form(app)
    test.number_input(key=field("max_items")).set_value(3).run()
    test.button(key=f"wb_run_plan_{RUN_ID}").click().run()
    test.session_state["wb_open"] = RUN_ID
    test.run()
    plan = sample_run().plan
    assert plan is not None
    assert draft(test)["limits"]["max_items"] == plan.limits.max_items
    assert "Draft: not run yet" not in html(test)


def test_the_check_says_what_a_run_would_find_and_cost(app: Open) -> None:
    test = form(app)
    test.button(key=f"wb_check_{RUN_ID}").click().run()
    page = html(test)
    assert "What a run would give" in page
    assert "The limits cut 1 more." in page
    assert "No model is called: free." in page
    test.number_input(key=field("max_items")).set_value(3).run()
    assert "What a run would give" not in html(test), "it was of another draft"


def test_a_check_that_fails_is_told_below_the_style_sheet(
    app: Open, bench: FakeWorkbench, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object, **__: object) -> None:
        raise StoreError("The index is gone.")

    monkeypatch.setattr(bench, "dry_run", fail, raising=False)
    drawn: list[str] = []
    monkeypatch.setattr(session_toast, "tell", lambda message, icon: drawn.append(message))
    test = form(app)
    test.button(key=f"wb_check_{RUN_ID}").click().run()
    assert "The index is gone." in drawn[0]
    assert not test.toast, "a callback draws nothing: it would replace the style sheet"


def test_a_message_of_a_callback_is_shown_once(app: Open) -> None:
    test = app(run=RUN_ID, locale="en-GB")
    test.session_state["wb_toast"] = ("Checked.", ":material/rule:")
    assert [one.value for one in test.run().toast] == ["Checked."]
    assert not test.run().toast


def test_a_viewer_keeps_the_draft_that_may_not_be_run(
    app: Open, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(session, "person", lambda: Person("v", Role.VIEWER))
    test = form(app)
    test.number_input(key=field("max_items")).set_value(3).run()
    assert test.button(key=f"wb_run_plan_{RUN_ID}").disabled
    assert draft(test)["limits"]["max_items"] == 3


def test_the_draft_is_edited_in_the_middle_column(app: Open) -> None:
    test = app(run=RUN_ID, locale="en-GB")
    test.button(key="wb_icon_enlarge_plan").click().run()
    page = html(test)
    assert "Draft of the plan" in page
    assert "The run&#x27;s own plan" in page
    assert test.number_input(key=field("max_items"))
    assert PROJECT in "".join(str(one.proto) for one in test.get("bidi_component"))
    test.button(key="wb_icon_shrink_plan").click().run()
    assert "Draft of the plan" not in html(test)
