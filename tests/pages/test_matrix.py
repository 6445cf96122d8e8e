"""The Matrix page: what it will cost first, then cells that open, compare and become CSV."""

import threading
import time
from collections.abc import Callable
from typing import Any

import pytest
from streamlit.testing.v1 import AppTest

from tests.support.fake_workbench import FakeWorkbench
from workbench.domain.comparison import RunScores
from workbench.domain.matrix import MatrixCell, MatrixSpec
from workbench.domain.run import RunStatus
from workbench.ui import session, session_matrix
from workbench.ui.panels import matrix, matrix_grid
from workbench.ui.texts import Texts
from workbench.ui.verdicts import shown_probability

Open = Callable[..., AppTest]


def html(test: AppTest) -> str:
    assert not test.exception
    return "\n".join(element.proto.body for element in test.get("html"))


def asked(app: Open, *questions: str, locale: str = "en-GB", **axes: list[str]) -> AppTest:
    test = app("matrix", locale=locale)
    test.text_area(key=session_matrix.QUESTIONS).set_value("\n".join(questions))
    for name, values in axes.items():
        test.multiselect(key=session_matrix.axis_key(name)).set_value(values)
    return test.run()


def ended(test: AppTest) -> AppTest:
    """The page when the matrix has ended."""
    for _ in range(50):
        if any(button.key == "wb_matrix_compare" for button in test.button):
            return test
        time.sleep(0.05)
        test.run()
    raise AssertionError("the matrix did not end")


def test_without_questions_nothing_can_be_started(app: Open) -> None:
    test = app("matrix", locale="en-GB")
    assert test.button(key="wb_matrix_go").disabled
    assert "Type a question and choose a workspace." in [one.value for one in test.caption]


@pytest.mark.parametrize(
    ("locale", "label", "size"),
    [
        ("en-GB", "Start 4 runs", "Rows: 2, columns: 2. No model is called; this is free."),
        ("ru-RU", "Запустить: 4 запуска", "Строк: 2, столбцов: 2. Модели не вызываются: это бес"),
    ],
)
def test_the_number_of_runs_is_said_first(app: Open, locale: str, label: str, size: str) -> None:
    test = asked(app, "One?", "Two?", "One?", "", locale=locale, format=["json", "plain"])
    assert test.button(key="wb_matrix_go").label == label
    assert test.caption[0].value.startswith(size)


def test_more_runs_than_fit_are_refused(app: Open) -> None:
    test = asked(app, *(f"Question {number}?" for number in range(101)))
    assert test.button(key="wb_matrix_go").disabled
    assert "101 runs; the limit is 100" in test.caption[0].value


def test_cells_show_verdict_and_open_their_runs(app: Open, bench: FakeWorkbench) -> None:
    test = asked(app, "One?", "Nothing", format=["json", "plain"])
    test = ended(test.button(key="wb_matrix_go").click().run())
    page = html(test)
    made = [run for run in bench.runs.kept.values() if run.question == "One?"]
    assert len(made) == 2
    assert all(f'href="#run-{run.id}"' in page for run in made)
    assert page.count("There is no question.") == 2
    assert page.count(">The answer to One?</p>") == 2
    assert 'data-run="JSON"' in page and 'data-run="Plain text"' in page
    assert test.button(key="wb_matrix_compare").disabled
    assert test.query_params["matrix"]


def summed(*scores: RunScores) -> str:
    """The foot of a matrix of one column with a question for each run, and one still to come."""
    questions = tuple(f"Question {row}?" for row in range(len(scores) + 1))
    spec = MatrixSpec(questions=questions, workspaces=("portfolio",))
    cells = [
        MatrixCell(row=row, column=0, run_id=str(row), status=RunStatus.DONE, scores=one)
        for row, one in enumerate(scores)
    ]
    page = str(matrix_grid.grid(Texts("en"), spec, cells, {"portfolio": "Portfolio"}, ()))
    return page.partition("<tfoot>")[2]


def test_each_column_says_what_it_comes_to() -> None:
    first = RunScores(label="answered", probability=0.9, ms=1000, input_tokens=4500, price_usd=0.01)
    second = RunScores(label="corrected", probability=0.7, ms=2000, input_tokens=4500)
    without_model = RunScores(label="off_topic", probability=0.0, ms=3000)
    foot = summed(first, first, without_model).replace("\N{NO-BREAK SPACE}", " ")
    assert "Answered: 2 of 4" in foot and ">90%<" in foot, "what is off-topic has no confidence"
    assert "9,000 tok. · $0.0200 · 1.7 s on average" in foot
    assert "9,000 tok. · — ·" in summed(first, second), "the price of one of them is not known"


def test_there_are_no_totals_before_a_run_has_ended_or_of_one_question(app: Open) -> None:
    assert summed() == ""
    test = asked(app, "One?", format=["json", "plain"])
    assert "<tfoot>" not in html(ended(test.button(key="wb_matrix_go").click().run()))


def test_a_reload_finds_the_matrix_and_another_server_says_that_it_has_not(
    app: Open, bench: FakeWorkbench
) -> None:
    test = ended(asked(app, "One?").button(key="wb_matrix_go").click().run())
    name = test.query_params["matrix"][0]
    again = app(locale="en-GB")
    again.switch_page(str(session.page_path("matrix")))
    again.query_params["matrix"] = name
    assert "#run-" in html(again.run())
    lost = app(locale="en-GB")
    lost.switch_page(str(session.page_path("matrix")))
    lost.query_params["matrix"] = "unknown"
    assert "no longer has this matrix" in lost.run().info[0].value


def test_a_second_matrix_waits_for_the_first(
    app: Open, bench: FakeWorkbench, monkeypatch: pytest.MonkeyPatch
) -> None:
    go_on = threading.Event()
    whole = bench.matrix

    def slow(*args: Any, **kwargs: Any) -> Any:
        go_on.wait(10)
        yield from whole(*args, **kwargs)

    monkeypatch.setattr(bench, "matrix", slow, raising=False)
    test = asked(app, "One?").button(key="wb_matrix_go").click().run()
    try:
        assert test.button(key="wb_matrix_go").disabled
    finally:
        go_on.set()
    assert not ended(test).run().button(key="wb_matrix_go").disabled


def test_a_probability_of_zero_is_shown_of_an_answer_alone() -> None:
    assert shown_probability("unsure", 0.0) == 0.0
    assert shown_probability("not_found", 0.0) is None


def test_a_model_is_priced_before_it_is_called(app: Open, bench: FakeWorkbench) -> None:
    test = asked(app, "One?", model=["offline", "openai:gpt-4o"])
    test.session_state["wb_models"].set_key("openai", "a-key")
    test.run()
    assert "openai:gpt-4o" in test.caption[0].value and "$0.02" in test.caption[0].value
    before = len(bench.runs.kept)
    test.button(key="wb_matrix_go").click().run()
    told = html(test)
    assert "2 runs will be made." in told and "openai:gpt-4o" in told and "$0.02" in told
    assert len(bench.runs.kept) == before
    test.button(key="wb_matrix_confirm").click().run()
    ended(test)
    assert len(bench.runs.kept) == before + 2


@pytest.mark.parametrize(
    ("model", "told"),
    [("gpt-4o", "gpt-4o"), ("openai:", "openai"), ("openai:gpt-4o", "OPENAI_API_KEY")],
)
def test_a_model_that_cannot_be_called_is_refused_where_it_is_typed(
    app: Open, model: str, told: str
) -> None:
    test = asked(app, "One?", model=["offline", model])
    assert test.button(key="wb_matrix_go").disabled
    (problem,) = [one for one in html(test).split("\n") if 'class="wb-problem"' in one]
    assert told in problem
    test.multiselect(key=session_matrix.axis_key("model")).set_value(["offline"]).run()
    assert not test.button(key="wb_matrix_go").disabled
    assert 'class="wb-problem"' not in html(test)


def test_every_value_of_an_axis_has_a_name_in_both_languages() -> None:
    for language in ("ru", "en"):
        t = Texts(language)
        for axis, values in matrix._CHOICES.items():
            assert matrix.axis_name(t, axis)
            assert all(matrix_grid.value_name(t, axis, value) for value in values)


def test_one_click_takes_the_example_questions(app: Open, bench: FakeWorkbench) -> None:
    test = app("matrix", locale="ru-RU")
    test.button(key="wb_matrix_examples").click().run()
    assert not test.exception
    questions = test.text_area(key=session_matrix.QUESTIONS).value.splitlines()
    assert 1 <= len(questions) <= 3
    assert not test.button(key="wb_matrix_go").disabled


def test_a_matrix_opened_by_its_address_has_its_questions_and_axes(app: Open) -> None:
    first = asked(app, "One?", "Two?", format=["json", "plain"])
    first = ended(first.button(key="wb_matrix_go").click().run())
    second = app(locale="en-GB")
    second.switch_page(str(session.page_path("matrix")))
    second.query_params["matrix"] = "".join(first.query_params["matrix"])
    second.run()
    assert not second.exception
    assert second.text_area(key=session_matrix.QUESTIONS).value == "One?\nTwo?"
    assert second.multiselect(key=session_matrix.axis_key("format")).value == ["json", "plain"]
