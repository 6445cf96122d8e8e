"""What the calls of a process share, seen through real calls to a local server."""

import asyncio
from pathlib import Path
from typing import Any

import pytest
from pydantic import SecretStr

from tests.llm.vendors import KEY, VENDORS, ask, settings_for
from tests.modelserver import answers
from tests.modelserver.exchange import Answer, Received
from tests.modelserver.server import ModelServer
from workbench.errors import BudgetError, ConfigurationError, ProviderError
from workbench.llm.gateway import ModelGateway
from workbench.llm.protocol import ChatModel
from workbench.llm.pydantic_ai import openai_sdk
from workbench.llm.recording.record import Recording
from workbench.llm.session import Credentials
from workbench.llm.wrappers.budget import Budget
from workbench.settings import Settings

GPT, CLAUDE = VENDORS[0], VENDORS[2]


@pytest.fixture
def settings(server: ModelServer, tmp_path: Path) -> Settings:
    changes = {"workbench_home": tmp_path, "breaker_failures": 2, "model_concurrency": 3}
    return settings_for(server).model_copy(update=changes)


def connect(
    board: ModelGateway, settings: Settings, *names: str, budget: Budget | None = None
) -> tuple[ChatModel, Recording]:
    recording = Recording()
    return board.connect(names or (GPT,), settings, recording, budget=budget), recording


async def test_runs_share_one_limit_for_each_provider(
    server: ModelServer, settings: Settings
) -> None:
    board = ModelGateway(settings)
    running = most = 0

    async def counted(exchange: object) -> None:
        nonlocal running, most
        running += 1
        most = max(most, running)
        await asyncio.sleep(0.05)
        running -= 1
        await answers.say("Good.")(exchange)  # type: ignore[arg-type]

    server.always(counted)
    calls = [connect(board, settings)[0].complete(ask()) for _ in range(12)]
    done = asyncio.gather(*calls)
    await asyncio.sleep(0.04)
    [line] = board.health().providers
    assert (line.provider, line.limit, line.busy, line.waiting) == ("openai", 3, 3, 9)
    assert {reply.text for reply in await done} == {"Good."}
    assert most <= 3


async def test_a_provider_that_is_down_is_not_called_by_every_run(
    server: ModelServer, settings: Settings
) -> None:
    board = ModelGateway(settings)
    server.always(answers.status(503))
    for _ in range(2):
        with pytest.raises(ProviderError):
            await connect(board, settings)[0].complete(ask(deadline_s=1.5))
    asked = len(server.requests)
    assert asked == 2, "the second failure in a row opens it, within the tries of one call"
    [health] = board.health().models
    assert (health.model, health.state, health.failures) == (GPT, "open", 2)
    assert 0 < health.cool_down_left_s <= 30
    server.always(answers.say("Good."))
    assert (await connect(board, settings, CLAUDE)[0].complete(ask())).text == "Good."


async def test_a_person_who_tries_a_model_is_never_refused_and_opens_it_for_all(
    server: ModelServer, settings: Settings
) -> None:
    board = ModelGateway(settings)
    server.always(answers.status(503))
    with pytest.raises(ProviderError):
        await connect(board, settings)[0].complete(ask(deadline_s=1.5))
    assert [one.state for one in board.health().models] == ["open"]
    server.always(answers.say("Ready."))
    assert (await board.probe(GPT, settings)).text == "Ready."
    [health] = board.health().models
    assert (health.state, health.failures) == ("closed", 0)
    assert (await connect(board, settings)[0].complete(ask())).text == "Ready."


async def test_a_try_that_fails_is_one_call_and_counts_for_nothing(
    server: ModelServer, settings: Settings
) -> None:
    board = ModelGateway(settings)
    server.always(answers.status(503))
    for _ in range(5):
        with pytest.raises(ProviderError, match="not available"):
            await board.probe(GPT, settings)
    assert len(server.requests) == 5
    assert all(one.state == "closed" for one in board.health().models)


async def test_a_try_is_a_real_call_where_the_cache_has_its_reply(
    server: ModelServer, settings: Settings
) -> None:
    server.always(answers.say("Ready."))
    board = ModelGateway(settings.model_copy(update={"model_cache": True}))
    for asked in (1, 2):
        assert (await board.probe(GPT, settings)).output_tokens > 0
        assert len(server.requests) == asked
    assert board.budget.spent.calls == 2


async def test_a_sessions_key_fails_for_itself_alone(
    server: ModelServer, settings: Settings
) -> None:
    def by_key(request: Received) -> Answer:
        return answers.say("Good.") if KEY in str(request.headers) else answers.status(503)

    server.choose(by_key)
    board = ModelGateway(settings)
    typed = Credentials(openai=SecretStr("another-key")).apply_to(settings)
    with pytest.raises(ProviderError):
        await connect(board, typed)[0].complete(ask(deadline_s=1.5))
    assert (await connect(board, settings)[0].complete(ask())).text == "Good."
    states = [(model.whose, model.state) for model in board.health(typed).models]
    assert states == [("session", "open"), ("environment", "closed")]
    assert KEY not in f"{board.health()!r} {vars(board)}".replace(repr(settings), "")
    assert "another-key" not in f"{board.health(typed)!r} {vars(board)}"


async def test_runs_share_the_client_of_the_settings_and_sessions_have_their_own(
    server: ModelServer, settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    server.always(answers.say("Good."))
    opened: list[str] = []

    def counted(http: Any, url: str, key: str) -> openai_sdk.Client:
        opened.append(key)
        return openai_sdk.Client(api_key=key, base_url=url, http_client=http, max_retries=0)

    monkeypatch.setattr(openai_sdk, "open_client", counted)
    board = ModelGateway(settings)
    typed = Credentials(openai=SecretStr("mine")).apply_to(settings)
    for one in (Credentials().apply_to(settings), settings, typed, typed):
        await connect(board, one)[0].complete(ask())
    assert opened == [KEY, "mine", "mine"]


async def test_keys_of_other_sessions_are_told_together_by_the_worst(
    server: ModelServer, settings: Settings
) -> None:
    bad = "bad-key"

    def by_key(request: Received) -> Answer:
        return answers.status(503) if bad in str(request.headers) else answers.say("Good.")

    server.choose(by_key)
    board = ModelGateway(settings)
    typed = [
        Credentials(openai=SecretStr(key)).apply_to(settings) for key in (bad, "good-key", "mine")
    ]
    with pytest.raises(ProviderError):
        await connect(board, typed[0])[0].complete(ask(deadline_s=1.5))
    for one in typed[1:]:
        await connect(board, one)[0].complete(ask())
    found = {model.whose: (model.keys, model.state) for model in board.health(typed[2]).models}
    assert found == {"others": (2, "open"), "session": (1, "closed")}


async def test_a_fallback_is_recorded_with_who_was_asked(
    server: ModelServer, settings: Settings
) -> None:
    def by_provider(request: Received) -> Answer:
        return answers.say("Good.") if "messages" in request.path else answers.status(401)

    server.choose(by_provider)
    model, recording = connect(ModelGateway(settings), settings, GPT, CLAUDE)
    assert (await model.complete(ask())).model == CLAUDE
    assert [(e.model, e.asked) for e in recording.exchanges] == [(GPT, GPT), (CLAUDE, GPT)]
    assert recording.last_models == {"answer": CLAUDE}
    assert recording.exchanges[0].error


async def test_hits_of_the_cache_are_marked_and_free(
    server: ModelServer, settings: Settings
) -> None:
    server.always(answers.say("Good."))
    caching = settings.model_copy(update={"model_cache": True})
    for _ in range(2):  # two processes, as far as the cache can tell
        model, recording = connect(ModelGateway(caching), caching)
        assert (await model.complete(ask())).text == "Good."
    [use] = recording.uses
    assert use.cached
    assert (use.price_usd, recording.usage.input_tokens) == (0.0, 0)
    assert len(server.requests) == 1
    assert recording.exchanges[0].cached
    assert recording.exchanges[0].wire is None


async def test_a_session_has_a_budget_of_its_own(server: ModelServer, settings: Settings) -> None:
    server.always(answers.say("Good."))
    board, session = ModelGateway(settings), Budget(tokens=10)
    with pytest.raises(BudgetError):
        await connect(board, settings, budget=session)[0].complete(ask())
    assert not server.requests
    await connect(board, settings)[0].complete(ask())
    assert board.health().spending.tokens == 19
    assert session.spent.tokens == 0


def test_a_fallback_that_cannot_be_called_is_said_at_once(settings: Settings) -> None:
    with pytest.raises(ConfigurationError, match="opnai"):
        connect(ModelGateway(settings), settings, GPT, "opnai:gpt-4o")
