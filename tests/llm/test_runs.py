"""Whole questions with models: fallbacks, deadlines, budgets, the cache, replays."""

import json
import time
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from pydantic import SecretStr

from tests.llm.conftest import Open
from tests.llm.vendors import KEY, VENDORS
from tests.modelserver import answers
from tests.modelserver.exchange import Answer, Received
from tests.modelserver.insurance_model import ANSWER, PLAN, QUESTION, insurance_model, wants_plan
from tests.modelserver.server import ModelServer
from workbench import Workbench
from workbench.cli import ask as ask_commands
from workbench.domain.run import Run, RunStatus, Stage
from workbench.domain.run_events import RunFinished
from workbench.errors import ConfigurationError
from workbench.llm.session import Credentials, Session
from workbench.llm.streams import closing
from workbench.llm.wrappers.budget import Budget
from workbench.settings import Settings

GPT, OLLAMA, CLAUDE, GEMINI = VENDORS
KEYLESS: dict[str, Any] = {
    "openai_api_key": None,
    "anthropic_api_key": None,
    "gemini_api_key": None,
    "planner_model": "offline",
    "answer_model": "offline",
}


async def ask(workbench: Workbench, question: str = QUESTION, **more: Any) -> Run:
    return await workbench.ask(question, workspace="insurance", **more)


def marked(run: Run) -> str:
    assert run.answer
    return run.answer.marked


def wants_judgement(request: Received) -> bool:
    return "ungrounded_claims" in json.dumps(request.body)


def with_prompt(bench: Workbench, folder: Path, name: str, text: str) -> Workbench:
    """The workbench, its insurance workspace with a prompt of its own."""
    (folder / "prompts").mkdir()
    (folder / "prompts" / name).write_text(text, "utf-8")
    opened = bench.workspace_pool.opened["insurance"]
    own = replace(opened, workspace=replace(opened.workspace, root=folder))
    bench.workspace_pool.opened["insurance"] = own
    return bench


@pytest.mark.parametrize("name", VENDORS)
async def test_a_replay_needs_no_key_and_says_the_same(
    name: str, opened: Open, server: ModelServer
) -> None:
    run = await ask(opened(planner_model=name, answer_model=name))
    assert run.status is RunStatus.DONE
    assert marked(run) == ANSWER
    asked = len(server.requests)
    elsewhere = opened(**KEYLESS)

    again = await elsewhere.replay(run.id)

    assert len(server.requests) == asked
    assert (again.parent_id, again.status) == (run.id, RunStatus.DONE)
    assert again.answer and run.answer
    assert again.answer.display == run.answer.display
    assert again.answer.citations == run.answer.citations
    assert (again.plan, again.facts, again.models) == (run.plan, run.facts, run.models)
    assert again.diagnostics == run.diagnostics
    assert [use.cached for use in again.usage.calls] == [True, True]
    assert again.usage.price_usd == 0
    assert await elsewhere.runs.get(again.id) == again


async def test_a_replay_of_a_replay_is_the_same_too(opened: Open) -> None:
    run = await ask(opened())
    elsewhere = opened(**KEYLESS)
    again = await elsewhere.replay(await elsewhere.replay(run))
    assert marked(again) == ANSWER


async def test_a_reply_that_breaks_off_is_tried_again_where_nobody_reads_along(
    opened: Open, server: ModelServer
) -> None:
    met: list[Received] = []

    def broken_at_first(request: Received) -> Answer:
        if wants_plan(request):
            return answers.say(PLAN)
        met.append(request)
        return answers.cut if len(met) == 1 else answers.say(ANSWER)

    bench = opened()
    server.choose(broken_at_first)
    waited = await ask(bench)
    assert [bool(one.error) for one in waited.exchanges if one.role == "answer"] == [True, False]
    assert (marked(waited), waited.findings) == (ANSWER, ())

    met.clear()
    async with closing(bench.stream(QUESTION, workspace="insurance")) as events:
        [read] = [event.run async for event in events if isinstance(event, RunFinished)]
    first = next(one for one in read.exchanges if one.role == "answer")
    assert (first.error, first.reply) == (None, "Half of this answer will")
    assert read.findings


@pytest.mark.parametrize(
    "changes",
    [
        {"answer_temperature": 0.2, "planner_temperature": 0.0},
        {"answer_max_tokens": 300, "planner_max_tokens": 700},
        {"answer_source_tokens": 200},
        {"answer_history_tokens": 0},
        {"max_tool_calls": 2},
        {"plan_confidence_threshold": 0.99},
    ],
    ids=lambda changes: next(iter(changes)),
)
async def test_a_replay_has_the_settings_of_its_run(changes: dict[str, Any], opened: Open) -> None:
    bench = opened()
    await ask(bench, thread="one")
    run = await ask(bench, "And for the motorcycle?", thread="one")
    assert any(len(one.request["messages"]) > 1 for one in run.exchanges)
    again = await opened(**KEYLESS, **changes).replay(run.id)
    assert (again.status, again.plan, marked(again)) == (RunStatus.DONE, run.plan, marked(run))
    assert again.settings == run.settings
    assert [e.request_hash for e in again.exchanges] == [e.request_hash for e in run.exchanges]
    assert marked(await opened(**KEYLESS).replay(again)) == marked(run)


async def test_a_failure_is_replayed_as_it_was(opened: Open, server: ModelServer) -> None:
    server.choose(insurance_model(answer=answers.status(401)))
    run = await ask(opened())
    again = await opened(**KEYLESS).replay(run)
    assert again.status is run.status is RunStatus.FAILED
    assert again.failure and run.failure
    assert again.failure.error == run.failure.error
    assert marked(again) == marked(run)


async def test_an_offline_run_is_replayed_without_models(opened: Open) -> None:
    run = await ask(opened(**KEYLESS))
    again = await opened().replay(run)
    assert (marked(again), again.models) == (marked(run), run.models)
    assert not again.exchanges


async def test_a_fork_keeps_what_was_said_where_the_same_is_asked(
    opened: Open, server: ModelServer
) -> None:
    run = await ask(opened())
    asked = len(server.requests)
    fork = await opened().fork(run, Stage.PLAN, run.plan)
    assert marked(fork) == ANSWER
    assert len(server.requests) == asked
    keyless = await opened(**KEYLESS).fork(run, Stage.PLAN, run.plan)
    assert marked(keyless) == ANSWER
    await opened().fork(run, Stage.WRITE)
    assert len(server.requests) == asked + 1, "to run a stage again is to ask anew"


async def test_a_fork_without_a_key_is_stood_in_for_where_it_asks_something_new(
    opened: Open,
) -> None:
    run = await ask(opened())
    assert run.facts
    fewer = run.facts.model_copy(update={"items": run.facts.items[:1]})
    fork = await opened(**KEYLESS).fork(run, Stage.EXECUTE, fewer)
    assert fork.failure and fork.failure.error
    assert "no reply to this request" in fork.failure.error.message
    assert fork.answer and fork.answer.model == "offline"


async def test_an_edited_fork_is_replayed_from_its_edit(opened: Open) -> None:
    run = await ask(opened())
    assert run.plan
    edited = run.plan.model_copy(update={"render_style": "TABLE"})
    fork = await opened().fork(run, Stage.PLAN, edited)
    again = await opened(**KEYLESS).replay(fork)
    assert again.plan == edited
    assert again.plan_origin == "edited"
    assert marked(again) == marked(fork)
    given = await ask(opened(), plan=run.plan)
    assert (await opened(**KEYLESS).replay(given)).plan_origin == "edited"


async def test_a_replay_knows_only_what_its_thread_had_said(opened: Open) -> None:
    bench = opened()
    first = await ask(bench, thread="one")
    second = await ask(bench, "And for the motorcycle?", thread="one")
    await ask(bench, "What about travel?", thread="one")
    again = await opened(**KEYLESS).replay(second)
    assert again.memory == second.memory
    assert marked(again) == marked(second)
    assert (await bench.replay(first)).memory == first.memory


async def test_the_model_that_answered_is_on_record(opened: Open, server: ModelServer) -> None:
    def only_claude(request: Any) -> Any:
        chosen = insurance_model()(request)
        return chosen if "/v1/messages" in request.path else answers.status(503)

    server.choose(only_claude)
    run = await ask(opened(planner_fallbacks=(CLAUDE,), answer_fallbacks=(GEMINI, CLAUDE)))
    assert run.status is RunStatus.DONE
    assert run.answer
    assert run.answer.model == CLAUDE
    assert run.models == {"planner": CLAUDE, "answer": CLAUDE}
    assert {e.model for e in run.exchanges if e.error} == {GPT, GEMINI}
    again = await opened(**KEYLESS).replay(run)
    assert (marked(again), again.models) == (marked(run), run.models)


async def test_the_judge_has_its_fallbacks_too(opened: Open, server: ModelServer) -> None:
    said = {"grounded": True, "claims": [], "ungrounded_claims": [], "confidence": 0.9}

    def claude_judges(request: Any) -> Any:
        if "/v1/messages" in request.path:
            return answers.say(json.dumps(said))
        return answers.status(503) if wants_judgement(request) else insurance_model()(request)

    server.choose(claude_judges)
    run = await ask(opened(judge_model=GPT, judge_fallbacks=(CLAUDE,)))
    assert run.diagnostics
    assert run.diagnostics.judge
    assert run.diagnostics.judge.model == CLAUDE
    assert run.models["judge"] == CLAUDE


async def test_the_judge_has_the_time_that_is_set_for_it(opened: Open, server: ModelServer) -> None:
    def judge_hangs(request: Any) -> Any:
        return answers.hang if wants_judgement(request) else insurance_model()(request)

    bench = opened(judge_model=GPT, judge_deadline_s=0.5)
    server.choose(judge_hangs)
    started = time.monotonic()
    run = await ask(bench)
    checked = await bench.check("Glass is covered [Source 1].", ["Glass is covered."])
    assert time.monotonic() - started < 8
    assert run.diagnostics and run.diagnostics.judge_error and checked.judge_error
    assert run.diagnostics.judge_error.code == checked.judge_error.code == "llm.timeout"
    assert run.status is RunStatus.DONE


async def test_a_run_ends_in_time_whatever_its_models_do(opened: Open, server: ModelServer) -> None:
    server.always(answers.hang)
    bench = opened(run_deadline_s=1.5)
    started = time.monotonic()
    run = await ask(bench)
    assert time.monotonic() - started < 2.5
    assert run.failure and run.failure.recovered_by == "offline"
    assert run.plan_origin == "offline"
    assert run.answer and run.answer.text


async def test_a_spent_budget_says_so_and_the_offline_answer_stands_in(
    opened: Open, server: ModelServer
) -> None:
    run = await ask(opened(budget_tokens=100))
    assert not server.requests
    assert run.failure and run.failure.error
    assert run.failure.error.kind == "BudgetError"
    assert "100 tokens" in run.failure.error.message
    assert run.answer and run.answer.model == "offline"


async def test_a_sessions_budget_is_its_own(opened: Open, server: ModelServer) -> None:
    bench = opened()
    spent = await ask(bench, session=Session(budget=Budget(tokens=100)))
    assert spent.failure and spent.failure.error
    assert spent.failure.error.kind == "BudgetError"
    roomy = Budget(tokens=100_000)
    assert (await ask(bench, session=Session(budget=roomy))).status is RunStatus.DONE
    assert roomy.spent.calls == 2
    assert bench.health().spending.calls == 0


async def test_the_cache_saves_the_second_question(
    opened: Open, server: ModelServer, tmp_path: Path
) -> None:
    for cached in (False, True):
        run = await ask(opened(model_cache=True, workbench_home=tmp_path))
        assert marked(run) == ANSWER
        assert [use.cached for use in run.usage.calls] == [cached, cached]
    assert len(server.requests) == 2
    assert run.usage.price_usd == 0


async def test_a_key_typed_into_a_session_is_enough(opened: Open, server: ModelServer) -> None:
    keyless = opened(openai_api_key=None)
    with pytest.raises(ConfigurationError, match="OPENAI_API_KEY"):
        await ask(keyless)
    typed = Session(Credentials(openai=SecretStr("typed-key-4711")))
    run = await ask(keyless, session=typed)
    assert run.status is RunStatus.DONE
    assert all("typed-key-4711" in str(request.headers) for request in server.requests)
    assert "typed-key-4711" not in run.model_dump_json()
    assert "typed-key-4711" not in repr(typed)


def test_models_are_listed_tried_and_watched(opened: Open, server: ModelServer) -> None:
    bench = opened().sync
    server.always(answers.models("gpt-4o"))
    assert [model.name for model in bench.list_models("openai")] == [GPT]
    server.always(answers.say("ready"))
    trial = bench.test_model(GPT)
    assert (trial.text, trial.input_tokens) == ("ready", 12)
    assert trial.price_usd
    health = bench.health()
    assert [model.state for model in health.models] == ["closed"]
    assert health.spending.calls == 1


def test_the_command_line_replays(
    opened: Open,
    home: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    run = opened().sync.ask(QUESTION, workspace="insurance")
    monkeypatch.setattr(ask_commands, "open_workbench", lambda: opened(**KEYLESS))
    assert ask_commands.replay(run.id) == 0
    shown = capsys.readouterr()
    assert run.answer
    assert shown.out.strip() == run.answer.display.strip()
    assert shown.err.startswith("run ")
    reworded = with_prompt(opened(**KEYLESS), home, "system.en.jinja", "Other.")
    monkeypatch.setattr(ask_commands, "open_workbench", lambda: reworded)
    assert ask_commands.replay(run.id) != 0
    assert "The answer differs from" in capsys.readouterr().err


async def test_no_key_is_in_the_settings_shown(opened: Open) -> None:
    assert KEY not in repr(opened().settings)
    assert isinstance(opened().settings, Settings)
