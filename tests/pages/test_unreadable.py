"""What cannot be read is said on the page, in the reader's language, beside what can."""

from collections.abc import Callable

import pytest
from streamlit.testing.v1 import AppTest

from tests.pages.test_runs import shown
from tests.support.app_test import MAIN
from tests.support.fake_workbench import FakeWorkbench
from tests.support.sample_run import QUESTION, RUN_ID
from workbench.domain.run import RunStatus
from workbench.domain.run_summary import summarize
from workbench.errors import InputError, RunStoreError, StoreError
from workbench.i18n.errors import localized

Open = Callable[..., AppTest]

UNREADABLE = {
    "ambiguous": (InputError(**localized("runs.ambiguous", run="1")), "несколько запусков"),
    "damaged": (RunStoreError(**localized("runs.damaged", run="1", detail="x")), "повреждена"),
    "newer": (RunStoreError(**localized("runs.newer", run="1", version=9, known=1)), "более новой"),
    "down": (RunStoreError(**localized("runs.no_answer", error="x")), "не отвечает"),
}


@pytest.mark.parametrize("reason", UNREADABLE)
def test_an_address_of_a_run_that_cannot_be_read_says_why(
    reason: str, app: Open, bench: FakeWorkbench
) -> None:
    error, words = UNREADABLE[reason]
    bench.runs.broken["1"] = error

    test = app(run="1")

    assert not test.exception
    assert words in "".join(one.value for one in test.error)
    assert test.text_area or test.chat_input, "a question can still be asked"


def test_an_address_with_an_empty_run_is_the_page_before_any_question(app: Open) -> None:
    test = app(run="")
    assert not test.exception
    assert not test.error
    assert "Примеры вопросов" in "".join(one.value for one in test.html)


def test_a_damaged_run_is_listed_beside_the_good_one(
    app: Open, bench: FakeWorkbench, monkeypatch: pytest.MonkeyPatch
) -> None:
    good = summarize(bench.runs.kept[RUN_ID])
    bad = good.model_copy(update={"id": "bad", "status": RunStatus.DAMAGED})
    monkeypatch.setattr(bench.runs, "list", lambda **_: [good, bad])

    test = app("runs")

    assert not test.exception
    assert [row["status"] for row in shown(test)] == ["Готово", "Повреждён"]
    assert {row["question"] for row in shown(test)} == {QUESTION}


def test_a_source_whose_index_is_down_is_not_said_to_be_gone(
    app: Open, bench: FakeWorkbench
) -> None:
    bench.documents_down = StoreError("The index of the workspace is locked.", hint="Try again.")

    test = app(run=RUN_ID)

    assert not test.exception
    assert "The index of the workspace is locked. Try again." in [one.value for one in test.error]


def test_that_runs_are_not_stored_is_told_once_and_no_list_is_said_to_be_empty(
    app: Open, bench: FakeWorkbench
) -> None:
    bench.store_error = RunStoreError(**localized("runs.read_only", file="/home/runs.sqlite"))

    test = app()
    told = [one.value for one in test.toast]
    test.run()

    assert len(told) == 1
    assert "Запуски не сохраняются" in told[0]
    assert not test.toast
    test.switch_page(str(MAIN.parents[2] / "pages" / "runs.py")).run()
    assert "только для чтения" in "".join(one.value for one in test.error)
