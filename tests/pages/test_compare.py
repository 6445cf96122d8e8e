"""The Compare page: runs by address, what changed in a sentence, and the way to each run."""

from collections.abc import Callable

import pytest
from streamlit.testing.v1 import AppTest

from tests.support.fake_workbench import FakeWorkbench
from tests.support.sample_run import RUN_ID, sample_run
from workbench.domain.diagnostics import AnswerVerdict
from workbench.domain.run import Run
from workbench.i18n.numbers import percent
from workbench.ui import session_compare
from workbench.ui.navigation import page_path

Open = Callable[..., AppTest]
FORK_ID = "019a0b1c2d3e4f5a6c8"


def limited() -> Run:
    """A fork of the sample run that shows two facts."""
    run = sample_run()
    assert run.plan is not None and run.rendered is not None
    limits = run.plan.limits.model_copy(update={"max_items": 2})
    return run.model_copy(
        update={
            "id": FORK_ID,
            "parent_id": RUN_ID,
            "plan": run.plan.model_copy(update={"limits": limits}),
            "plan_origin": "edited",
            "rendered": run.rendered.model_copy(update={"sources": run.rendered.sources[:2]}),
        }
    )


@pytest.fixture(autouse=True)
def forked(bench: FakeWorkbench) -> None:
    bench.runs.kept[FORK_ID] = limited()


def html(test: AppTest) -> str:
    assert not test.exception
    return "\n".join(element.proto.body for element in test.get("html"))


def opened(app: Open, *runs: str, locale: str = "en-GB") -> AppTest:
    test = app(locale=locale)
    test.switch_page(str(page_path("compare")))
    test.query_params["runs"] = ",".join(runs)
    return test.run()


@pytest.mark.parametrize("locale", ["en-GB", "ru-RU"])
def test_the_confidence_is_told_as_on_the_ask_page(
    app: Open, bench: FakeWorkbench, locale: str
) -> None:
    verdict = AnswerVerdict(label="answered", probability=0.967)
    for run in bench.runs.kept.values():
        assert run.diagnostics is not None
        judged = run.diagnostics.model_copy(update={"verdict": verdict})
        bench.runs.kept[run.id] = run.model_copy(update={"diagnostics": judged})
    told = percent(0.967, "ru" if locale == "ru-RU" else "en")
    assert told in html(app(run=RUN_ID, locale=locale))
    assert f">{told}</b>" in html(opened(app, RUN_ID, FORK_ID, locale=locale))


def test_runs_of_the_address_stand_side_by_side(app: Open) -> None:
    test = opened(app, RUN_ID, FORK_ID)
    page = html(test)
    assert "Items: 10 → 2: 5 facts removed." in page
    assert f'href="#run-{RUN_ID}"' in page and f'href="#run-{FORK_ID}"' in page
    assert "2 of 7" in page and "7 of 7" in page
    assert "$.limits.max_items" in page
    assert test.query_params["runs"] == f"{RUN_ID},{FORK_ID}"


def test_the_order_of_the_address_decides_what_is_compared_with_what(app: Open) -> None:
    assert "Items: 2 → 10: 5 facts added." in html(opened(app, FORK_ID, RUN_ID))


@pytest.mark.parametrize(
    ("locale", "told"),
    [("ru-RU", "Пунктов: 10 → 2: убрано 5 фактов."), ("en-GB", "Items: 10 → 2: 5 facts removed.")],
)
def test_the_sentence_is_in_the_interface_language(app: Open, locale: str, told: str) -> None:
    assert told in html(opened(app, RUN_ID, FORK_ID, locale=locale))


def test_one_run_asks_for_another_and_an_unknown_one_is_named(app: Open) -> None:
    test = opened(app, RUN_ID, "nowhere")
    assert "Choose two runs or more to see" in html(test)
    assert [one.value for one in test.warning] == ["Not found: nowhere."]
    assert test.multiselect(key=session_compare.COMPARED).value == [RUN_ID]
    test.multiselect(key=session_compare.COMPARED).select(FORK_ID).run()
    assert "5 facts removed" in html(test)


def test_marked_statements_are_those_the_other_answer_lacks(
    app: Open, bench: FakeWorkbench
) -> None:
    other = limited()
    assert other.diagnostics is not None
    kept = other.diagnostics.model_copy(update={"claims": other.diagnostics.claims[1:]})
    bench.runs.kept[FORK_ID] = other.model_copy(update={"diagnostics": kept})
    test = opened(app, RUN_ID, FORK_ID)
    texts = [one.value for one in test.markdown]
    assert sum(text.count(f"#run-{RUN_ID}?lost") for text in texts) == 1
    assert not any(f"#run-{FORK_ID}?gained" in text for text in texts)
    assert "1 claim removed" in html(test)


def test_a_fork_that_is_shown_is_compared_with_its_parent(app: Open) -> None:
    test = app(locale="en-GB", run=FORK_ID)
    test.switch_page(str(page_path("compare"))).run()
    assert test.multiselect(key=session_compare.COMPARED).value == [RUN_ID, FORK_ID]
    assert "Items: 10 → 2: 5 facts removed." in html(test)


def test_a_run_that_is_shown_is_compared_with_its_fork(app: Open, bench: FakeWorkbench) -> None:
    test = app(locale="en-GB", run=RUN_ID)
    test.switch_page(str(page_path("compare"))).run()
    assert test.multiselect(key=session_compare.COMPARED).value == [RUN_ID, FORK_ID]
    del bench.runs.kept[FORK_ID]
    test = app(locale="en-GB", run=RUN_ID)
    test.switch_page(str(page_path("compare"))).run()
    assert test.multiselect(key=session_compare.COMPARED).value == []
