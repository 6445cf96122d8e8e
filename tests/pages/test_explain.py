"""The Explain page: the price first, then facts left out, the stage to blame, the plan's fields."""

import threading
import time
from collections.abc import Callable
from typing import Any

import pytest
from streamlit.testing.v1 import AppTest

from tests.support.fake_workbench import FakeWorkbench
from tests.support.sample_run import RUN_ID, sample_run
from workbench.domain.ablation import facts_of_claims
from workbench.domain.run import Stage
from workbench.errors import InputError
from workbench.evaluation.cases import Case
from workbench.ui import session_explain
from workbench.ui.texts import Texts

Open = Callable[..., AppTest]
FORK_ID = "019a0b1c2d3e4f5a6c8"


def html(test: AppTest) -> str:
    assert not test.exception
    return "\n".join(element.proto.body for element in test.get("html"))


def explained(app: Open, way: str, locale: str = "en-GB") -> AppTest:
    """The page of the sample run with one of the ways, before it is started."""
    test = app("explain", locale=locale, run=RUN_ID)
    test.session_state[session_explain.WAY] = way
    return test.run()


def ended(test: AppTest) -> str:
    test.button(key="wb_explain_go").click().run()
    for _ in range(50):
        if 'class="wb-verdict ' in html(test):
            return html(test)
        time.sleep(0.05)
        test.run()
    raise AssertionError("the explanation did not end")


def test_the_price_is_said_before_anything_is_called(app: Open) -> None:
    told = html(explained(app, "facts"))
    assert "openai:gpt-4o" in told and "$0.03" in told
    assert 'class="wb-verdict ' not in told


@pytest.mark.parametrize(
    ("locale", "told"),
    [
        ("en-GB", "1 claim did not come from the facts"),
        ("ru-RU", "1 утверждение взято не из фактов"),
    ],
)
def test_a_claim_from_memory_comes_first(app: Open, locale: str, told: str) -> None:
    page = ended(explained(app, "facts", locale))
    assert told in page and 'class="wb-verdict red"' in page
    assert page.count("<tr>") > 2
    stays = page[page.index('<details open="">') :]
    assert "<li>" in stays[: stays.index("</details>")], "which claim it is stands in the page"


def test_the_progress_counts_the_steps_of_all(
    app: Open, bench: FakeWorkbench, monkeypatch: pytest.MonkeyPatch
) -> None:
    go_on = threading.Event()
    whole = bench.ablation_stream

    def slow(*args: Any) -> Any:
        steps = whole(*args)
        yield next(steps)
        go_on.wait(10)
        yield from steps

    monkeypatch.setattr(bench, "ablation_stream", slow, raising=False)
    test = explained(app, "facts")
    total = len(facts_of_claims(sample_run()))
    try:
        test.button(key="wb_explain_go").click().run()
        for _ in range(50):
            if f"1 of {total} done" in [one.proto.text for one in test.get("progress")]:
                break
            time.sleep(0.05)
            test.run()
        assert [one.proto.text for one in test.get("progress")] == [f"1 of {total} done"]
    finally:
        go_on.set()


def test_runs_of_one_question_are_told_apart_without_their_ids(
    app: Open, bench: FakeWorkbench
) -> None:
    fork = {"id": FORK_ID, "parent_id": RUN_ID, "forked_at": Stage.PLAN}
    bench.runs.kept[FORK_ID] = sample_run().model_copy(update=fork)
    bench.runs.kept["z"] = sample_run().model_copy(update={**fork, "id": "z"})
    labels = explained(app, "facts").selectbox(key=session_explain.RUN).options
    assert len(set(labels)) == 3
    assert sum("fork from “Plan”" in one for one in labels) == 2
    assert any(one.endswith("no. 2") for one in labels)
    assert not any(FORK_ID[-4:] in one or RUN_ID[-4:] in one for one in labels)


def test_the_stage_to_blame_needs_a_right_run(app: Open, bench: FakeWorkbench) -> None:
    test = explained(app, "blame")
    assert "There is no other run and no golden case of this question." in html(test)
    run = sample_run()
    assert run.plan is not None
    limits = run.plan.limits.model_copy(update={"max_items": 3})
    plan = run.plan.model_copy(update={"limits": limits})
    changes = {"id": FORK_ID, "parent_id": RUN_ID, "plan": plan}
    bench.runs.kept[FORK_ID] = run.model_copy(update=changes)
    test.run()
    assert [one.key for one in test.button if one.key == "wb_explain_go"] == [], "none is chosen"
    test.selectbox(key=session_explain.key("reference", RUN_ID)).set_value(FORK_ID)
    page = ended(test.run())
    assert "The stage to blame: " in page
    assert page.index("does not help") < page.index("the answer is right</span>")
    assert "In the right run: items: 10 → 3." in page


def test_a_golden_case_says_what_is_right(app: Open, bench: FakeWorkbench) -> None:
    run = sample_run()
    bench.cases.append(
        Case(id="one", kind="fact", language="ru", question=run.question, facts=("62 %|62%", "3"))
    )
    test = explained(app, "blame")
    choice = test.selectbox(key=session_explain.key("reference", RUN_ID))
    assert choice.options == ["Golden case: 62 %; 3"]
    choice.set_value("case:one")
    assert "The stage to blame: " in ended(test.run())


def test_the_fields_on_which_plans_differ_are_listed(app: Open) -> None:
    page = ended(explained(app, "plan"))
    assert "4 of 5 plans are the same" in page
    assert "$.limits.max_items" in page and "80%" in page
    assert "10 × 4" in page and "2 × 1" in page


def test_without_a_run_the_page_leads_to_a_question(app: Open, bench: FakeWorkbench) -> None:
    bench.runs.kept.clear()
    test = app("explain", locale="en-GB")
    assert not test.exception
    assert [button.key for button in test.button if button.key == "wb_explain_go"] == []


def test_another_browser_has_no_part_in_an_explanation(app: Open) -> None:
    test = explained(app, "facts")
    ended(test)
    assert set(test.query_params) == {"w", "lang", "run"}, "a copied address shares none of it"
    assert 'class="wb-verdict ' not in html(explained(app, "facts"))


def test_the_run_chosen_in_the_list_is_in_the_address(app: Open, bench: FakeWorkbench) -> None:
    bench.runs.kept[FORK_ID] = sample_run().model_copy(update={"id": FORK_ID})
    test = explained(app, "facts")
    test.selectbox(key=session_explain.RUN).set_value(FORK_ID).run()
    assert FORK_ID in test.query_params["run"]
    assert test.selectbox(key=session_explain.RUN).value == FORK_ID


def test_a_broken_file_of_cases_leaves_the_rest_of_the_page(
    app: Open, bench: FakeWorkbench, monkeypatch: pytest.MonkeyPatch
) -> None:
    def unreadable(run: object) -> list[Case]:
        raise InputError("golden.jsonl:3 is no case.")

    monkeypatch.setattr(bench, "cases_of", unreadable)
    test = explained(app, "blame")
    assert not test.exception
    assert "golden.jsonl:3" in str([one.value for one in test.error])
    key = session_explain.key("reference", RUN_ID)
    chosen = [one for one in test.selectbox if str(one.key).startswith(key)]
    assert chosen or Texts("en")("explain.blame.nothing") in html(test), "the rest is drawn"
