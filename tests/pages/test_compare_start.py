"""The Compare page before runs are chosen: pairs that one click compares."""

from collections.abc import Callable
from datetime import UTC, datetime

from streamlit.testing.v1 import AppTest

from tests.support.fake_workbench import FakeWorkbench
from tests.support.sample_run import QUESTION, RUN_ID, sample_run
from workbench.domain.run import Stage
from workbench.domain.run_summary import RunSummary, summarize
from workbench.ui.panels.compare_start import labels, pairs
from workbench.ui.texts import Texts

Open = Callable[..., AppTest]
EN = Texts("en")


def summary(name: str, question: str = QUESTION, parent: str | None = None) -> RunSummary:
    changes = {
        "id": name,
        "question": question,
        "parent_id": parent,
        "forked_at": Stage.PLAN if parent else None,
        "created_at": datetime(2026, 1, 1, tzinfo=UTC),
    }
    return summarize(sample_run().model_copy(update=changes))


def test_a_fork_is_compared_with_its_parent() -> None:
    found = list(pairs(EN, [summary("b", parent="a"), summary("a")]))
    assert found == [("a", "b", f"{QUESTION} · fork from “Plan”")]


def test_a_question_asked_twice_is_compared_with_itself() -> None:
    recent = [summary("c"), summary("b", "Another?"), summary("a")]
    assert list(pairs(EN, recent)) == [("a", "c", f"{QUESTION} · asked twice")]


def test_pairs_of_one_name_are_told_apart_by_the_later_time() -> None:
    recent = [summary("c", parent="a"), summary("b", parent="a"), summary("a")]
    offered = list(pairs(EN, recent))
    assert offered[0][2] == offered[1][2]
    later = [recent[0].model_copy(update={"created_at": datetime(2026, 1, 2, tzinfo=UTC)})]
    told = labels(EN, offered, [*later, *recent[1:]])
    assert len(set(told)) == 2
    assert all(label.startswith(f"{QUESTION} · fork from “Plan” · ") for label in told)
    assert labels(EN, offered[:1], recent) == [offered[0][2]]


def test_pairs_of_one_minute_are_numbered_the_earlier_first() -> None:
    recent = [summary("c", parent="a"), summary("b", parent="a"), summary("a")]
    second, first = labels(EN, list(pairs(EN, recent)), recent)
    assert first.removesuffix("1") == second.removesuffix("2")
    assert first != second


def test_any_other_two_runs_are_the_latest_ones() -> None:
    recent = [summary("c"), summary("b", "Another?"), summary("a", "A third?")]
    assert list(pairs(EN, recent)) == [("b", "c", "The two latest runs")]
    assert list(pairs(EN, recent[:1])) == []


def test_one_click_compares_a_pair(app: Open, bench: FakeWorkbench) -> None:
    again = sample_run().model_copy(update={"id": f"{RUN_ID}0"})
    bench.runs.kept[again.id] = again
    test = app("compare", locale="en-GB")
    pair = next(one for one in test.button if (one.key or "").startswith("wb_pair_"))
    pair.click().run()
    assert not test.exception
    assert len(test.session_state["wb_compared"]) == 2
    assert "wb-compared" in "".join(str(one.value) for one in test.html)
