"""The header of a run: its whole question, and a menu that gives way to its windows."""

from collections.abc import Callable
from typing import Any

import pytest
from streamlit.testing.v1 import AppTest

from tests.support.fake_workbench import FakeWorkbench
from tests.support.sample_run import QUESTION, RUN_ID, sample_run
from workbench.domain.evidence import StageError
from workbench.domain.run import ModelExchange, RunStatus, Stage, StageRecord
from workbench.export.formats import pdf

Open = Callable[..., AppTest]


def asked() -> ModelExchange:
    return ModelExchange(
        role="answer",
        model="openai:gpt-4o",
        request={"messages": [{"role": "user", "text": "вопрос"}]},
        reply="ответ",
        finish_reason="stop",
    )


def test_a_question_that_is_cut_short_is_told_whole(app: Open) -> None:
    page = "".join(str(one.value) for one in app(run=RUN_ID).html)
    assert f'<h1 class="wb-question" title="{QUESTION}">' in page


@pytest.mark.parametrize(
    ("status", "has_answer", "told"),
    [
        (RunStatus.FAILED, True, ">Not fully checked</span>"),
        (RunStatus.FAILED, False, '<span class="wb-chip red">Failed</span>'),
        (RunStatus.CANCELLED, True, '<span class="wb-chip orange">Stopped</span>'),
    ],
)
def test_a_complete_answer_is_not_called_failed(
    app: Open, bench: FakeWorkbench, status: RunStatus, has_answer: bool, told: str
) -> None:
    run = sample_run()
    changes = {"status": status, "answer": run.answer if has_answer else None}
    bench.runs.kept[RUN_ID] = run.model_copy(update=changes)
    page = "".join(str(one.value) for one in app(run=RUN_ID, locale="en-GB").html)
    assert told in page
    assert (">Failed</span>" in page) is ("Failed" in told)


def test_a_stage_that_a_fallback_replaced_does_not_make_the_answer_unchecked(
    app: Open, bench: FakeWorkbench
) -> None:
    error = StageError(kind="ProviderError", message="The model did not respond.")
    failed = StageRecord(name=Stage.PLAN, status="failed", error=error, recovered_by="offline")
    changes = {"status": RunStatus.FAILED, "stages": (failed,)}
    bench.runs.kept[RUN_ID] = sample_run().model_copy(update=changes)
    page = "".join(str(one.value) for one in app(run=RUN_ID, locale="en-GB").html)
    assert ">Not fully checked</span>" not in page


def test_the_menu_shows_what_the_models_were_sent(app: Open, bench: FakeWorkbench) -> None:
    run = bench.runs.kept[RUN_ID]
    bench.runs.kept[RUN_ID] = run.model_copy(update={"exchanges": (asked(),)})
    test = app(run=RUN_ID)
    test.button(key=f"wb_calls_{RUN_ID}").click().run()
    assert not test.exception
    assert "ответ" in [one.value for one in test.code]


def test_a_format_whose_package_is_missing_cannot_be_chosen_and_says_what_to_install(
    app: Open, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert not downloads(app(run=RUN_ID, locale="en-GB"))["PDF report"].disabled
    monkeypatch.setattr(pdf, "find_spec", lambda _: None)
    found = downloads(app(run=RUN_ID, locale="en-GB"))
    assert found["PDF report"].disabled and not found["HTML report"].disabled
    assert "analyst-workbench[pdf]" in found["PDF report"].help


def downloads(test: AppTest) -> dict[str, Any]:
    """The buttons that export the run, by their labels."""
    assert not test.exception
    return {one.proto.label: one.proto for one in test.get("download_button")}


def test_a_run_is_saved_as_a_golden_case_where_it_is_read(app: Open, bench: FakeWorkbench) -> None:
    test = app(run=RUN_ID)
    test.button(key=f"wb_case_{RUN_ID}").click().run()
    assert not test.exception
    assert any(one.label == "Нужные намерения" for one in test.multiselect)


def test_the_menu_of_a_fork_compares_it_with_its_parent(app: Open, bench: FakeWorkbench) -> None:
    parent = bench.runs.kept[RUN_ID]
    fork = parent.model_copy(update={"id": "0000000000000000fork", "parent_id": RUN_ID})
    bench.runs.kept[fork.id] = fork
    assert f"wb_menu_compare_{RUN_ID}" not in [one.key for one in app(run=RUN_ID).button]
    test = app(run=fork.id)
    test.button(key=f"wb_menu_compare_{fork.id}").click().run()
    assert not test.exception
    assert test.query_params["runs"] == f"{RUN_ID},{fork.id}"
