"""The screens over real models on a local server: a typed key is used, and found nowhere."""

import logging
import re
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
import streamlit as st
from streamlit.testing.v1 import AppTest

from tests.conftest import IndexedHome
from tests.modelserver.answers import status
from tests.modelserver.server import ModelServer
from tests.pages.test_models import CANARY, choose, everything, html, type_key
from tests.support.app_test import MAIN, app_test
from tests.support.portfolio_model import QUESTION, portfolio_model
from workbench import Workbench
from workbench.errors import ConfigurationError
from workbench.llm.endpoint import model_endpoint
from workbench.rendering.notebook import run_markdown
from workbench.settings import Settings
from workbench.ui import errors, session
from workbench.ui.texts import Texts


@pytest.fixture
def models() -> Iterator[ModelServer]:
    with ModelServer() as server:
        server.choose(portfolio_model)
        yield server


@pytest.fixture
def workbench(
    tmp_path: Path, indexed_home: IndexedHome, monkeypatch: pytest.MonkeyPatch
) -> Iterator[Workbench]:
    """A real one, without any key."""
    home = indexed_home(tmp_path)
    opened = Workbench.open(Settings(_env_file=None, workbench_home=home))  # type: ignore[call-arg]
    opened.prepare("portfolio")
    monkeypatch.setattr(session, "open_workbench", lambda: opened)
    st.cache_resource.clear()
    yield opened
    st.cache_resource.clear()


def page(name: str) -> str:
    return str(MAIN.parents[2] / "pages" / f"{name}.py")


def opened(server: ModelServer) -> AppTest:
    """The Models page with the server named and a key typed."""
    test = app_test()
    test.context = {"locale": "ru-RU", "timezone": "Europe/Moscow", "url": "http://localhost"}
    test.query_params["w"] = "portfolio"
    test.run().switch_page(page("models")).run()
    test.selectbox(key="wb_server").set_value("own").run()
    test.text_input(key="wb_server_address").set_value(server.openai_url).run()
    return type_key(test, "compatible", CANARY)


def answered(test: AppTest, workbench: Workbench) -> str:
    """Ask, wait for the end, give the run's id."""
    test.switch_page(page("ask")).run()
    test.chat_input[0].set_value(QUESTION).run()
    for _ in range(200):
        runs = workbench.sync.runs.list(limit=1)
        if runs and runs[0].status != "running":
            break
        time.sleep(0.05)
    test.run()
    assert not test.exception
    return runs[0].id


def test_a_typed_key_serves_and_is_found_nowhere(
    models: ModelServer,
    workbench: Workbench,
    tmp_path: Path,
    caplog: pytest.LogCaptureFixture,
    capfd: pytest.CaptureFixture[str],
) -> None:
    caplog.set_level(logging.DEBUG)
    test = opened(models)
    seen = [everything(test)]
    for role in ("planner", "answer", "judge"):
        choose(test, role, "compatible", "small")
    test.button(key="wb_try_answer").click().run()
    assert "«ready»" in html(test)
    seen.append(everything(test))
    run_id = answered(test, workbench)
    seen.append(everything(test))
    for name in ("runs", "models"):
        test.switch_page(page(name)).run()
        assert not test.exception
        seen.append(everything(test))
    assert all(one.value == "" for one in test.text_input if one.key.startswith("wb_key_"))
    assert "sk-" not in seen[0] and len({len(one) for one in seen}) == len(seen), "all were drawn"
    assert CANARY not in run_markdown(workbench.sync.runs.get(run_id))

    sent = {request.headers.get("authorization") for request in models.requests}
    assert sent == {f"Bearer {CANARY}"}
    run = workbench.sync.runs.get(run_id)
    assert run is not None and run.answer is not None
    assert run.answer.model == "compatible:small"
    assert CANARY not in run.model_dump_json()
    files = [path for path in tmp_path.rglob("*") if path.is_file()]
    assert files
    assert [path for path in files if CANARY.encode() in path.read_bytes()] == []
    assert CANARY not in caplog.text
    assert CANARY not in "".join(capfd.readouterr())
    assert CANARY not in "\n".join(seen)


def test_what_a_session_spent_is_told_by_role(models: ModelServer, workbench: Workbench) -> None:
    test = opened(models)
    for role in ("planner", "answer"):
        choose(test, role, "compatible", "small")
    test.button(key="wb_try_answer").click().run()
    answered(test, workbench)
    test.switch_page(page("models")).run()
    table = html(test)
    rows = re.findall(r"<tr><t[dh]>([^<]+)</t[dh]><t[dh]>(\d+)</t[dh]><t[dh]>([^<]+)<", table)
    spent = {name: (int(calls), int(re.sub(r"\D", "", tokens))) for name, calls, tokens in rows}
    assert list(spent) == ["Планировщик", "Ответ", "Проверки моделей", "Всего"]
    *by_role, total = spent.values()
    assert total == (sum(calls for calls, _ in by_role), sum(tokens for _, tokens in by_role))
    for expected in ("Планировщик", "4\u202f620", "Цена", "доступна"):
        assert expected in table


def test_a_server_that_is_down_is_told_with_what_to_do(
    models: ModelServer, workbench: Workbench
) -> None:
    test = opened(models)
    test.text_input(key="wb_server_address").set_value("http://127.0.0.1:9/v1").run()
    test.selectbox(key="wb_role_provider_answer").set_value("compatible").run()
    assert "Список моделей недоступен" in html(test)
    test.text_input(key="wb_role_typed_answer_compatible").set_value("small").run()
    test.button(key="wb_try_answer").click().run()
    assert "Сервер модели: нет соединения, или оно прервалось." in html(test)
    assert not test.exception


def test_a_refused_key_is_told_beside_its_field(models: ModelServer, workbench: Workbench) -> None:
    models.always(status(401, "Incorrect API key provided"))
    test = opened(models)
    assert "ключ введён здесь" in html(test)
    test.selectbox(key="wb_role_provider_answer").set_value("compatible").run()
    assert "ключ не принят" in html(test)
    assert "ключ введён здесь" not in html(test)
    told = next(one.proto.body for one in test.get("html") if "имя можно вписать" in one.proto.body)
    assert "Проверьте ключ, введённый на странице" in told
    assert told.index("Проверьте") < told.index("имя можно вписать"), "first what happened"

    models.choose(portfolio_model)
    type_key(test, "compatible", "another")
    assert "ключ не принят" not in html(test)


def test_a_model_without_a_key_leads_to_the_field_for_it() -> None:
    with pytest.raises(ConfigurationError) as raised:
        model_endpoint("openai:gpt-4o", Settings(_env_file=None))  # type: ignore[call-arg]
    told = errors.sentence(raised.value, Texts("ru"))
    assert "Впишите ключ на странице «Модели», задайте OPENAI_API_KEY" in told
