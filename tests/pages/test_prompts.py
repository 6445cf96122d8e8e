"""The Prompts page: which templates there are, what they give for a run, and what is wrong."""

from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any

import pytest
from pydantic import SecretStr
from streamlit.testing.v1 import AppTest

from tests.support.components import component_data
from tests.support.fake_workbench import FakeWorkbench
from workbench.domain.prompts import PromptHistory, PromptVersion
from workbench.ui import session_prompts

Open = Callable[..., AppTest]


def editor(test: AppTest) -> dict[str, Any]:
    """The data of the editor."""
    (data,) = component_data(test)
    found: dict[str, Any] = data
    return found


def test_every_template_of_a_role_can_be_edited(app: Open) -> None:
    test = app("prompts")
    assert not test.exception
    assert "You plan how to answer" in editor(test)["text"]
    test.segmented_control(key="wb_prompt_role").set_value("answer").run()
    names = test.selectbox(key="wb_prompt_name_answer").options
    assert {"Системное сообщение · RU", "Сравнение · EN", "Ничего не найдено · RU"} <= set(names)
    test.selectbox(key="wb_prompt_name_answer").set_value("question.ru.jinja").run()
    assert {"name": "sources", "detail": "Пронумерованные источники"} in editor(test)["variables"]


def test_the_templates_begin_with_that_for_the_language_of_the_run(
    app: Open, bench: FakeWorkbench
) -> None:
    (run,) = bench.runs.kept.values()
    bench.runs.kept[run.id] = run.model_copy(update={"language": "en"})
    test = app("prompts")
    test.segmented_control(key="wb_prompt_role").set_value("answer").run()
    assert test.selectbox(key="wb_prompt_name_answer").value == "system.en.jinja"


def test_the_messages_of_the_chosen_run_are_shown_with_their_tokens(app: Open) -> None:
    test = app("prompts")
    assert any("You plan how to answer" in one.value for one in test.code)
    assert any("Указания: " in one.value for one in test.html)


def test_mistakes_are_told_at_their_lines_and_keep_a_template_from_being_live(app: Open) -> None:
    test = app("prompts")
    test.session_state["wb_prompt_text_portfolio/planner.jinja/0"] = "{{ scope }}\n{{ scoop }}"
    test.run()
    (problem,) = editor(test)["problems"]
    assert (problem["path"], problem["message"]) == ("строка 2", "Нет такой переменной: scoop")
    assert test.button(key="wb_prompt_live").disabled
    assert not test.button(key="wb_prompt_save").disabled
    told = [one for one in test.html if "Исправьте ошибки" in one.value]
    assert len(told) == 2, "for the messages and for the trial"
    assert not test.error


def test_without_runs_and_models_the_page_says_what_is_missing(
    app: Open, bench: FakeWorkbench
) -> None:
    bench.runs.kept.clear()
    test = app("prompts")
    assert not test.exception
    assert any("В области ещё нет запусков" in one.value for one in test.info)
    assert any("Для пробы нужен запуск" in one.value for one in test.html)


def test_a_template_that_the_run_does_not_use_is_told(app: Open) -> None:
    test = app("prompts")
    test.segmented_control(key="wb_prompt_role").set_value("answer").run()
    told = {}
    for name in ("question.ru.jinja", "question.en.jinja"):
        test.selectbox(key="wb_prompt_name_answer").set_value(name).run()
        told[name] = any("не использует этот шаблон" in one.value for one in test.info)
    assert told == {"question.ru.jinja": False, "question.en.jinja": True}


def test_what_was_typed_into_a_version_is_kept_when_another_is_chosen(
    app: Open, bench: FakeWorkbench, monkeypatch: pytest.MonkeyPatch
) -> None:
    one = bench.prompts("portfolio")[0]
    versions = tuple(
        PromptVersion(
            id=f"v{number}",
            workspace="portfolio",
            name=one.kind.name,
            number=number,
            text=f"Version {number}.",
            created_at=datetime(2026, 1, number, tzinfo=UTC),
        )
        for number in (1, 2)
    )
    history = PromptHistory(name=one.kind.name, versions=versions)
    edited = one.model_copy(update={"history": history})
    monkeypatch.setattr(bench, "prompts", lambda _: (edited,))
    test = app("prompts")
    test.context["timezone"] = "UTC"  # as the labels are worded outside of a script
    test.run()
    place = f"{test.session_state['wb_workspace']}/{one.kind.name}"

    def choose(number: int) -> None:
        box = test.selectbox(key=session_prompts.version_key(place))
        box.select_index(2 - number).run()  # the newest comes first

    choose(1)
    assert editor(test)["text"] == "Version 1."
    test.session_state[f"wb_prompt_text_{place}/1"] = "Version 1, edited."
    test.run()
    choose(2)
    assert editor(test)["text"] == "Version 2."
    revision = editor(test)["revision"]
    choose(1)
    assert editor(test)["text"] == "Version 1, edited."
    assert editor(test)["revision"] > revision, "the editor replaces its text"


def test_a_comparison_says_its_price_before_it_begins(app: Open, bench: FakeWorkbench) -> None:
    bench.settings = bench.settings.model_copy(
        update={"openai_api_key": SecretStr("sk-1"), "planner_model": "openai:gpt-4o"}
    )
    test = app("prompts")
    assert test.button(key="wb_prompt_ab")
    assert any("2 вызова" in one.value and "0,03" in one.value for one in test.caption)
