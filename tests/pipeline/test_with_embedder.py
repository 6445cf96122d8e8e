"""Whole questions with a provider's embedder: it weighs in, and a run goes on where it is down."""

import asyncio
import math
import time
from collections.abc import Coroutine, Iterator
from pathlib import Path
from typing import Any

import pytest
from pydantic import SecretStr

from tests.modelserver import answers
from tests.modelserver.embeddings import embed
from tests.modelserver.exchange import Exchange
from tests.modelserver.server import ModelServer
from tests.support.museum_workspace import write_museum
from workbench import Workbench
from workbench.domain.run import Run, RunStatus, Stage
from workbench.errors import BudgetError, ConfigurationError, ProviderError
from workbench.llm.session import Session
from workbench.llm.wrappers.budget import Budget
from workbench.settings import Settings

EMBEDDER = "openai:text-embedding-3-small"
PLAN = {
    "intents": ["GENERAL_UNSTRUCTURED"],
    "tool_calls": [
        {"tool": "insurance_search_tool", "args": {"query": "windscreen excess"}},
        {"tool": "insurance_search_tool", "args": {"query": "a cracked windscreen"}},
    ],
    "confidence": 0.9,
}


def settings(server: ModelServer, home: Path, **changes: object) -> Settings:
    values: dict[str, object] = {
        "workbench_home": home,
        "embedder": EMBEDDER,
        "embedder_deadline_s": 4.0,
        "breaker_failures": 50,
        "openai_api_key": SecretStr("a-key-for-nobody"),
        "openai_base_url": server.openai_url,
        "gemini_api_key": SecretStr("a-key-for-nobody"),
        "gemini_base_url": server.url,
    }
    return Settings(_env_file=None, **(values | changes))  # type: ignore[arg-type]


@pytest.fixture(scope="module")
def server() -> Iterator[ModelServer]:
    with ModelServer() as server:
        yield server


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory, server: ModelServer) -> Path:
    """With the index of the workspace, vectors included."""
    home = tmp_path_factory.mktemp("embedder")
    server.always(embed())
    Workbench.open(settings(server, home)).prepare("insurance")
    return home


@pytest.fixture
def bench(server: ModelServer, home: Path) -> Workbench:
    server.always(embed())
    return Workbench.open(settings(server, home))


async def ask(bench: Workbench, question: str = "How is a cracked windscreen paid?") -> Run:
    return await bench.ask(question, workspace="insurance", plan=PLAN)


def channels(run: Run) -> set[str]:
    assert run.facts is not None
    return {found.channel for item in run.facts.items for found in item.found_by}


async def test_the_dense_channel_weighs_in_by_default(bench: Workbench) -> None:
    run = await ask(bench)
    assert run.status is RunStatus.DONE
    assert "dense" in channels(run)
    assert [call.error for call in run.tool_calls] == [None, None]


@pytest.mark.parametrize(
    ("answer", "words"),
    [
        (answers.status(401), "did not accept the key"),
        (answers.status(503), "not available"),
        (answers.hang, "in time"),
        (embed(lambda rows: rows * float("nan")), "contains invalid numbers"),
        (embed(size=32), "dimension"),
    ],
    ids=["401", "503", "hang", "not a number", "another size"],
)
async def test_where_it_is_down_words_are_searched_and_the_outage_is_said(
    answer: answers.Answer, words: str, bench: Workbench, server: ModelServer
) -> None:
    server.always(answer)
    run = await ask(bench)
    assert run.status is RunStatus.DONE
    assert run.answer is not None
    assert "windscreen" in run.answer.text
    assert channels(run) == {"words", "characters"}
    for call in run.tool_calls:
        assert call.status == "ok"
        assert call.error is not None
        assert words in call.error.message
        assert call.error.hint


async def test_nothing_found_while_it_is_down_is_an_outage_and_no_empty_result(
    bench: Workbench, server: ModelServer
) -> None:
    server.always(answers.status(503))
    search = {"tool": "insurance_search_tool", "args": {"query": "xylophone lessons"}}
    plan = PLAN | {"tool_calls": [search], "fallback": {"enabled": False}}
    run = await bench.ask("Xylophone lessons?", workspace="insurance", plan=plan)
    assert run.failure is not None
    assert run.failure.name is Stage.EXECUTE
    assert run.failure.error is not None
    assert run.failure.error.kind == "ProviderError"


async def test_once_it_is_back_it_weighs_in_again(home: Path, server: ModelServer) -> None:
    bench = Workbench.open(settings(server, home))
    server.always(answers.status(503))
    assert "dense" not in channels(await ask(bench))
    server.always(embed())
    assert "dense" in channels(await ask(bench))


async def test_a_comparison_asks_for_its_vector_once(bench: Workbench, server: ModelServer) -> None:
    bench.prepare("insurance")
    server.requests.clear()
    kinds = sorted({one.metadata["product"] for one in documents(bench)})[:3]
    filters = {"product": kinds}
    found = await bench.search("windscreen", "insurance", filters=filters)
    assert found
    assert len(server.requests) == 1
    server.requests.clear()
    server.always(answers.status(401))
    assert await bench.search("glass", "insurance", filters=filters)
    assert len(server.requests) == 1, "what is down is not asked again for each value"


async def test_a_run_records_what_it_asked_of_the_embedder(bench: Workbench) -> None:
    run = await ask(bench)
    assert run.models["embedder"] == EMBEDDER
    assert [one.role for one in run.exchanges] == ["embedder", "embedder"]
    sent = {one.request["messages"][0]["text"] for one in run.exchanges}
    assert sent == {"windscreen excess", "a cracked windscreen"}
    assert run.usage.by_role["embedder"].input_tokens == sum(len(text) // 4 + 1 for text in sent)
    assert run.usage.price_usd == pytest.approx(run.usage.input_tokens * 0.02e-6)


async def test_a_question_counts_towards_its_sessions_budget(
    home: Path, server: ModelServer
) -> None:
    server.always(embed())
    bench = Workbench.open(settings(server, home, budget_tokens=20))
    for number in range(5):
        session = Session(budget=Budget(tokens=20))
        run = await ask_about(bench, f"windscreen number {number}", session)
        assert run.tool_calls[0].error is None
        assert session.budget is not None
        assert session.budget.spent.tokens == run.usage.input_tokens > 0
    assert bench.health().spending.calls == 0


async def test_a_session_that_has_spent_its_budget_embeds_no_more_and_replays_so(
    bench: Workbench, server: ModelServer
) -> None:
    server.requests.clear()
    run = await ask_about(bench, "windscreen excess", Session(budget=Budget(tokens=1)))
    [call] = run.tool_calls
    assert call.error is not None
    assert (call.error.kind, call.status) == ("BudgetError", "ok")
    assert "new session" in call.error.hint
    assert not server.requests
    assert [one.error for one in (await bench.replay(run)).tool_calls] == [call.error]


def test_indexing_beyond_the_processs_budget_says_whose_it_is(
    tmp_path: Path, server: ModelServer
) -> None:
    server.always(embed())
    bench = Workbench.open(settings(server, tmp_path, budget_tokens=5))
    with pytest.raises(BudgetError, match="budget of the process") as spent:
        bench.prepare("insurance")
    assert spent.value.code == "llm.tokens_spent"
    assert "unset EMBEDDER" in spent.value.message
    assert "session" not in spent.value.hint


@pytest.mark.parametrize("deadline_s", [1.0, 0.05])
async def test_a_run_waits_for_the_embedder_no_longer_than_it_has_time(
    deadline_s: float, home: Path, server: ModelServer
) -> None:
    changes = {"run_deadline_s": deadline_s, "embedder_deadline_s": 30.0}
    bench = Workbench.open(settings(server, home, **changes))
    bench.prepare("insurance")
    await ask_about(bench, "imports", Session())  # they take longer than the deadline
    server.always(answers.hang)
    started = time.monotonic()
    run = await ask(bench)
    assert time.monotonic() - started < deadline_s + 1
    assert run.status is RunStatus.DONE
    codes = {call.error.code for call in run.tool_calls if call.error}
    assert codes == {"llm.timeout" if deadline_s == 1.0 else "llm.run_is_due"}


async def ask_about(bench: Workbench, query: str, session: Session) -> Run:
    search = {"tool": "insurance_search_tool", "args": {"query": query}}
    plan = PLAN | {"tool_calls": [search]}
    return await bench.ask("Windscreens?", workspace="insurance", plan=plan, session=session)


async def test_a_remembered_vector_is_recorded_and_costs_nothing(bench: Workbench) -> None:
    await ask(bench)
    run = await ask(bench)
    assert [one.cached for one in run.exchanges] == [True, True]
    assert all(one.reply for one in run.exchanges)
    assert (run.usage.input_tokens, run.usage.price_usd) == (0, 0.0)


async def test_every_failed_try_is_recorded(bench: Workbench, server: ModelServer) -> None:
    server.always(answers.status(401))
    run = await ask(bench)
    assert [one.error.code for one in run.exchanges if one.error] == ["llm.refused_key"] * 2
    assert run.usage.calls == ()
    assert "embedder" not in run.models


@pytest.mark.parametrize("down", [False, True], ids=["that found", "that was down"])
async def test_a_replay_asks_nobody_and_finds_the_same(
    down: bool, bench: Workbench, server: ModelServer, home: Path
) -> None:
    if down:
        server.always(answers.status(401))
    run = await ask(bench)
    server.requests.clear()
    server.always(embed(size=8))
    another = Workbench.open(settings(server, home))
    again = await another.replay(await another.replay(run))
    assert not server.requests
    assert again.facts == run.facts
    assert [call.error for call in again.tool_calls] == [call.error for call in run.tool_calls]


async def test_a_replay_of_a_run_that_never_asked_says_so(
    bench: Workbench, server: ModelServer, home: Path
) -> None:
    plain = Workbench.open(settings(server, home, embedder="hashing"))
    run = await ask(plain)
    bench.prepare("insurance")
    server.requests.clear()
    again = await bench.replay(run)
    assert not server.requests
    assert again.tool_calls[0].error is not None
    assert again.tool_calls[0].error.code == "llm.not_recorded"
    assert again.facts == run.facts


async def test_a_replay_needs_no_key(bench: Workbench, server: ModelServer, home: Path) -> None:
    run = await ask(bench)
    server.requests.clear()
    keyless = Workbench.open(settings(server, home, openai_api_key=None))
    again = await keyless.replay(run)
    assert again.status is RunStatus.DONE
    assert again.facts == run.facts
    assert [call.error for call in again.tool_calls] == [None, None]
    assert {one.reply for one in again.exchanges} == {one.reply for one in run.exchanges}
    assert not server.requests


async def test_without_a_key_what_is_indexed_is_searched_by_words_and_replays_so(
    server: ModelServer, home: Path
) -> None:
    keyless = Workbench.open(settings(server, home, openai_api_key=None))
    run = await ask(keyless)
    assert channels(run) == {"words", "characters"}
    for call in run.tool_calls:
        assert call.error is not None
        assert "OPENAI_API_KEY is not set" in call.error.message
        assert "unset" in call.error.message
    again = await keyless.replay(run)
    assert again.facts == run.facts
    assert [call.error for call in again.tool_calls] == [call.error for call in run.tool_calls]


async def test_without_a_key_documents_that_changed_are_not_passed_over(
    tmp_path: Path, server: ModelServer
) -> None:
    server.always(embed())
    write_museum(tmp_path)
    changes = {"workbench_workspaces": (tmp_path,), "workbench_default": "museum"}
    Workbench.open(settings(server, tmp_path / "home", **changes)).prepare("museum")
    keyless = settings(server, tmp_path / "home", openai_api_key=None, **changes)
    Workbench.open(keyless).prepare("museum")
    (tmp_path / "museum" / "documents" / "late.md").write_text("# Late\n\nA late hall.\n", "utf-8")
    with pytest.raises(ConfigurationError, match="OPENAI_API_KEY"):
        Workbench.open(keyless).prepare("museum")


@pytest.mark.parametrize("now", ["hashing", "openai:text-embedding-3-large"])
async def test_a_replay_under_another_embedder_says_that_it_finds_something_else(
    now: str, bench: Workbench, server: ModelServer, tmp_path: Path
) -> None:
    run = await ask(bench)
    another = Workbench.open(settings(server, tmp_path, embedder=now))
    another.prepare("insurance")
    server.requests.clear()
    again = await another.replay(run)
    assert not server.requests
    assert again.facts != run.facts
    for call in again.tool_calls:
        assert call.error is not None
        assert call.error.code == "llm.other_embedder"
        assert f"EMBEDDER={now}" in call.error.message
        assert f"EMBEDDER={EMBEDDER}" in call.error.hint


def documents(bench: Workbench) -> list[object]:
    opened = bench.prepare("insurance").documents
    return [one for one in opened.values() if "product" in one.metadata]


async def test_an_embedder_that_is_down_at_first_says_how_to_go_on(
    tmp_path: Path, server: ModelServer
) -> None:
    server.always(answers.status(401))
    bench = Workbench.open(settings(server, tmp_path))
    with pytest.raises(ProviderError, match="unset EMBEDDER"):
        await ask(bench)
    assert not bench.is_ready("insurance")
    server.always(embed())
    assert (await ask(bench)).status is RunStatus.DONE, "the same workbench, a moment later"


async def test_without_a_key_the_setting_is_named(tmp_path: Path, server: ModelServer) -> None:
    bench = Workbench.open(settings(server, tmp_path, openai_api_key=None))
    with pytest.raises(ConfigurationError, match=r"OPENAI_API_KEY.*EMBEDDER"):
        await ask(bench)


async def test_a_run_waits_once_for_an_embedder_that_hangs(home: Path, server: ModelServer) -> None:
    bench = Workbench.open(settings(server, home, embedder_deadline_s=1.0))
    bench.prepare("insurance")
    server.always(answers.hang)
    filters = {"product": "product:car"}
    search = {
        "tool": "insurance_search_tool",
        "args": {"query": "xylophone lessons", "filters": filters},
    }
    fallback = {"enabled": True, "tool": "insurance_search_tool", "when": ["NO_RESULTS"]}
    plan = PLAN | {"tool_calls": [search], "fallback": fallback}
    run = await bench.ask("Xylophone and violin?", workspace="insurance", plan=plan)
    assert len(run.tool_calls) == 2, "the plan's call and its fallback"
    assert [call.error.code for call in run.tool_calls if call.error] == ["llm.timeout"] * 2
    assert sum(call.ms for call in run.tool_calls) < 2000, "one deadline of a second"


async def test_a_run_that_is_stopped_hangs_up(home: Path, server: ModelServer) -> None:
    bench = Workbench.open(settings(server, home, embedder_deadline_s=30))
    bench.prepare("insurance")
    server.requests.clear()
    server.always(answers.hang)
    assert await seconds_to_hang_up(ask(bench), server) < 1


async def test_a_search_that_is_stopped_hangs_up(home: Path, server: ModelServer) -> None:
    bench = Workbench.open(settings(server, home, embedder_deadline_s=30))
    bench.prepare("insurance")
    server.requests.clear()
    server.always(answers.hang)
    assert await seconds_to_hang_up(bench.search("windscreen", "insurance"), server) < 1


async def test_a_question_that_is_stopped_while_it_indexes_sends_nothing_more(
    tmp_path: Path, server: ModelServer
) -> None:
    async def slow(exchange: Exchange) -> None:
        await asyncio.sleep(0.2)
        await embed()(exchange)

    server.requests.clear()
    server.always(slow)
    bench = Workbench.open(settings(server, tmp_path, embedder="gemini:gemini-embedding-001"))
    assert await seconds_to_hang_up(ask(bench), server) < 1
    await asyncio.sleep(0.6)
    assert len(server.requests) == 1
    server.always(embed())
    assert (await ask(bench)).status is RunStatus.DONE, "whoever asks next goes on from there"


async def seconds_to_hang_up(asked: Coroutine[Any, Any, object], server: ModelServer) -> float:
    """From the cancellation of a task, once the provider was asked, to the end of its calls."""
    asking = asyncio.create_task(asked)
    while not server.requests:
        await asyncio.sleep(0.01)
    asking.cancel()
    stopped = time.monotonic()
    with pytest.raises(asyncio.CancelledError):
        await asking
    while any(request.hung_up_at is None for request in server.requests):
        assert time.monotonic() - stopped < 5, "a call goes on"
        await asyncio.sleep(0.01)
    return max(request.hung_up_at or math.inf for request in server.requests) - stopped
