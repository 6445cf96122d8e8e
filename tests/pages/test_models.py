"""The Models page: what is in force, choosing, keys that are forgotten, tests, state, spending."""

from collections.abc import Callable

import pytest
from pydantic import SecretStr
from streamlit.testing.v1 import AppTest

from tests.pages.test_ask import html, markdown, open_options, settle
from tests.support.answer_schemas import Excesses
from tests.support.app_test import MAIN
from tests.support.fake_workbench import FakeWorkbench
from tests.support.sample_run import RUN_ID
from workbench.answer.output_schemas import merge_schemas
from workbench.domain.answer import Audience, Format
from workbench.llm.gateway import Health, ModelHealth, ProviderHealth
from workbench.settings import Settings
from workbench.ui import session

Open = Callable[..., AppTest]
CANARY = "sk-canary-4711-do-not-keep"


def settings(**values: object) -> Settings:
    return Settings(_env_file=None, **values)  # type: ignore[arg-type]


def choose(test: AppTest, role: str, provider: str, model: str) -> AppTest:
    test.selectbox(key=f"wb_role_provider_{role}").set_value(provider).run()
    return test.selectbox(key=f"wb_role_model_{role}_{provider}").set_value(model).run()


def type_key(test: AppTest, provider: str, key: str) -> AppTest:
    return test.text_input(key=f"wb_key_{provider}").set_value(key).run()


def test_without_a_key_it_says_what_works_and_what_to_set(app: Open) -> None:
    test = app("models")
    assert not test.exception
    page = html(test)
    for expected in ("Модель не подключена", "OPENAI_API_KEY", "Работает: поиск", "hashing"):
        assert expected in page
    assert "run" not in test.query_params


def test_a_key_from_the_environment_is_only_told_to_be_there(
    app: Open, bench: FakeWorkbench
) -> None:
    bench.settings = settings(openai_api_key=SecretStr(CANARY), answer_model="openai:gpt-4o")
    test = app("models")
    page = html(test)
    assert "ключ из окружения" in page
    assert "openai:gpt-4o" in page
    assert "окружение" in page
    assert "Модель не подключена" not in page
    assert CANARY not in everything(test)


def everything(test: AppTest) -> str:
    """All that was sent to the browser."""
    tree = (str(getattr(one, "proto", "")) for one in test._tree)
    return "\n".join(tree) + html(test) + markdown(test)


def test_a_typed_key_is_shown_nowhere_and_can_be_forgotten(app: Open) -> None:
    test = type_key(app("models"), "openai", CANARY)
    assert not test.exception
    assert "ключ введён здесь" in html(test)
    assert test.text_input(key="wb_key_openai").value == ""
    assert CANARY not in everything(test)
    test.button(key="wb_forget_openai").click().run()
    assert "ключ введён здесь" not in html(test)
    assert "Модель не подключена" in html(test)


def test_a_model_is_chosen_tested_and_asked(app: Open, bench: FakeWorkbench) -> None:
    test = choose(type_key(app("models"), "openai", CANARY), "answer", "openai", "small")
    assert "openai:small" in html(test)
    assert "эта вкладка" in html(test)
    assert "Отправляет модели короткий запрос" in html(test)
    test.button(key="wb_try_answer").click().run()
    assert "Ответила за 840" in html(test)
    assert "Отправляет модели короткий запрос" not in html(test)
    test.switch_page(str(MAIN.parents[2] / "pages" / "ask.py")).run()
    test.chat_input[0].set_value("Достижения?").run()
    settle(test, bench, 2)
    run = bench.runs.kept["0000000000000000001"]
    assert run.options.models == {"answer": "openai:small"}
    assert CANARY not in run.model_dump_json()
    session = bench.sessions[-1]
    assert session is not None and session.credentials.openai == SecretStr(CANARY)


def test_a_test_that_fails_says_why(app: Open) -> None:
    test = choose(type_key(app("models"), "openai", CANARY), "planner", "openai", "large")
    test.button(key="wb_try_planner").click().run()
    page = html(test)
    for expected in ("Ключ не принят.", "Проверьте его.", "ProviderError"):
        assert expected in page


def test_without_access_nothing_can_be_tested(app: Open) -> None:
    test = app("models")
    test.selectbox(key="wb_role_provider_answer").set_value("gemini").run()
    assert "Сначала настройте доступ: Gemini." in html(test)
    assert test.button(key="wb_try_answer").disabled


def test_a_server_is_named_by_preset_or_by_its_address(app: Open) -> None:
    test = app("models")
    test.selectbox(key="wb_server").set_value("ollama").run()
    assert "можно без ключа" in html(test)
    test.selectbox(key="wb_server").set_value("own").run()
    for wrong in (
        "localhost",
        "file:///etc/passwd",
        "http://me:secret@host/v1",
        "http://[::1",
        "http://localhost:x",
    ):
        test.text_input(key="wb_server_address").set_value(wrong).run()
        assert "Это не адрес сервера" in html(test)
    test.text_input(key="wb_server_address").set_value("http://127.0.0.1:9/v1").run()
    assert "Это не адрес сервера" not in html(test)
    assert not test.exception


def test_a_server_is_chosen_only_where_the_settings_allow_it(
    app: Open, bench: FakeWorkbench
) -> None:
    bench.settings = bench.settings.model_copy(update={"model_servers": "configured"})
    test = app("models")
    assert "MODEL_SERVERS=any" in html(test)
    assert "wb_server" not in [one.key for one in test.selectbox]


@pytest.mark.parametrize("url", ["http://[::1", "http://localhost:x"])
def test_an_address_of_the_settings_that_is_none_leaves_the_page_standing(
    app: Open, bench: FakeWorkbench, url: str
) -> None:
    bench.settings = settings(
        openai_api_key=SecretStr(CANARY),
        openai_base_url=url,
        compatible_base_url=url,
        compatible_servers={"big": url},
        answer_model="openai:gpt-4o",
        planner_model="compatible:small@big",
    )
    test = app("models")
    assert not test.exception
    assert CANARY not in everything(test)


def test_a_typed_address_never_receives_the_environments_key(
    app: Open, bench: FakeWorkbench
) -> None:
    bench.settings = settings(compatible_api_key=SecretStr(CANARY), compatible_base_url="ollama")
    test = app("models")
    assert "ключ из окружения" in html(test)
    test.selectbox(key="wb_server").set_value("vllm").run()
    assert "ключ из окружения" not in html(test)


def test_troubles_and_limits_are_told_in_plain_words(app: Open, bench: FakeWorkbench) -> None:
    bench.settings = settings(
        answer_model="openai:gpt-4o", openai_api_key=SecretStr(CANARY), budget_usd=2.0
    )
    bench.lines = Health(
        providers=(ProviderHealth(provider="openai", limit=32, busy=3, waiting=0),),
        models=(
            ModelHealth(model="openai:gpt-4o", state="open", failures=5, cool_down_left_s=12.0),
            ModelHealth(model="openai:someone-elses", state="closed", failures=0),
        ),
        cache=True,
    )
    page = html(app("models"))
    for expected in (
        "вызовов сейчас 3 из 32",
        "вызовы приостановлены ещё на 12",
        "Кэш вызовов включён",
        "из 2,00",
    ):
        assert expected in page
    assert "someone-elses" not in page


def test_the_embedders_line_is_among_them(app: Open, bench: FakeWorkbench) -> None:
    name = "openai:text-embedding-3-small"
    bench.settings = settings(embedder=name, openai_api_key=SecretStr(CANARY))
    bench.lines = Health(models=(ModelHealth(model=name, state="half_open", failures=5),))
    assert "следующий вызов пробный" in html(app("models"))


def test_the_workbenchs_own_schemas_are_offered(app: Open, bench: FakeWorkbench) -> None:
    bench.schemas = merge_schemas([Excesses])
    test = open_options(app())
    test.selectbox(key="wb_option_schema").set_value("Excesses").run()
    test.chat_input[0].set_value("Достижения?").run()
    settle(test, bench, 2)
    assert bench.runs.kept["0000000000000000001"].options.output_schema == "Excesses"


@pytest.mark.parametrize(
    ("locale", "environment", "session", "others"),
    [
        ("ru-RU", "ключ из окружения", "ключ этой вкладки", "ключи 2 других вкладок"),
        ("en-US", "key from the environment", "key of this tab", "keys of 2 other tabs"),
    ],
)
def test_lines_with_different_keys_are_told_apart(
    app: Open, bench: FakeWorkbench, locale: str, environment: str, session: str, others: str
) -> None:
    bench.settings = settings(answer_model="openai:gpt-4o", openai_api_key=SecretStr(CANARY))
    line = ModelHealth(model="openai:gpt-4o", state="closed", failures=0)
    mine = line.model_copy(update={"whose": "session"})
    strangers = line.model_copy(update={"whose": "others", "keys": 2})
    failing = strangers.model_copy(update={"failures": 3})

    bench.lines = Health(models=(line, mine, failing))
    page = html(app("models", locale=locale))
    assert all(whose in page for whose in (environment, session, others))
    bench.lines = Health(models=(line, strangers))
    assert others not in html(app("models", locale=locale))


def test_options_reach_the_question(app: Open, bench: FakeWorkbench) -> None:
    test = open_options(app())
    test.selectbox(key="wb_option_schema").set_value("AnswerWithSources").run()
    test.number_input(key="wb_option_length").set_value(200).run()
    test.toggle(key="wb_option_grounding").set_value(False).run()
    test.text_area(key="wb_option_instructions").set_value("Сначала вывод.").run()
    test.chat_input[0].set_value("Достижения?").run()
    settle(test, bench, 2)
    options = bench.runs.kept["0000000000000000001"].options
    assert options.output_schema == "AnswerWithSources"
    assert (options.max_response_length, options.require_grounding) == (200, False)
    assert options.system_instructions == "Сначала вывод."


def test_the_format_changes_without_asking_again(app: Open, bench: FakeWorkbench) -> None:
    test = open_options(app(run=RUN_ID))
    before = markdown(test)
    test.selectbox(key="wb_option_format").set_value(Format.BULLETS).run()
    assert markdown(test) != before
    assert f"#cite-{RUN_ID}-1" in markdown(test)
    test.selectbox(key="wb_option_format").set_value(Format.JSON).run()
    assert '"answer"' in "\n".join(one.value for one in test.code)
    assert len(bench.runs.kept) == 1


def test_the_confidence_shows_at_once_and_reaches_the_next_question(
    app: Open, bench: FakeWorkbench
) -> None:
    test = open_options(app(run=RUN_ID))
    assert "Уверенность:" not in markdown(test)
    test.toggle(key="wb_option_confidence").set_value(True).run()
    assert "*Уверенность: " in markdown(test)
    test.chat_input[0].set_value("Достижения?").run()
    settle(test, bench, 2)
    assert bench.runs.kept["0000000000000000001"].options.show_confidence


def test_a_customer_never_sees_the_confidence(app: Open, bench: FakeWorkbench) -> None:
    run = bench.runs.kept[RUN_ID]
    options = run.options.model_copy(update={"audience": Audience.CUSTOMER})
    bench.runs.kept[RUN_ID] = run.model_copy(update={"options": options})
    test = open_options(app(run=RUN_ID))
    test.toggle(key="wb_option_confidence").set_value(True).run()
    assert "Уверенность:" not in markdown(test)


def test_the_usual_citation_style_is_named(app: Open) -> None:
    assert "Как в области: [1]" in open_options(app()).selectbox(key="wb_option_citations").options


def test_a_replay_is_a_run_of_its_own(app: Open, bench: FakeWorkbench) -> None:
    test = app(run=RUN_ID)
    test.button(key=f"wb_replay_{RUN_ID}").click().run()
    settle(test, bench, 2)
    assert bench.runs.kept["0000000000000000001"].parent_id == RUN_ID


def test_the_built_in_embedder_is_said_to_be_lexical(app: Open) -> None:
    page = html(app("models"))
    assert "hashing" in page
    assert "поиск лексический" in page
    assert "EMBEDDER=openai:text-embedding-3-small" in page


def test_without_another_embedder_it_says_what_one_needs(app: Open, bench: FakeWorkbench) -> None:
    bench.settings = settings(model_servers="configured")
    test = type_key(app("models"), "openai", CANARY)
    assert "wb_embedder_source" not in [one.key for one in test.selectbox]
    assert "задайте в окружении ключ провайдера" in html(test)
    assert "ключ одной вкладки для них не берётся" in html(test)


def test_a_providers_embedder_is_said_to_be_semantic(app: Open, bench: FakeWorkbench) -> None:
    name = "openai:text-embedding-3-small"
    bench.settings = settings(embedder=name, openai_api_key=SecretStr(CANARY))
    page = html(app("models"))
    assert name in page
    assert "Семантический" in page
    assert "окружение" in page


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("openai:text-embedding-3-small", "Нет ключа: OPENAI_API_KEY не задан"),
        ("anthropic:claude", "Anthropic: у этого провайдера нет эмбеддингов"),
        ("acme:vectors", "Нет провайдера моделей «acme»"),
        ("hashes", "встроенного эмбеддера «hashes» нет"),
    ],
)
def test_an_embedder_that_cannot_be_asked_says_why(
    name: str, words: str, app: Open, bench: FakeWorkbench
) -> None:
    bench.settings = settings(embedder=name)
    test = app("models")
    assert not test.exception
    assert words in html(test)


def change_to(test: AppTest, source: str, name: str) -> AppTest:
    test.selectbox(key="wb_embedder_source").set_value(source).run()
    test.text_input(key=f"wb_embedder_name_{source}").set_value(name).run()
    test.button(key="wb_embedder_change").click().run()
    session.registry().preparation("/embedder").join(10)  # type: ignore[union-attr]
    return test.run()


def test_an_embedder_is_chosen_for_all_sessions(app: Open, bench: FakeWorkbench) -> None:
    bench.settings = settings(openai_api_key=SecretStr(CANARY))
    test = app("models")
    assert "wb_embedder_name_openai" not in [one.key for one in test.text_input]
    assert "wb_embedder_change" not in [one.key for one in test.button]

    test = change_to(test, "openai", "text-embedding-3-small")

    assert not test.exception
    assert bench.settings.embedder == "openai:text-embedding-3-small"
    assert "выбран здесь" in html(test)
    assert "Семантический" in html(app("models"))


def test_one_that_fails_is_told_and_the_old_one_stays(app: Open, bench: FakeWorkbench) -> None:
    bench.settings = settings(openai_api_key=SecretStr(CANARY))
    test = change_to(app("models"), "openai", "missing")
    assert "Модели нет." in everything(test)
    assert bench.settings.embedder == "hashing"


def test_only_what_the_settings_give_access_to_is_offered(app: Open, bench: FakeWorkbench) -> None:
    bench.settings = settings(model_servers="configured", gemini_api_key=SecretStr(CANARY))
    offered = app("models").selectbox(key="wb_embedder_source").options
    assert offered == ["Встроенный", "Gemini"]
    bench.settings = settings()
    assert "Папка на этом компьютере" in app("models").selectbox(key="wb_embedder_source").options


def test_an_embedder_of_the_environment_is_not_changed_here(
    app: Open, bench: FakeWorkbench
) -> None:
    bench.settings = settings(embedder="hashing")
    assert "wb_embedder_change" not in [one.key for one in app("models").button]


def test_a_visitor_names_no_folder_of_the_server(app: Open, bench: FakeWorkbench) -> None:
    bench.settings = settings(model_servers="configured").with_embedder("local:/model")
    test = app("models")
    assert "wb_embedder_name_local" not in [one.key for one in test.text_input]
    assert test.button(key="wb_embedder_change").disabled
