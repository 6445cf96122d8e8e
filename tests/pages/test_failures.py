"""What a person reads when a model fails, in the language of the interface."""

import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
import streamlit as st
from streamlit.testing.v1 import AppTest

from tests.modelserver.answers import hang, status
from tests.modelserver.exchange import Answer
from tests.modelserver.server import ModelServer
from tests.pages.test_models import html
from tests.pages.test_models_live import answered
from tests.support.app_test import app_test
from workbench import Workbench
from workbench.settings import Settings
from workbench.ui import session

ENGLISH = re.compile(r"\b(?:the|did|not|does|check|try|again|allow|raise|budget)\b", re.I)
Opened = Callable[..., tuple[AppTest, Workbench]]


@pytest.fixture
def models() -> Iterator[ModelServer]:
    with ModelServer() as server:
        yield server


@pytest.fixture
def ask_page(models: ModelServer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Any]:
    """Opens the Ask page on a workbench whose answers OpenAI's model should write."""
    st.cache_resource.clear()

    def open_page(locale: str = "ru-RU", **settings: Any) -> tuple[AppTest, Workbench]:
        configured: dict[str, Any] = {
            "answer_model": "openai:gpt-4o",
            "openai_api_key": "k-1",
            "openai_base_url": models.openai_url,
            "workbench_home": tmp_path,
            **settings,
        }
        bench = Workbench.open(Settings(_env_file=None, **configured))
        bench.prepare("portfolio")
        monkeypatch.setattr(session, "open_workbench", lambda: bench)
        test = app_test()
        test.context = {"locale": locale, "timezone": "Europe/Moscow", "url": "http://localhost"}
        test.query_params["w"] = "portfolio"
        return test.run(), bench

    yield open_page
    st.cache_resource.clear()


def test_a_wrong_setting_is_told_on_the_first_screen_in_the_readers_language(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings = Settings(
        _env_file=None, workbench_home=tmp_path, workbench_schemas=("tests.support.nowhere:Tree",)
    )
    monkeypatch.setattr(session, "open_workbench", lambda: Workbench.open(settings))
    st.cache_resource.clear()
    test = app_test()
    test.context = {"locale": "ru-RU", "timezone": "Europe/Moscow", "url": "http://localhost"}
    test.run()
    st.cache_resource.clear()
    [said] = test.error
    assert said.value == (
        "Модуль «tests.support.nowhere» не найден. Класс указан в WORKBENCH_SCHEMAS. "
        "Он должен быть установлен или лежать в текущей папке."
    )


def notice(test: AppTest) -> str:
    """The box that says what failed."""
    found = next(one.value for one in test.markdown if ":material/cloud_off:" in one.value)
    return found.replace("\\", "")


FAILURES = [
    (
        status(401),
        {},
        "OpenAI: ключ отклонён. Проверьте OPENAI_API_KEY и права этого ключа.",
    ),
    (
        hang,
        {"answer_deadline_s": 0.4},
        "OpenAI не отвечает вовремя. Повторите или дайте больше времени.",
    ),
    (
        status(500),
        {"budget_tokens": 10},
        "Бюджет в 10 токенов не позволяет ещё один вызов (израсходовано 0). "
        "Увеличьте BUDGET_TOKENS или начните новую сессию.",
    ),
]


@pytest.mark.parametrize(("answer", "settings", "says"), FAILURES, ids=["401", "timeout", "budget"])
def test_a_russian_screen_says_it_in_russian(
    models: ModelServer, ask_page: Opened, answer: Answer, settings: Any, says: str
) -> None:
    models.always(answer)
    test, bench = ask_page(**settings)
    run = bench.sync.runs.get(answered(test, bench))
    assert run is not None and run.failure is not None and run.failure.error is not None

    assert says in notice(test)
    assert not ENGLISH.search(notice(test))
    assert run.failure.error.message not in html(test)


def test_an_english_screen_says_the_same_in_english(models: ModelServer, ask_page: Opened) -> None:
    models.always(status(401))
    test, bench = ask_page(locale="en-US")
    answered(test, bench)
    assert "OpenAI did not accept the key. Check OPENAI_API_KEY" in notice(test)


@pytest.mark.parametrize(
    ("locale", "hint"),
    [
        ("en-US", "Check the key entered on the Models page and the permissions of the key."),
        ("ru-RU", "Проверьте ключ, введённый на странице «Модели», и права этого ключа."),
    ],
)
def test_a_typed_key_that_is_refused_is_not_called_a_variable(
    models: ModelServer, ask_page: Opened, locale: str, hint: str
) -> None:
    models.always(status(401))
    test, bench = ask_page(locale=locale)
    test.session_state["wb_models"].set_key("openai", "k-2")
    answered(test, bench)
    assert hint in notice(test)
    assert "OPENAI_API_KEY" not in notice(test)


def test_stages_that_failed_for_one_reason_are_named_with_the_way_to_the_keys(
    models: ModelServer, ask_page: Opened
) -> None:
    models.always(status(401))
    test, bench = ask_page(planner_model="openai:gpt-4o")
    answered(test, bench)

    assert "«План», «Ответ»: модель не ответила" in notice(test)
    assert test.get("page_link")
    strip = html(test).partition("wb-strip")[2]
    assert re.findall(r'<li class="(\w+)"', strip)[:6] == [
        "done",
        "warning",
        "done",
        "done",
        "warning",
        "done",
    ]
